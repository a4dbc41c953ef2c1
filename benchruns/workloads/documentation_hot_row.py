"""What the hot row update does, counts, asks and says, for people to read."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads.base import SqlLine, Topic
from benchruns.workloads.topics import ASKS, COUNTING, DATA, ORIGIN, SAYS, TRANSACTION

HOT_ROW = SqlLine(1, "UPDATE sbtest1 SET k=k+1 WHERE id=100")
HOT_ROW_UPDATE = (
    Topic(
        TRANSACTION,
        _(
            "BEGIN; UPDATE sbtest1 SET k=k+1 WHERE id=100; COMMIT. Every thread adds 1 "
            "to the same row, so all of them wait for one row lock."
        ),
    ),
    Topic(
        DATA,
        _(
            "One table of 100 rows, whatever the server: id (primary key), k (with an "
            "index), c and pad. It always fits in memory."
        ),
    ),
    Topic(
        COUNTING,
        _(
            "TPS are updates that were committed. After the run the row must have "
            "grown by exactly as many as sysbench counted, or the run fails. QPS count "
            "BEGIN and COMMIT: 3 a transaction."
        ),
    ),
    Topic(
        ASKS,
        _(
            "The row lock, and the flush of the log that each holder does before it "
            "lets go. More threads add waiting, not work: beyond a few, TPS stay or "
            "fall. Client and server near each other matter, since the lock is held "
            "over the way of the COMMIT."
        ),
    ),
    Topic(
        SAYS,
        _(
            "How fast one row can be changed by many: stock of a product, a counter, "
            "an account. It says nothing of a server's throughput on other rows."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "Alibaba's white paper of 2022-05-30, 1.7, for MySQL 5.7 on a dedicated "
            "host, as High-availability and as Enterprise Edition. It prints the "
            "script, but neither threads nor run length. Its UPDATE carries hints that "
            "only that vendor's servers know (commit_on_success rollback_on_fail "
            "target_affect_row(1)); Benchbook's own script sends it without them, for "
            "MySQL, MariaDB and PostgreSQL alike."
        ),
    ),
)
