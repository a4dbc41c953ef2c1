"""The commands that repeat a TPC-C-derived run by hand, in Benchbook's own folder."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchruns.engines import Family
from benchruns.workloads.tpcc import weights_words

WORDS = ("python", "-m", "workers.tools.tpcc")
PLACE = "place.json"
SPACE = "benchbook_0a"
OF_DATA = ("--profile=", "--warehouses=")
SWITCHES = ("keying_and_thinking", "all_warehouses")


def measuring_words(parameters: Mapping[str, Any]) -> Iterator[str]:
    """As the worker gives them to the tool, but for what follows from its machine."""
    yield from (*WORDS, "run")
    for name in ("profile", "warehouses", "virtual_users"):
        yield f"--{_option(name)}={parameters[name]}"
    for name in ("rampup_seconds", "duration_seconds"):
        yield f"--{_option(name)}={parameters[name]}"
    for name in SWITCHES:
        if parameters[name]:
            yield f"--{_option(name)}"
    yield from weights_words(parameters)


def _option(name: str) -> str:
    return name.replace("_", "-")


def parts(words: Sequence[str], *, family: Family) -> dict[str, str]:
    """Shell text by title; ``words`` are those of the measuring command.

    ``family`` is that of the server.
    """
    data = [word for word in words if word.startswith(OF_DATA)]
    return {
        f"the server; first create the database (PostgreSQL: schema) {SPACE}": (
            f"cat > {PLACE} <<'JSON'\n{_place(family)}\nJSON\nchmod 600 {PLACE}"
        ),
        "prepare, in Benchbook's source": _fed([*WORDS, "load", *data]),
        "measure": _fed(words),
        "cleanup": f"rm {PLACE}  # and drop {SPACE}",
    }


def _place(family: Family) -> str:
    """What the tool reads from its standard input; capitals are to be filled in."""
    text = json.dumps(
        {
            "dialect": family.name,
            "host": "HOST",
            "address": "HOST",
            "port": "PORT",
            "username": "USER",
            "password": "PASSWORD",
            "database": "DATABASE",
            "space": SPACE,
        },
        indent=1,
    )
    return text.replace('"PORT"', "PORT")


def _fed(words: Sequence[str]) -> str:
    return f"{shlex.join(words)} < {PLACE}"
