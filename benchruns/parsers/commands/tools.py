"""What the command of each tool says: options by the names of a statement's fields."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath

from benchruns.engines import only_engine
from benchruns.parsers.commands import hosts
from benchruns.parsers.commands.words import Command, Options, options
from benchruns.vocabulary import variant_of
from benchruns.workloads import workload_called

Value = str | int | float | None
LOOPBACK = (
    "loopback"  # no field of a statement: whether the server's address is one's own
)


class Phase(StrEnum):
    RUN = "run"
    PREPARE = "prepare"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one command says; a value that it does not say is None."""

    phase: Phase
    facts: Mapping[str, Value] = field(default_factory=dict)
    variant: str = ""


_SYSBENCH_NUMBERS = (
    "threads", "num-threads", "time", "max-time", "tables", "oltp-tables-count",
    "table-size", "oltp-table-size", "percentile", "rate", "tx-rate", "warmup-time",
    "scale", "test",
)  # fmt: skip


def sysbench(command: Command) -> Said:
    """0.4 to 1.1: options were renamed, and the test became a word of its own."""
    given = options(command.words, valued=_SYSBENCH_NUMBERS)
    verb = given.others[-1] if given.others else ""
    test = given.text("test") or next(
        (word for word in given.others if word not in ("prepare", "run", "cleanup")), ""
    )
    rate = given.number("rate", "tx-rate")
    return Said(
        phase=Phase(verb) if verb in ("run", "prepare") else Phase.OTHER,
        facts={
            "tool": "sysbench",
            "workload": _sysbench_workload(test, given),
            "engine": only_engine("sysbench", given.text("db-driver")),
            "tables": given.whole("tables", "oltp-tables-count"),
            "table_size": given.whole("table-size", "oltp-table-size"),
            "scale": given.whole("scale"),
            "threads": given.whole("threads", "num-threads"),
            "duration_seconds": given.number("time", "max-time"),
            "warmup_seconds": given.number("warmup-time"),
            "percentile": given.number("percentile"),
            "rate": rate,
            LOOPBACK: given.is_loopback("mysql-host", "pgsql-host"),
        },
        variant=variant_of(
            skips_transactions=given.is_on("skip-trx", "oltp-skip-trx"),
            is_limited=bool(rate),
        ),
    )


def _sysbench_workload(test: str, given: Options) -> str | None:
    name = PurePosixPath(test).name.removesuffix(".lua")
    if given.is_on("oltp-read-only"):
        found = workload_called("sysbench --oltp-read-only", name)
        if found is not None:
            return found
    return workload_called("sysbench", name)


_PGBENCH_VALUED = (
    *"bcdDfFhIjLMpPRstTU", "client", "jobs", "time", "scale", "rate", "builtin",
    "file", "define", "progress", "transactions", "protocol", "host", "port", "username",
    "dbname", "sampling-rate", "aggregate-interval",
)  # fmt: skip


def pgbench(command: Command) -> Said:
    given = options(command.words, valued=_PGBENCH_VALUED)
    if given.has("i", "initialize"):
        facts: dict[str, Value] = {"scale": given.whole("s", "scale")}
        return Said(phase=Phase.PREPARE, facts={"tool": "pgbench", **facts})
    defined = dict(
        value.split("=", 1)
        for name, value in given.given
        if name in ("D", "define") and "=" in value
    )
    rate = given.number("R", "rate")
    variables = Options(last=defined)
    return Said(
        phase=Phase.RUN,
        facts={
            "tool": "pgbench",
            "engine": only_engine("pgbench"),
            "workload": _pgbench_workload(given),
            "scale": variables.whole("scale") or given.whole("s", "scale"),
            "hot_records": variables.whole("range"),
            "threads": given.whole("c", "client"),
            "duration_seconds": given.number("T", "time"),
            "rate": rate,
            "sampling_rate": given.number("sampling-rate"),
            LOOPBACK: hosts.is_loopback(_pgbench_host(command, given)),
        },
        variant=variant_of(skips_transactions=False, is_limited=bool(rate)),
    )


def _pgbench_host(command: Command, given: Options) -> str:
    """Its database may be a whole connection string: ``-d`` of 17, or the first word."""
    return hosts.of_libpq(
        given.text("d", "dbname") or next(iter(given.others), ""),
        option=given.text("h", "host"),
        environment=command.environment,
    )


def _pgbench_workload(given: Options) -> str | None:
    """Of its scripts if they are one; the built-in of the first where none is named."""
    files = [value for name, value in given.given if name in ("f", "file")]
    builtins = [value for name, value in given.given if name in ("b", "builtin")]
    builtins += ["select-only"] * given.has("S", "select-only")
    builtins += ["simple-update"] * given.has("N", "skip-some-updates")
    if len(files) + len(builtins) > 1:
        return None
    if files:
        return workload_called(
            "pgbench file", PurePosixPath(files[0].split("@")[0]).name
        )
    return workload_called("pgbench", builtins[0] if builtins else "tpcb-like")


_GO_TPC_VALUED = (
    *"dDHpPTU", "threads", "time", "warehouses", "driver", "host", "port", "user",
    "password", "db", "count", "interval", "output", "parts", "isolation",
)  # fmt: skip
_GO_TIME = re.compile(r"(?:(\d{1,6})h)?(?:(\d{1,8})m)?(?:(\d{1,10})s)?", re.ASCII)


def go_tpc(command: Command) -> Said:
    """As go-tpc itself, or as ``tiup bench``."""
    given = options(command.words, valued=_GO_TPC_VALUED)
    verbs = [word for word in given.others if word in ("run", "prepare")]
    return Said(
        phase=Phase(verbs[-1]) if verbs else Phase.OTHER,
        facts={
            "tool": "go-tpc",
            "workload": _first_called("go-tpc", given.others),
            "engine": only_engine("go-tpc", given.text("d", "driver")),
            "scale": given.whole("warehouses"),
            "threads": given.whole("T", "threads"),
            "duration_seconds": _go_seconds(given.text("time")),
            LOOPBACK: given.is_loopback("H", "host"),
        },
    )


def _first_called(tool: str, words: Sequence[str]) -> str | None:
    return next(filter(None, (workload_called(tool, word) for word in words)), None)


def _go_seconds(text: str) -> int | None:
    match = _GO_TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return (hours * 3600 + minutes * 60 + seconds) or None


def java(command: Command) -> Said:
    """BenchBase is a jar; any other is not known here."""
    given = options(command.words, valued=("jar", *"bcsd", "bench", "config"))
    jars = [word for word in command.words if word.endswith("benchbase.jar")]
    if not jars:
        return Said(phase=Phase.OTHER)
    is_load = given.is_on("load", "create") and not given.is_on("execute")
    return Said(
        phase=Phase.PREPARE if is_load else Phase.RUN,
        facts={
            "tool": "benchbase",
            "workload": workload_called("benchbase", given.text("bench", "b")),
        },
    )


_HAMMERDB_KEYS = {
    "_count_ware": ("scale", 1),
    "_rampup": ("rampup_seconds", 60),
    "_duration": ("duration_seconds", 60),
}


def hammerdb(command: Command) -> Said:
    """One line of hammerdbcli's script: dbset, diset or vuset."""
    facts: dict[str, Value] = {}
    words = [word.lower() for word in command.words]
    if command.program == "dbset" and words[:1] == ["db"]:
        facts["engine"] = only_engine("hammerdb", "".join(words[1:2]))
    elif command.program == "dbset" and (
        workload := workload_called("hammerdb", "".join(words[1:2]))
    ):
        facts["workload"] = workload
    elif command.program == "vuset" and words[:1] == ["vu"]:
        facts["threads"] = Options(last={"vu": "".join(words[1:2])}).whole("vu")
    elif command.program == "diset" and len(words) > 2:
        for ending, (name, times) in _HAMMERDB_KEYS.items():
            amount = Options(last={"of": words[2]}).whole("of")
            if words[1].endswith(ending) and amount is not None:
                facts[name] = amount * times
    return Said(phase=Phase.RUN, facts={"tool": "hammerdb", **facts})


TOOLS: Mapping[str, Callable[[Command], Said]] = {
    "sysbench": sysbench,
    "pgbench": pgbench,
    "go-tpc": go_tpc,
    "tiup": go_tpc,
    "java": java,
    "dbset": hammerdb,
    "diset": hammerdb,
    "vuset": hammerdb,
}
