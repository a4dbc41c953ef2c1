"""The options of each tool that tell how a test was run, with the shapes of their values.

What is not here is not shown to everybody: a new option of a tool is added here first.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from benchruns.engines import drivers_of
from benchruns.parsers.settings.shapes import (
    NUMBER,
    SIZE,
    SWITCH,
    TIME,
    Shape,
    words,
)
from benchruns.workloads import words_called
from benchruns.workloads.pgbench_scripts import SCRIPTS
from benchruns.workloads.sysbench import OTHER_SCRIPTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """``options`` are long names and letters; one that takes no value has no shape.

    ``words`` may stand alone. Of a path, alone or as the value of one of ``paths``, the
    last part counts.
    """

    options: Mapping[str, Shape | None]
    words: Shape
    paths: frozenset[str] = frozenset()


def _all(names: str, shape: Shape | None) -> dict[str, Shape | None]:
    return dict.fromkeys(names.split(), shape)


_PAPERS = "|".join(re.escape(script.name) for script in SCRIPTS.values())
_VERBS = ("prepare", "prewarm", "warmup", "run", "cleanup", "check")
_SYSBENCH_TESTS = tuple(
    f"{test}{ending}"
    for ending in ("", ".lua")
    for test in (
        *words_called("sysbench"),
        *OTHER_SCRIPTS,
    )
)
_SYSBENCH = Tool(
    options={
        **_all(
            "threads num-threads max-requests events rate tx-rate percentile tables "
            "oltp-tables-count table-size oltp-table-size scale rand-seed rand-spec-iter "
            "rand-spec-pct rand-spec-res rand-iter rand-pct rand-res rand-pareto-h "
            "rand-zipfian-exp oltp-dist-iter oltp-dist-pct oltp-dist-res point-selects "
            "oltp-point-selects simple-ranges oltp-simple-ranges sum-ranges "
            "oltp-sum-ranges order-ranges oltp-order-ranges distinct-ranges "
            "oltp-distinct-ranges range-size oltp-range-size index-updates "
            "oltp-index-updates non-index-updates oltp-non-index-updates delete-inserts "
            "oltp-reconnect-mode reconnect verbosity random-points random-ranges "
            "delta partitions",
            NUMBER,
        ),
        **_all("thread-stack-size", SIZE),
        **_all(
            "time max-time report-interval warmup-time thread-init-timeout "
            "forced-shutdown report-checkpoints",
            TIME,
        ),
        **_all(
            "skip-trx oltp-skip-trx oltp-read-only range-selects auto-inc "
            "oltp-auto-inc create-secondary secondary oltp-secondary histogram validate "
            "debug mysql-debug mysql-dry-run use-fk enable-purge init-rng",
            SWITCH,
        ),
        **_all("db-driver", words(*drivers_of("sysbench"))),
        **_all("db-ps-mode", words("auto", "disable")),
        **_all(
            "rand-type oltp-dist-type",
            words("uniform", "gaussian", "special", "pareto", "zipfian"),
        ),
        **_all("oltp-test-mode", words("simple", "complex", "nontrx", "sp")),
        **_all(
            "mysql-storage-engine mysql-table-engine",
            words("innodb", "myisam", "aria", "rocksdb", "memory", "heap"),
        ),
        **_all("mysql-ssl", words("on", "off", "disabled", "preferred", "required")),
        **_all("trx-level", words("rr", "rc")),
        **_all("test", words(*_SYSBENCH_TESTS)),
    },
    words=words(*_SYSBENCH_TESTS, *_VERBS),
    paths=frozenset({"test"}),
)

_PGBENCH = Tool(
    options={
        **_all(
            "c client j jobs t transactions s scale R rate F fillfactor L latency-limit "
            "partitions sampling-rate aggregate-interval max-tries",
            NUMBER,
        ),
        **_all("T time P progress", TIME),
        **_all("M protocol", words("simple", "extended", "prepared")),
        **_all("partition-method", words("range", "hash")),
        **_all("random-seed", re.compile(r"time|rand|[0-9]{1,20}", re.ASCII)),
        **_all("I init-steps", re.compile(r"[dtgGvpf ]{1,20}")),
        **_all(
            "b builtin",
            re.compile(r"(?:tpcb-like|simple-update|select-only)(?:@[0-9]{1,9})?"),
        ),
        **_all("f file", re.compile(rf"(?:{_PAPERS})(?:@[0-9]{{1,9}})?")),
        **_all("D define", re.compile(r"(?:scale|range|hot)=[0-9]{1,15}")),
        **_all(
            "i initialize r report-latencies report-per-command l log S select-only "
            "n no-vacuum N skip-some-updates v vacuum-all C connect q quiet "
            "foreign-keys unlogged-tables failures-detailed verbose-errors "
            "exit-on-abort progress-timestamp",
            None,
        ),
    },
    words=words(),
    paths=frozenset({"f", "file"}),
)

_GO_TPC = Tool(
    options={
        **_all(
            "T threads warehouses parts count isolation max-procs partition-type",
            NUMBER,
        ),
        **_all("time interval", TIME),
        **_all("d driver", words(*drivers_of("go-tpc"))),
        **_all("output", words("plain", "table", "json")),
        **_all("weight", re.compile(r"[0-9]{1,3}(?:,[0-9]{1,3}){1,9}")),
        **_all("wait ignore-error no-check check-all use-fk silence", SWITCH),
    },
    words=words("bench", *words_called("go-tpc"), "tpch", "ch", *_VERBS),
)

_OTHER_BENCHMARKS = ("chbenchmark", "tpch", "ycsb", "smallbank")
_BENCHBASE = Tool(
    options={
        **_all("b bench", words(*words_called("benchbase"), *_OTHER_BENCHMARKS)),
        **_all("create load execute clear", SWITCH),
        **_all("s sample interval-monitor", NUMBER),
    },
    words=words("-jar", "benchbase.jar"),
)

TOOLS: Mapping[str, Tool] = {
    "sysbench": _SYSBENCH,
    "pgbench": _PGBENCH,
    "go-tpc": _GO_TPC,
    "tiup": _GO_TPC,
    "java": _BENCHBASE,
}

_HAMMERDB_PREFIXES = "|".join(drivers_of("hammerdb"))
# What HammerDB's own language says: a command with words of these shapes.
HAMMERDB: Mapping[str, tuple[Shape, ...]] = {
    "dbset": (
        words("db", "bm"),
        words(*drivers_of("hammerdb"), "TPC-C", "TPROC-C"),
    ),
    "diset": (
        words(*words_called("diset"), "connection"),
        re.compile(
            rf"(?:{_HAMMERDB_PREFIXES})_(?:count_ware|num_vu|rampup|duration|total_iterations"
            r"|allwarehouse|timeprofile|keyandthink|driver|async_scale|async_client"
            r"|async_verbose|async_delay|raiseerror|prepared|storedprocs|vacuum|dritasnap"
            r"|partition|history_pk|purge|no_stored_procs|storage_engine|bucket|use_bcp"
            r"|imdb|checkpoint)",
            re.ASCII,
        ),
        re.compile(
            rf"{NUMBER.pattern}|{SWITCH.pattern}|timed|test|innodb", re.IGNORECASE
        ),
    ),
    "vuset": (
        words("vu", "delay", "repeat", "iterations", "showoutput", "logtotemp", "unique"),
        re.compile(rf"{NUMBER.pattern}|{SWITCH.pattern}", re.IGNORECASE),
    ),
    **dict.fromkeys(
        (
            "loadscript", "buildschema", "checkschema", "deleteschema", "vucreate",
            "vurun", "vudestroy", "tcstart", "tcstop", "runtimer",
        ),
        (),
    ),
}  # fmt: skip
