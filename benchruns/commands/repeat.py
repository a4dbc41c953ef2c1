"""The commands that repeat a run by hand, without its host, account and password."""

import shlex
from collections.abc import Mapping, Sequence

from django.conf import settings

from benchruns.commands import pgbench as repeat_pgbench
from benchruns.commands import tpcc as repeat_tpcc
from benchruns.engines import FAMILIES, Family
from benchruns.workloads import WORKLOADS
from benchruns.workloads.sysbench_lua import CUSTOM, PREPARE, with_needed

_GENERIC = {
    "host": "HOST",
    "port": "PORT",
    "user": "USER",
    "password": "PASSWORD",
    "db": "DATABASE",
}
# Of every family's driver, whichever it is: ``--mysql-host`` and so on.
PLACEHOLDERS = {
    f"--{driver}-{ending}": placeholder
    for family in FAMILIES.values()
    for driver in family.drivers.get("sysbench", ())
    for ending, placeholder in _GENERIC.items()
}
ONLY_FOR_LOAD = (
    "--time=",
    "--events=",
    "--report-interval=",
    "--histogram=",
    "--percentile=",
    "--threads=",
    "--rate=",
    "--skip_trx=",
    "--db-ps-mode=",
)
SCRIPTS = "/guide/scripts/"  # of this portal
# Tables are filled over as many connections as there are tables, up to this many.
PREPARE_THREADS = 4
WIDTH = 86


def commands_to_repeat(command: str, *, family: Family, warmup_seconds: int = 0) -> str:
    """Prepare, warm-up if there was one, measure and cleanup, as a shell takes them.

    ``command`` is what an attempt stored, for a server of this ``family``; empty gives
    empty. The options of prepare, warm-up and measure are those that the worker gave.
    """
    words = [_generic(word) for word in shlex.split(command) if _is_option(word)]
    if not words:
        return ""
    if words[0] == "pgbench":
        return _under_titles(repeat_pgbench.parts(words, warmup_seconds=warmup_seconds))
    if words[:3] == list(repeat_tpcc.WORDS):
        return _under_titles(repeat_tpcc.parts(words, family=family))
    custom = next(filter(_is_custom, words), "")
    tables = [
        f"./{PREPARE}" if word == custom else word
        for word in words[:-1]
        if not word.startswith(ONLY_FOR_LOAD)
    ]
    told = {"prepare": [*tables, f"--threads={_prepare_threads(words)}", "prepare"]}
    if warmup_seconds:
        told["warm-up, not counted"] = [
            f"--time={warmup_seconds}" if word.startswith("--time=") else word
            for word in words
            if not word.startswith("--histogram=")
        ]
    told |= {"measure": words, "cleanup": [*tables, "cleanup"]}
    scripts = _scripts(words)
    return _under_titles(scripts | {name: _folded(one) for name, one in told.items()})


def _is_custom(word: str) -> bool:
    """A script of the load generator's folder: one that no workload brings."""
    known = {each.tool_script for each in WORKLOADS.values()}
    return _is_own_script(word) and word not in known


def _scripts(words: Sequence[str]) -> dict[str, str]:
    """How those get here that sysbench does not bring."""
    own = next(filter(_is_own_script, words), "").removeprefix("./")
    if not own:
        return {}
    if not _is_custom(f"./{own}"):
        return {"scripts, from Benchbook": _fetched(with_needed(own))}
    # the worker gives the tool a script that lets it know the sizes of the tables
    address = shlex.quote(f"{_scripts_address()}{CUSTOM}")
    return {
        "scripts, from Benchbook": _fetched(with_needed(PREPARE)),
        "the script, from the load generator's folder": (
            f"cp SCRIPTS/{own} Benchbook.own.lua\ncurl -fsS -o {own} {address}"
        ),
    }


def _fetched(names: Sequence[str]) -> str:
    lines = [f"{_scripts_address()}{name}" for name in names]
    return " \\\n ".join(["curl -fsS --remote-name-all", *map(shlex.quote, lines)])


def _scripts_address() -> str:
    return f"{settings.SITE_URL.rstrip('/')}{SCRIPTS}"


def _is_own_script(word: str) -> bool:
    return word.startswith("./") and word.endswith(".lua")


def _under_titles(parts: Mapping[str, str]) -> str:
    return "\n\n".join(f"# {title}\n{text}" for title, text in parts.items())


def _prepare_threads(words: Sequence[str]) -> int:
    counts = (word.removeprefix("--tables=") for word in words)
    tables = next((int(count) for count in counts if count.isdecimal()), 1)
    return min(tables, PREPARE_THREADS)


def _is_option(word: str) -> bool:
    """Environment names the workspace and the address: not for repeating."""
    return not word.startswith("PG")


def _generic(word: str) -> str:
    name, equals, _value = word.partition("=")
    return f"{name}={PLACEHOLDERS[name]}" if equals and name in PLACEHOLDERS else word


def _folded(words: Sequence[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) > WIDTH:
            lines.append(" ")
        lines[-1] += f" {word}" if lines[-1] else word
    return " \\\n".join(lines)
