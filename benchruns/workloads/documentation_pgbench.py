"""What the two pgbench workloads do, count, ask and say, for people to read."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads.base import SqlLine, Topic
from benchruns.workloads.pgbench_scripts import SCRIPTS, Script
from benchruns.workloads.topics import ASKS, COUNTING, DATA, ORIGIN, SAYS, TRANSACTION

ACCOUNTS = Topic(
    DATA,
    _(
        "pgbench's own tables: 100,000 accounts a unit of scale (about 16 MB with their "
        "key), 10 tellers and 1 branch, and an empty history. Accounts are drawn from "
        "the first hot_records of them on a bell curve (random_gaussian with parameter "
        "10): 68 % of the draws fall in its middle tenth, 95 % in its middle fifth. So "
        "the data that is really touched is far smaller than the hot records, and "
        "these decide whether it fits the buffer, not the scale."
    ),
)

READ_ONLY = (
    Topic(
        TRANSACTION,
        _(
            "One select of an account's balance by its key, without BEGIN and END: the "
            "statement is the transaction. It is prepared once a connection (-M "
            "prepared)."
        ),
    ),
    ACCOUNTS,
    Topic(
        COUNTING,
        _("TPS and QPS are the same figure: one statement a transaction."),
    ),
    Topic(
        ASKS,
        _(
            "CPU, the way between client and server, and the buffer for the hot "
            "records. The statement is so small that the client is often the limit: "
            "look at the bottleneck verdict before you believe the figure."
        ),
    ),
    Topic(
        SAYS,
        _(
            "The most single-row reads that a server answers, and what it costs when "
            "the hot records no longer fit. On PostgreSQL a page that the buffer "
            "misses may still be in the operating system's memory: only the time of a "
            "read tells. It says nothing of larger queries or of writes."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "The script ro.sql of Alibaba's white paper of 2022-05-30, 3.2 and 3.3, "
            "which ran it for 120 s with 8 to 240 clients, as many jobs as clients, at "
            "scale 1,000 to 50,000 with 50 million to 5 billion hot records. The paper "
            "does not name the server's version and prints QPS alone."
        ),
    ),
)
READ_WRITE = (
    Topic(
        TRANSACTION,
        _(
            "BEGIN; an update of an account and a select of its balance; an update of a "
            "teller and one of a branch, both drawn with equal chance; an insert into "
            "the history; END. Statements are prepared once a connection (-M prepared)."
        ),
    ),
    ACCOUNTS,
    Topic(
        COUNTING,
        _(
            "TPS are transactions that ended. QPS count as the paper does: 5 "
            "statements a transaction, without BEGIN and END. As sysbench counts it "
            "would be 7; a run keeps both, under names of their own. After the run the "
            "history must have grown by exactly the transactions that pgbench counted, "
            "or the run fails."
        ),
    ),
    Topic(
        ASKS,
        _(
            "The write-ahead log and its flush at every END, CPU, and the buffer for "
            "the hot records. There are only as many branches as the scale: with more "
            "clients than branches they wait for each other's rows."
        ),
    ),
    Topic(
        SAYS,
        _(
            "How a server carries small writing transactions, and what durability "
            "costs. Rows are written anew by every update, so dead rows and the vacuum "
            "after them are part of a long run. The history grows while it runs."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "The script rw.sql of Alibaba's white paper of 2022-05-30, 3.2 and 3.3, "
            "which ran it for 120 s with 8 to 240 clients, as many jobs as clients, at "
            "scale 1,000 to 50,000 with 50 million to 5 billion hot records. The paper "
            "does not name the server's version and prints QPS alone."
        ),
    ),
)


def lines_of(script: Script) -> tuple[SqlLine, ...]:
    """The SQL of a script; what begins with a backslash is pgbench's own."""
    return tuple(
        SqlLine(1, line.rstrip(";"))
        for line in script.text.splitlines()
        if line and not line.startswith("\\")
    )


READ_ONLY_SCRIPT = lines_of(SCRIPTS["pgbench_read_only"])
READ_WRITE_SCRIPT = lines_of(SCRIPTS["pgbench_read_write"])

METRICS = {
    "tps": _("Transactions a second, without the time that connecting took."),
    "qps": _("SELECTs, INSERTs and UPDATEs a second, without BEGIN and END."),
    "transactions": _("Transactions that ended in the measured time."),
    "queries": _("SELECTs, INSERTs and UPDATEs in the measured time."),
    "reads": _("SELECTs in the measured time."),
    "writes": _("INSERTs and UPDATEs in the measured time."),
    "other": _("BEGINs and ENDs in the measured time."),
    "reads_per_s": _("SELECTs a second."),
    "writes_per_s": _("INSERTs and UPDATEs a second."),
    "other_per_s": _("BEGINs and ENDs a second."),
    "errors_per_s": _(
        "Transactions a second that failed by a serialization error or a deadlock; "
        "null where pgbench does not tell (before version 15)."
    ),
    "latency_avg_ms": _(
        "The mean of all transactions; with a rate limit it is counted from the "
        "planned start, as every other latency is."
    ),
    "latency_p50_ms": _("Half of the transactions took no longer."),
    "latency_p90_ms": _("90 % of the transactions took no longer."),
    "latency_p95_ms": _("95 % of the transactions took no longer."),
    "latency_p99_ms": _("99 % of the transactions took no longer."),
    "latency_p999_ms": _(
        "99.9 % of the transactions took no longer. Percentiles come from pgbench's "
        "log of transactions, of which a long and fast run writes a random share."
    ),
    "latency_max_ms": _(
        "The longest transaction; null where the log holds a share of them alone."
    ),
    "duration_s": _("The measured time: transactions over TPS."),
}
