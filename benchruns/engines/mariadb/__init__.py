"""MariaDB, of MySQL's family."""

from collections.abc import Mapping
from pathlib import Path

from benchruns.engines import support
from benchruns.engines.engine import Engine, Sample
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
    sample=Sample(
        command="docker run --rm -p 3306:3306 \\\n"
        "  -e MARIADB_DATABASE=bench -e MARIADB_USER=bench \\\n"
        "  -e MARIADB_PASSWORD=bench -e MARIADB_RANDOM_ROOT_PASSWORD=1 \\\n"
        "  mariadb:11.4",
        address="mariadb://bench:bench@HOST:3306/bench",
    ),
)
