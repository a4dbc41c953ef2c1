"""What OLTP legacy does, counts, asks and says, for people to read."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads.base import Topic
from benchruns.workloads.topics import ASKS, COUNTING, DATA, ORIGIN, SAYS, TRANSACTION

OLTP_LEGACY = (
    Topic(
        TRANSACTION,
        _(
            "The statements of OLTP read/write, with two differences: all 18 go to one "
            "table, chosen anew for each transaction, and they are sent as text, which "
            "the server parses every time."
        ),
    ),
    Topic(
        DATA,
        _(
            "64 tables of 10,000,000 rows by default, about 150 GB: id (primary key), k "
            "(integer, with an index), c (120 characters) and pad (60 characters). Ids "
            "follow sysbench's distribution “special”: three quarters of the draws hit "
            "the middle hundredth of a table, the others lie on a bell curve around it."
        ),
    ),
    Topic(
        COUNTING,
        _(
            "TPS are transactions that ended with their COMMIT. QPS are all "
            "statements, BEGIN and COMMIT included: 14 reads, 4 writes and 2 others, 20 "
            "a transaction. Huawei's QPS / TPS is 20 as well."
        ),
    ),
    Topic(
        ASKS,
        _(
            "CPU, also for parsing, the buffer, the redo log and the disk. At its "
            "default size most servers cannot keep the data in memory; scaled down it "
            "fits, and the figure is then of another regime."
        ),
    ),
    Topic(
        SAYS,
        _(
            "What OLTP read/write says, for clients that do not prepare statements. "
            "The paper drove classes of all sizes with one number of threads, so its "
            "large classes may have been short of load: a sweep shows it."
        ),
    ),
    Topic(
        ORIGIN,
        _(
            "Huawei's white paper of 2022-09-30, 1.1 (MySQL 5.7 and 8.0) and 2.1 "
            "(PostgreSQL 12), which ran sysbench's old oltp.lua with 200 and 64 threads "
            "for 3,600 s. That script is no longer shipped: Benchbook runs its own, "
            "written from the statements, ratios and tables that the paper prints. "
            "Where the paper says nothing the old script's ways are kept."
        ),
    ),
)
