"""The pgbench commands that repeat a run by hand, with the script that they run."""

import shlex
from collections.abc import Sequence

from benchruns.workloads.pgbench_scripts import SCRIPTS

# The load keeps a user's tables: without the step "d" pgbench refuses where they exist.
SERVER = (
    "export PGHOST=HOST PGPORT=PORT PGUSER=USER PGPASSWORD=PASSWORD PGDATABASE=DATABASE"
)
LOAD_STEPS = "tgvp"
DROP_STEP = "d"


def parts(words: Sequence[str], *, warmup_seconds: int) -> dict[str, str]:
    """Shell text by title; ``words`` are those of the measuring command."""
    told = {"server": SERVER, **_script(words)}
    told["prepare"] = f"pgbench -i -I {LOAD_STEPS} -s {_variable(words, 'scale')}"
    if warmup_seconds:
        told["warm-up, not counted"] = shlex.join(_for(words, warmup_seconds))
    told["measure"] = shlex.join(words)
    told["cleanup: drops every pgbench_* table of the database"] = (
        f"pgbench -i -I {DROP_STEP}"
    )
    return told


def _script(words: Sequence[str]) -> dict[str, str]:
    name = _after(words, "-f")
    texts = {script.name: script.text for script in SCRIPTS.values()}
    return {name: f"cat > {name} <<'SQL'\n{texts[name]}SQL"} if name in texts else {}


def _after(words: Sequence[str], option: str) -> str:
    return words[words.index(option) + 1] if option in words[:-1] else ""


def _variable(words: Sequence[str], name: str) -> str:
    """The value of ``-D name=value``."""
    values = [w.partition("=")[2] for w in words if w.startswith(f"{name}=")]
    return values[0] if values else "1"


def _for(words: Sequence[str], seconds: int) -> list[str]:
    """The same load for another time, without the log of transactions."""
    plain = [w for w in words if w != "-l" and not w.startswith("--sampling-rate=")]
    plain[plain.index("-T") + 1] = str(seconds)
    return plain
