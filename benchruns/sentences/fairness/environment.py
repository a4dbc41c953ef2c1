"""What is said of where client and server stood, and on what."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.environment import client_place
from benchruns.sentences.fairness.condition import Condition, telling
from benchruns.units import size_text


def _host(context: Context) -> str:
    if context.same_host:
        return _("client on the database's own host")
    return _("client on another host")


def _client(context: Context) -> str:
    """``c3.2xlarge.2, 8 vCPU, 16 GB, CentOS 7.4 64-bit``; of several how many first."""
    parts = (
        machines(context),
        context.client_instance,
        size_text(context.client_vcpus, context.client_memory_gb),
        context.client_os,
    )
    return ", ".join(part for part in parts if part)


def machines(context: Context) -> str:
    """How many load generators made the load; empty of one."""
    if context.client_generators is None:
        return ""
    return _("%(n)d load generators") % {"n": context.client_generators}


def _client_place(context: Context) -> str:
    words = {
        "same_zone": _("client in the database's zone"),
        "other_zone": _("client in another zone"),
        "other_region": _("client in another region"),
        "several": _("load generators at several distances"),
    }
    return words.get(client_place(context) or "", "")


def _why_storage(contexts: Sequence[Context]) -> str:
    """Only disks of which some are local and some are not differ by their way."""
    waits = _(
        "Every commit waits for the log to reach the disk, and every read that misses the "
        "buffer for the data"
    )
    are_local = {"local" in (each.storage or "").lower() for each in contexts}
    if len(are_local) > 1:
        return _(
            "%(waits)s: network disks take several times as long as local ones."
        ) % {"waits": waits}
    return _("%(waits)s.") % {"waits": waits}


CONDITIONS: Mapping[str, Condition] = {
    "same_host": Condition(
        label=gettext_lazy("place of the client"),
        message=gettext_lazy(
            "Client and database shared a host in a part of them: %(values)s."
        ),
        tell=telling(_host),
        why=gettext_lazy(
            "On one host they take CPU from each other, and the client reaches the database "
            "over a shorter path than any network."
        ),
        remedy=gettext_lazy(
            "Run every client on a machine of its own, in the database's zone."
        ),
    ),
    "region": Condition(
        label=gettext_lazy("region"),
        message=gettext_lazy("The regions differ: %(values)s."),
        tell=telling(lambda each: each.region or ""),
        why=gettext_lazy(
            "Regions have hardware of different age, and a client in another region than "
            "its database pays for the way with every statement."
        ),
        remedy=gettext_lazy(
            "Test in one region, client and databases, over internal addresses."
        ),
    ),
    "zone": Condition(
        label=gettext_lazy("zone"),
        message=gettext_lazy("The zones differ: %(values)s."),
        tell=telling(lambda each: each.zone or ""),
        why=gettext_lazy(
            "The way from client to database must be equally long on both sides: all in one "
            "zone, or both databases in one and the client in another."
        ),
        remedy=gettext_lazy(
            "Put the databases into one zone, and test them from one client."
        ),
    ),
    "client_place": Condition(
        label=gettext_lazy("way from the client"),
        message=gettext_lazy("The clients stood at other distances: %(values)s."),
        tell=telling(_client_place),
        why=gettext_lazy(
            "Every statement pays the way between zones and, far more, between regions."
        ),
        remedy=gettext_lazy("Test each database from a client in its own zone."),
    ),
    "round_trip": Condition(
        label=gettext_lazy("round trip"),
        message=gettext_lazy("The way to the server was not equally long: %(values)s."),
        tell=telling(lambda each: f"{each.round_trip_ms:.2f} ms"),
        why=gettext_lazy(
            "Every statement pays the round trip, so a longer way lowers throughput and "
            "adds to every latency, whatever the server can do."
        ),
        remedy=gettext_lazy("Test both from a client that is equally near to each."),
    ),
    "network": Condition(
        label=gettext_lazy("network"),
        message=gettext_lazy("The networks differ: %(values)s."),
        tell=telling(lambda each: each.network or ""),
        why=gettext_lazy("Round trips and bandwidth differ between kinds of network."),
        remedy=gettext_lazy("Use one kind of network, over internal addresses."),
    ),
    "client_machine": Condition(
        label=gettext_lazy("client machine"),
        message=gettext_lazy("The client machines differ: %(values)s."),
        tell=telling(_client),
        why=gettext_lazy(
            "A smaller client reaches its own limit before a fast server does, so a gap "
            "between the results may be one between the clients."
        ),
        remedy=gettext_lazy(
            "Repeat both from the same client, one that had CPU left on the faster side."
        ),
    ),
    "storage": Condition(
        label=gettext_lazy("storage"),
        message=gettext_lazy("The storage differs: %(values)s."),
        tell=telling(lambda each: each.storage or ""),
        why=_why_storage,
        remedy=gettext_lazy("Compare classes with one kind of storage."),
    ),
}
