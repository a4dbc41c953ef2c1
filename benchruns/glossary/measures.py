"""What is measured and how it is judged: words by their anchors."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Texts = Mapping[str, tuple[str | Promise, str | Promise]]

HOW_FIGURES_ARE_JUDGED: Texts = {
    "regime": (
        _("Regime"),
        _(
            "Where the data was read from while the load ran: from memory (cached) or "
            "from disk (disk I/O). Papers label it, runs here measure it by the "
            "server's counters."
        ),
    ),
    "cached": (
        _("Cached"),
        _("The data fits in the server's buffer: hardly a page is read from disk."),
    ),
    "disk-io": (
        _("Disk I/O"),
        _("The data is larger than the buffer, so pages are read from disk."),
    ),
    "os-cache": (
        _("OS cache"),
        _(
            "Pages miss the server's buffer but come from the operating system's "
            "memory, far quicker than from disk."
        ),
    ),
    "bottleneck": (
        _("Bottleneck"),
        _(
            "What limited a run: the server, the client that made the load, or the way "
            "between them. A figure limited by the client says little of the server."
        ),
    ),
    "knee": (
        _("Best size"),
        _(
            "The largest class up to which more vCPUs still paid: the last step up that "
            "brought at least as much as the vCPUs it added. Also called the knee."
        ),
    ),
    "steady-window": (
        _("Steady window"),
        _(
            "The part of a run without its start and its tail, where the rate no "
            "longer drifts and varies by 20 % at most."
        ),
    ),
    "place": (
        _("Place"),
        _(
            "In a queue: how many runs of the same server go first. Of a server or "
            "client: its region, zone and network."
        ),
    ),
    "baseline": (
        _("Baseline"),
        _("The column of a comparison that all others are compared with."),
    ),
    "fairness": (
        _("Fair comparison"),
        _(
            "Whether two results differ in more than what you compare: client, "
            "network, size, version, replication, settings, data."
        ),
    ),
    "verdict": (
        _("Verdict"),
        _(
            "What repeats allow to say of a difference: better, worse, not "
            "distinguishable, or too few repeats."
        ),
    ),
    "change-point": (
        _("Change point"),
        _("The moment from which the level of a series of results is another one."),
    ),
    "need": (
        _("Need"),
        _(
            "“At least 3,000 TPS with disk I/O”: the portal lists the classes that "
            "reached it, with the result that shows it: by the median of its repeats, "
            "where there are several."
        ),
    ),
}
MEASURES: Texts = {
    "tps": (
        "TPS",
        _(
            "Transactions a second. What a transaction is, the workload says: 18 "
            "statements of OLTP read/write, one select of pgbench read-only."
        ),
    ),
    "qps": (
        "QPS",
        _(
            "Statements a second. sysbench counts BEGIN and COMMIT as well, the papers' "
            "pgbench figures do not."
        ),
    ),
    "reads-and-writes": (
        _("Total reads and writes"),
        _(
            "All reads and all writes of a run, as Alibaba's paper prints them for "
            "60 s. They compare only between runs of one length."
        ),
    ),
    "tpm": (
        "TPM",
        _(
            "Transactions a minute as the engine itself counts them. Each engine has a "
            "counter of its own, so they compare within one engine alone."
        ),
    ),
    "nopm": (
        "NOPM",
        _("New orders a minute of the TPC-C-derived load: comparable across engines."),
    ),
    "batch-requests": (
        _("Batch requests"),
        _("Batches that SQL Server was sent in a second."),
    ),
    "latency": (
        _("Latency, p95"),
        _(
            "How long a transaction took, in milliseconds. 95 % of them took no longer "
            "than p95."
        ),
    ),
    "data-over-memory": (
        _("Data over memory"),
        _(
            "How many times the data would fill the memory of the class: below 1 it "
            "may fit."
        ),
    ),
    "connections": (
        _("Maximum connections"),
        _(
            "The limit that a class or server sets. Connections that a stress test came "
            "to are no limit and have a column of their own."
        ),
    ),
    "warm-up": (
        _("Warm-up"),
        _("Load before the measured time, not counted: it fills the caches."),
    ),
    "rate-limit": (
        _("Rate limit"),
        _(
            "Load offered at a fixed rate instead of as much as possible: it measures "
            "latency, not the most that a server can do."
        ),
    ),
    "scale": (
        _("Scale, warehouses"),
        _(
            "The size of the data: 100,000 accounts a unit of pgbench's scale, about "
            "100 MB a warehouse of the TPC-C-derived load."
        ),
    ),
    "virtual-users": (
        _("Virtual users"),
        _(
            "Connections of the TPC-C-derived load, each with one transaction at a time."
        ),
    ),
    "tpc-c-derived": (
        _("TPC-C-derived"),
        _(
            "A load after the TPC-C specification that nobody audits: its figures are "
            "no TPC results."
        ),
    ),
}
