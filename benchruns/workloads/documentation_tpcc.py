"""What the TPC-C-derived workload does, counts, asks and says, for people to read."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads.base import SqlLine, Topic
from benchruns.workloads.topics import ASKS, COUNTING, DATA, ORIGIN, SAYS, TRANSACTION

SCRIPT = (SqlLine(1, "CALL NEWORD | PAYMENT | DELIVERY | OSTAT | SLEV (...)"),)

TPCC = (
    Topic(
        TRANSACTION,
        _(
            "One of five stored routines, in one call: a new order of 5 to 15 lines "
            "(NEWORD), a payment (PAYMENT), the delivery of the oldest open order of each "
            "district (DELIVERY), the state of a customer's last order (OSTAT), and how "
            "many of the last items sold run short (SLEV). As HammerDB draws them: 10, "
            "10, 1, 1 and 1 of 23. One new order in a hundred is rolled back on purpose. "
            "Without keying and think time the next call follows at once, so it is "
            "another load than TPC-C's. The routines are .sql files in Benchbook's "
            "source, in each engine's own dialect."
        ),
    ),
    Topic(
        DATA,
        _(
            "Nine tables: 100,000 items, and for each warehouse 10 districts, 100,000 "
            "rows of stock, 30,000 customers, as many orders with about 300,000 lines, "
            "9,000 of them still open, and 30,000 payments; about 100 MB. New orders and "
            "payments make it grow while it runs: a data set that is used again is larger "
            "than a new one, and the result says by how much. After the load all rows "
            "are counted; after load and run four conditions of the specification "
            "(3.3.2.1 to 3.3.2.4) must hold, or the run fails."
        ),
    ),
    Topic(
        COUNTING,
        _(
            "NOPM are new orders a minute, by the growth of the districts' order "
            "numbers. TPM are what the engine counts as transactions a minute, as "
            "HammerDB reads it: commits and rollbacks of the whole server on MySQL, "
            "MariaDB and PostgreSQL, batch requests on SQL Server. So anything else that "
            "runs there adds to it. TPS are the transactions of all five kinds that "
            "ended in the measured time, as the client saw them. Statements inside a "
            "routine are not counted: there are no QPS. A transaction that met a "
            "deadlock or a serialization failure is tried again, counts once, with all "
            "its time, and the tries are told by kind."
        ),
    ),
    Topic(
        ASKS,
        _(
            "CPU for the routines, the log's flush at every COMMIT, and locks: all users "
            "of one warehouse meet in its district rows, so fewer warehouses than users "
            "measure waiting for locks. One round trip a transaction: the network "
            "matters little. With far more warehouses than the buffer holds, the disk."
        ),
    ),
    Topic(
        SAYS,
        _(
            "How a server carries an order system with stored procedures, mostly "
            "writing. It is no TPC-C result: nobody audits it, nothing of the "
            "specification's response times, prices or durability tests is in it. "
            "HammerDB's routines differ from engine to engine (what is updated, locked "
            "and rounded), and Benchbook keeps that in profile “hammerdb”: it compares "
            "servers of one engine better than engines."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "The TPC-C specification, revision 5.11, and what HammerDB 6.0 does, written "
            "anew. Alibaba's white paper of 2022-05-30 ran HammerDB on SQL Server with "
            "10 warehouses and as many virtual users as gave the most, and prints TPM, "
            "TPS and batch requests by class."
        ),
    ),
)

METRICS = {
    "tpm": _(
        "Transactions a minute as the engine counts them, of the whole server: commits "
        "and rollbacks, on SQL Server batch requests. Not TPS × 60."
    ),
    "nopm": _(
        "New orders a minute, by the districts' order numbers: comparable across "
        "engines, as TPM are not."
    ),
    "tps": _(
        "Transactions of all five kinds a second that ended in the measured time, those "
        "rolled back on purpose included."
    ),
    "batch_requests_per_s": _(
        "Batches a second as SQL Server counts them; null on other engines."
    ),
    "transactions": _("Transactions of all kinds that ended in the measured time."),
    "errors_per_s": _(
        "Transactions a second that failed for good: tried again too often, or not to be "
        "tried again."
    ),
    "latency_min_ms": _("The shortest transaction of any kind."),
    "latency_avg_ms": _("The mean of all kinds; each kind has its own in the report."),
    "latency_p50_ms": _("Half of the transactions of all kinds took no longer."),
    "latency_p90_ms": _("90 % of the transactions of all kinds took no longer."),
    "latency_p95_ms": _("95 % of the transactions of all kinds took no longer."),
    "latency_p99_ms": _("99 % of the transactions of all kinds took no longer."),
    "latency_p999_ms": _("99.9 % of the transactions of all kinds took no longer."),
    "latency_max_ms": _("The longest transaction, with all of its tries."),
    "duration_s": _("The measured time."),
}
