"""Why a run was judged as it was: its regime, and what limited it.

Verdicts of older releases hold the sentence itself; those are shown as they are.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.evidence.bottleneck import Reason as LimitReason
from benchruns.evidence.regime import Reason
from benchruns.sentences.sentence import Text, Values, rendered
from benchruns.units import percent_text

Told = Mapping[str, Any]  # JSON, as an attempt's evidence holds it


def regime_note(evidence: Told) -> str:
    """Of ``evidence["regime"]["evidence"]``; empty where nothing was judged."""
    return _sentence(evidence, REGIMES, older="note")


def advice(bottleneck: Told) -> str:
    """Of ``evidence["bottleneck"]``; empty where nothing was judged."""
    return _sentence(bottleneck, LIMITS, older="advice")


def _sentence(judged: Told, sentences: Mapping[Any, Text], *, older: str) -> str:
    text = sentences.get(judged.get("reason"))
    if older in judged or text is None:
        return str(judged.get(older) or "")
    with suppress(KeyError):
        return rendered(text, judged)
    return ""


def shared_machine(values: Values) -> str:
    """What of a shared machine's CPU was whose, where that is known."""
    told = _("Client and server ran on one machine.")
    others, own = values.get("programs_cpu"), values.get("server_cpu")
    if others is None or own is None:
        return told
    return f"{told} " + _(
        "Of its CPU the server took %(server)s, other programs %(others)s."
    ) % {"server": percent_text(own), "others": percent_text(others)}


def _other_programs(values: Values) -> str:
    numbers = values["evidence"]
    return _(
        "The machine had no CPU left, and other programs took %(others)s of it, the server "
        "%(server)s: stop them, or move the server and the client to machines of their own."
    ) % {
        "others": percent_text(numbers["programs_cpu"]),
        "server": percent_text(numbers["server_cpu"]),
    }


def _reads_untold(values: Values) -> str:
    return _(
        "InnoDB reads through the operating system's cache here (innodb_flush_method is "
        "%(method)s) and counts no reading time, so no counter tells whether a miss was "
        "read from the disk. Set it to O_DIRECT."
    ) % {"method": values["flush_method"] or "fsync"}


def _most(share: float) -> str:
    return percent_text(max(share, 0.0001), digits=2)  # as it is stored


def _next_to_no_time(values: Values) -> str:
    return _(
        "Nearly every page was found in the buffer, and reading the others took at most "
        "%(share)s of the sessions' time, at 1 ms each."
    ) % {"share": _most(values["reading_share"])}


def _brief_reads(values: Values) -> str:
    return _(
        "Transactions read pages from the disk, but nearly every page was found in the "
        "buffer, and reading took at most %(share)s of the sessions' time, at 1 ms each: "
        "too little for a load that the disk limits."
    ) % {"share": _most(values["reading_share"])}


def _misses_between(values: Values) -> str:
    return _(
        "Reading a missed page took longer than from the operating system's cache and "
        "shorter than from a disk: some came from the disk, or its reader waited for a "
        "CPU."
    ) + _grant(values)


def _misses_handed_over(values: Values) -> str:
    return _(
        "Missed pages were read through io_method %(method)s, whose hand-over takes longer "
        "than a read from memory: the time of a read does not tell the operating "
        "system's cache from the disk. With io_method sync it would."
    ) % {"method": values["io_method"]} + _grant(values)


def _grant(values: Values) -> str:
    if not values.get("asks_for"):
        return ""
    return _(
        " With %(grant)s the account may see where the server's data lies, and what it "
        "read from disk decides."
    ) % {"grant": values["asks_for"]}


REGIMES: Mapping[str, Text] = {
    Reason.COUNTERS_RESET: gettext_lazy(
        "The server restarted or its counters were reset while it was measured."
    ),
    Reason.COUNTERS_UNREAD: gettext_lazy("The server's counters could not be read."),
    Reason.NO_TRANSACTION: gettext_lazy("No transaction ended, so none can be judged."),
    Reason.HARDLY_A_READ: gettext_lazy(
        "Nearly no transaction waited for a physical read."
    ),
    Reason.READS_UNTOLD: _reads_untold,
    Reason.NEXT_TO_NO_TIME: _next_to_no_time,
    Reason.BRIEF_READS: _brief_reads,
    Reason.READS: gettext_lazy(
        "Transactions read pages from the disk that the buffer lacked."
    ),
    Reason.FEW_READS: gettext_lazy(
        "A few transactions read pages from the disk that the buffer lacked."
    ),
    Reason.NO_PAGE: gettext_lazy("No page was asked for, so nothing can be judged."),
    Reason.HARDLY_A_MISS: gettext_lazy("Nearly every page was found in the buffer."),
    Reason.MISSES_UNTIMED: gettext_lazy(
        "The buffer missed pages, and only the time that reading one takes tells the "
        "operating system's cache from the disk. Set track_io_timing to on."
    ),
    Reason.MISSES_IN_MEMORY: gettext_lazy(
        "The buffer missed pages, and the operating system had them in memory."
    ),
    Reason.MISSES_ON_DISK: gettext_lazy("Misses were read from the disk."),
    Reason.MISSES_ON_BOTH: gettext_lazy(
        "Misses were read from the operating system's cache and from the disk."
    ),
    Reason.FIRST_READS: gettext_lazy(
        "The buffer has room for all data; what it lacked was read once, in next to no "
        "time."
    ),
    Reason.MISSES_BETWEEN: _misses_between,
    Reason.MISSES_HANDED_OVER: _misses_handed_over,
}
LIMITS: Mapping[str, Text] = {
    LimitReason.WATCHED_TOO_SHORT: gettext_lazy(
        "The load generator was not watched long enough: run longer."
    ),
    LimitReason.ONE_CPU: gettext_lazy(
        "A process of the tool used up the one CPU that it can use: run the client on a "
        "machine with more or faster CPUs, which starts more processes."
    ),
    LimitReason.SOME_CPUS: gettext_lazy(
        "The tool's threads had no CPU to run on, and may use some of its machine's "
        "CPUs only: let it use all of them."
    ),
    LimitReason.SHARED_CPU: gettext_lazy(
        "The tool's threads had no CPU to run on: move the client to a machine of its "
        "own."
    ),
    LimitReason.NO_CPU: gettext_lazy(
        "The tool's threads had no CPU to run on, so the server can do more: use a "
        "larger client, or nothing else on it."
    ),
    LimitReason.USERS_WAIT: gettext_lazy(
        "The users waited on purpose before and after each transaction, which limits "
        "what they can do: run without keying and think time to find the limit."
    ),
    LimitReason.RATE: gettext_lazy(
        "The load was limited by the rate that was asked for: raise the rate to find "
        "the limit."
    ),
    LimitReason.WAY: gettext_lazy(
        "Most of a transaction's time went on the way: run the client nearer to the "
        "server, or use more threads."
    ),
    LimitReason.WAITS_UNTOLD: gettext_lazy(
        "The load generator's system does not tell how long threads wait for a CPU "
        "(schedstat), so the client may have been the limit: run it on another system."
    ),
    LimitReason.NOTHING_STANDS_OUT: gettext_lazy(
        "Neither the client, the way nor the server stands out: repeat with twice the "
        "threads, or from a larger client."
    ),
    LimitReason.OTHER_PROGRAMS: _other_programs,
    LimitReason.SERVER_BESIDE: gettext_lazy(
        "The tool waited for the server, with which it shares the CPU: move the client "
        "to a machine of its own to be certain."
    ),
    LimitReason.SERVER: gettext_lazy(
        "The tool waited for the server, so the figure is the server's own."
    ),
}
