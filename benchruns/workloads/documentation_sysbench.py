"""What the sysbench workloads do, count, ask and say, for people to read.

Every sentence is about the scripts that Benchbook runs; the papers are named where they
come from.
"""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads.base import SqlLine, Topic
from benchruns.workloads.topics import ASKS, COUNTING, DATA, ORIGIN, SAYS, TRANSACTION

BEGIN, COMMIT = SqlLine(1, "BEGIN"), SqlLine(1, "COMMIT")
POINT_SELECT = SqlLine(1, "SELECT c FROM sbtestN WHERE id=?")
READS = (
    SqlLine(10, "SELECT c FROM sbtestN WHERE id=?"),
    SqlLine(1, "SELECT c FROM sbtestN WHERE id BETWEEN ? AND ?"),
    SqlLine(1, "SELECT SUM(k) FROM sbtestN WHERE id BETWEEN ? AND ?"),
    SqlLine(1, "SELECT c FROM sbtestN WHERE id BETWEEN ? AND ? ORDER BY c"),
    SqlLine(1, "SELECT DISTINCT c FROM sbtestN WHERE id BETWEEN ? AND ? ORDER BY c"),
)
WRITES = (
    SqlLine(1, "UPDATE sbtestN SET k=k+1 WHERE id=?"),
    SqlLine(1, "UPDATE sbtestN SET c=? WHERE id=?"),
    SqlLine(1, "DELETE FROM sbtestN WHERE id=?"),
    SqlLine(1, "INSERT INTO sbtestN (id, k, c, pad) VALUES (?, ?, ?, ?)"),
)


SBTEST = Topic(
    DATA,
    _(
        "Tables sbtest1, sbtest2, ... with the columns id (primary key), k (integer, "
        "with an index), c (120 characters) and pad (60 characters); about 240 bytes a "
        "row with its indexes. An id is drawn by sysbench's distribution “special”: "
        "three quarters of the draws hit the middle hundredth of a table, the others "
        "lie on a bell curve around it. So a part of the data is far hotter than the "
        "rest, and data larger than the buffer still finds many rows in it."
    ),
)
OLTP_READ_WRITE = (
    Topic(
        TRANSACTION,
        _(
            "BEGIN; 10 selects of one row by its id; 4 ranges of 100 ids each (plain, "
            "SUM, ORDER BY, DISTINCT); an update of the indexed column k, one of the "
            "column c, a delete of a row and an insert of the same id; COMMIT. Each "
            "kind of statement chooses a table of its own, all with equal chance; the "
            "10 selects share one, and so do delete and insert. Statements are "
            "prepared once a connection and table."
        ),
    ),
    SBTEST,
    Topic(
        COUNTING,
        _(
            "TPS are transactions that ended with their COMMIT. QPS are all "
            "statements, BEGIN and COMMIT included, as sysbench counts them: 14 reads, "
            "4 writes and 2 others, 20 a transaction. The Alibaba paper describes 18 "
            "statements and prints no QPS; derived ones here count 20, too."
        ),
    ),
    Topic(
        ASKS,
        _(
            "CPU for the reads and sorts, the buffer for what is hot, and at each "
            "COMMIT the redo log (and binary log, if it is on) with their flush. Twenty "
            "round trips a transaction: over a long way the network is the limit "
            "before the server is."
        ),
    ),
    Topic(
        SAYS,
        _(
            "How a server carries short transactions, mostly reads, on few and simple "
            "tables. It says nothing of joins, large results, long transactions or an "
            "own schema. Deadlocks occur and are repeated by sysbench; they show as "
            "errors."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "sysbench's own script oltp_read_write. Alibaba's white paper of "
            "2022-05-30, 1.3 to 1.6, ran it for 60 s on MySQL 5.6, 5.7 and 8.0 with 8 "
            "to 64 threads by class: cached on 32 or 128 tables of 25,000 rows, disk "
            "I/O on 32 of 80,000 or 128 of 800,000. A page without a date ran MySQL "
            "5.6 for 20 minutes on 1 to 16 tables of 3 to 32 million rows, with 16 to "
            "64 threads. The paper lists INSERT IGNORE where the script sends INSERT."
        ),
    ),
)
OLTP_READ_ONLY = (
    Topic(
        TRANSACTION,
        _(
            "BEGIN; 10 selects of one row by its id; 4 ranges of 100 ids each (plain, "
            "SUM, ORDER BY, DISTINCT); COMMIT. Each kind of statement chooses a table "
            "of its own, all with equal chance; the 10 selects share one. Statements "
            "are prepared once a connection and table."
        ),
    ),
    SBTEST,
    Topic(
        COUNTING,
        _(
            "TPS are transactions that ended with their COMMIT. QPS are all "
            "statements: 14 reads and the 2 others BEGIN and COMMIT, 16 a transaction. "
            "Without BEGIN and COMMIT it is 14, another load: such rows stand apart."
        ),
    ),
    Topic(
        ASKS,
        _(
            "CPU, and the buffer for what is hot. It writes nothing once loaded, so "
            "log, replication and durability settings hardly matter. Sixteen round "
            "trips a transaction."
        ),
    ),
    Topic(
        SAYS,
        _(
            "The ceiling of a server for reads, and whether its data fits: with data "
            "in the buffer it is the CPU's figure, with more data the disk's. It says "
            "nothing of writes, and less than it seems of a mixed load."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "sysbench's own script oltp_read_only. Alibaba's white paper of "
            "2022-05-30, 1.2, prints its command (without BEGIN and COMMIT, on 100 "
            "tables of 25,000 rows) and one output, but no figures by class."
        ),
    ),
)
OLTP_WRITE_ONLY = (
    Topic(
        TRANSACTION,
        _(
            "BEGIN; an update of the indexed column k, one of the column c, a delete "
            "of a row and an insert of the same id; COMMIT. Each update chooses a "
            "table of its own, delete and insert share one. Statements are prepared "
            "once a connection and table."
        ),
    ),
    SBTEST,
    Topic(
        COUNTING,
        _(
            "TPS are transactions that ended with their COMMIT. QPS are all "
            "statements: 4 writes and the 2 others BEGIN and COMMIT, 6 a transaction."
        ),
    ),
    Topic(
        ASKS,
        _(
            "The redo log (and binary log, if it is on) at every COMMIT, and with data "
            "larger than the buffer the disk for the pages that are changed. With few "
            "threads the time of a flush is the limit, not the CPU."
        ),
    ),
    Topic(
        SAYS,
        _(
            "What durability costs: compare only servers with equal settings for "
            "flushing and replication. The size of the data stays as it is, since each "
            "delete is followed by the insert of the same id."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "sysbench's own script oltp_write_only. Alibaba's white paper of "
            "2022-05-30, 1.2, prints its command (on 100 tables of 25,000 rows) and "
            "one output, but no figures by class."
        ),
    ),
)

OLTP_POINT_SELECT = (
    Topic(
        TRANSACTION,
        _(
            "One select of one row by its id, which commits by itself. Each chooses a "
            "table, all with equal chance; the statement is prepared once a connection "
            "and table."
        ),
    ),
    SBTEST,
    Topic(
        COUNTING,
        _(
            "TPS are selects that were answered. There is no BEGIN and no COMMIT, so QPS "
            "are the same."
        ),
    ),
    Topic(
        ASKS,
        _(
            "CPU and the network: one round trip a transaction, and next to no work "
            "behind it. With data larger than the buffer also the disk, a page a select "
            "at most."
        ),
    ),
    Topic(
        SAYS,
        _(
            "What connections, parsing and locks cost a server before it does any real "
            "work, and how far it scales with its cores. It is bound by the round trip "
            "sooner than any other load: many threads are needed, and a near client. It "
            "says nothing of writes, sorts or ranges."
        ),
    ),
    Topic(
        ORIGIN,
        _("sysbench's own script oltp_point_select. No paper shown here ran it."),
    ),
)
METRICS = {
    "tps": _("Transactions a second, over the whole measured time."),
    "qps": _("Statements a second, BEGIN and COMMIT included."),
    "transactions": _("Transactions that ended in the measured time."),
    "queries": _("Statements in the measured time, BEGIN and COMMIT included."),
    "reads": _("SELECTs in the measured time."),
    "writes": _("UPDATEs, DELETEs and INSERTs in the measured time."),
    "other": _("BEGINs and COMMITs in the measured time."),
    "reads_per_s": _("SELECTs a second."),
    "writes_per_s": _("UPDATEs, DELETEs and INSERTs a second."),
    "other_per_s": _("BEGINs and COMMITs a second."),
    "errors_per_s": _(
        "Deadlocks and lock time-outs a second; sysbench repeats the transaction."
    ),
    "reconnects_per_s": _("Connections a second that were lost and made again."),
    "latency_min_ms": _("The shortest transaction, from BEGIN to COMMIT."),
    "latency_avg_ms": _(
        "The mean of all transactions; with a rate limit the wait for a free thread "
        "is in it, and in every other latency."
    ),
    "latency_p50_ms": _("Half of the transactions took no longer."),
    "latency_p90_ms": _("90 % of the transactions took no longer."),
    "latency_p95_ms": _("95 % of the transactions took no longer."),
    "latency_p99_ms": _("99 % of the transactions took no longer."),
    "latency_p999_ms": _(
        "99.9 % of the transactions took no longer. Percentiles come from sysbench's "
        "histogram and are within 0.9 %."
    ),
    "latency_max_ms": _("The longest transaction."),
    "duration_s": _(
        "The measured time; longer than asked for where the server held "
        "transactions up."
    ),
}
