"""MariaDB, of MySQL's family."""

from collections.abc import Mapping
from pathlib import Path

from benchruns.engines import support
from benchruns.engines.engine import Engine
from benchruns.engines.mysql import FAMILY


def _is_told_by(settings: Mapping[str, str]) -> bool:
    words = f"{settings.get('version', '')} {settings.get('version_comment', '')}"
    return "mariadb" in words.casefold() or "aria_block_size" in settings


MARIADB = Engine(
    name="mariadb",
    label="MariaDB",
    family=FAMILY,
    default_port=3306,
    drivers={"hammerdb": ("maria",)},
    called=frozenset({"maria"}),
    suffix="-MariaDB",
    is_told_by=_is_told_by,
    support=support.read(Path(__file__).parent),
)
