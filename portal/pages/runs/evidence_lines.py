"""What was measured of a run beside its figures, a line each: reads, CPU, way, steadiness."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.models import Result
from benchruns.units import percent_text
from portal.formats.figures import DASH, figure, ratio
from portal.formats.quantities import fixed

MOST_WITH_A_MISS = 0.9999


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``word``: what the glossary tells of its label."""

    label: str
    value: str
    title: str = ""
    word: str = ""


def regime_lines(counted: Mapping[str, Any]) -> Iterator[Line]:
    over = counted.get("data_over_buffer")
    if over is not None:
        yield Line(
            label=_("Data / buffer"),
            value=f"{fixed(over)} ×",
            title=_(
                "By the space that tables and indexes take on the server's disk, free room "
                "in them among it."
            ),
        )
    if counted.get("hit_ratio") is not None:
        yield Line(label=_("Hit ratio"), value=hits_text(counted["hit_ratio"]))
    reads = counted.get("reads_per_transaction")
    if reads is not None:
        value = _("%(reads)s per transaction") % {"reads": fixed(reads, 3)}
        yield Line(label=_("Physical reads"), value=value)
    time_us = counted.get("read_time_us")
    if time_us is not None:
        value = _("%(time)s µs") % {"time": fixed(time_us, 1)}
        yield Line(label=_("Time per read"), value=value)
    yield from _reading_line(counted)
    share = counted.get("disk_share")
    if share is not None and time_us is not None:
        value = _("%(share)s of what the buffer missed") % {
            "share": rounded_percent(share, digits=1)
        }
        yield Line(label=_("Read from disk"), value=value)


def _reading_line(counted: Mapping[str, Any]) -> Iterator[Line]:
    """Of the sessions' time; the limits that decide by it are the verdict's own."""
    share, limits = counted.get("reading_share"), counted.get("thresholds", {})
    least, most = (
        limits.get(name)
        for name in ("cached_below_reading_share", "disk_io_from_reading_share")
    )
    if share is None or least is None or most is None:
        return
    values = {"share": rounded_percent(max(share, 0.0001), digits=2)}  # as it is stored
    yield Line(
        label=_("Time spent reading"),
        value=_("at most %(share)s of the sessions' time, at 1 ms a read") % values,
        title=_(
            "Where the buffer held more than %(hits)s of the pages asked for, a load is "
            "cached below %(least)s of the time, and disk I/O from %(most)s."
        )
        % {
            "hits": rounded_percent(limits["share_decides_above_hit_ratio"], digits=1),
            "least": rounded_percent(least),
            "most": rounded_percent(most),
        },
    )


def cpu_lines(watched: Mapping[str, Any], *, is_beside: bool) -> Iterator[Line]:
    """The server's own where its processes could be seen, else what is nearest to it."""
    own, others = watched.get("server_cpu"), watched.get("programs_cpu")
    if own is not None:
        values = {"own": rounded_percent(own), "others": rounded_percent(others)}
        yield Line(
            label=_("Server CPU"),
            value=_("%(own)s, other programs %(others)s") % values,
            title=_(
                "What the server's own processes took of all CPUs of the machine that it "
                "shared with the tool, and what others than these two did."
            ),
        )
    elif watched.get("other_cpu") is None:
        return
    elif not is_beside:
        yield Line(
            label=_("CPU of the server's machine"),
            value=rounded_percent(watched["other_cpu"]),
            title=_("All that ran there, as its metrics address told."),
        )
    else:
        yield Line(
            label=_("All CPU but the tool's"),
            value=rounded_percent(watched["other_cpu"]),
            title=_(
                "The server and every other program on the machine that it shared with "
                "the tool; how much the server took could not be seen."
            ),
        )


def limit_lines(watched: Mapping[str, Any]) -> Iterator[Line]:
    if watched.get("client_cpu") is not None:
        values = {
            "cpu": rounded_percent(watched["client_cpu"]),
            "idle": rounded_percent(watched.get("client_idle")),
        }
        # shares of another whole: of all CPUs, and of those that the tool may use
        if watched.get("is_pinned"):
            told = _("tool %(cpu)s of all, the CPUs that it may use %(idle)s idle")
        else:
            told = _("tool %(cpu)s, its machine %(idle)s idle")
        yield Line(label=_("Client CPU"), value=told % values)
    if watched.get("thread_cpu") is not None:
        values = {
            "ran": rounded_percent(watched["thread_cpu"]),
            "waited": rounded_percent(watched.get("thread_wait")),
        }
        yield Line(
            label=_("Client threads"),
            value=_("ran %(ran)s, waited for a CPU %(waited)s") % values,
        )
    yield from _way_lines(watched)


def _way_lines(watched: Mapping[str, Any]) -> Iterator[Line]:
    trip = watched.get("round_trip_ms")
    if trip is None:
        return
    one = fixed(trip, 3 if trip < 0.1 else 2)
    count, whole = (
        watched.get(name) for name in ("statements_per_transaction", "latency_avg_ms")
    )
    if count is None or not whole:
        value = _("%(trip)s ms") % {"trip": one}
    else:
        value = ngettext(
            "%(way)s ms of a %(whole)s ms transaction are network round trips "
            "(%(count)s statement × %(trip)s ms)",
            "%(way)s ms of a %(whole)s ms transaction are network round trips "
            "(%(count)s statements × %(trip)s ms)",
            1 if count == 1 else 2,  # of a TPC-C mix it is no whole number
        ) % {
            "way": ratio(trip * count),
            "whole": fixed(whole),
            "count": figure(count),
            "trip": one,
        }
    yield Line(
        label=_("Shortest round trip"),
        value=value,
        title=_(
            "The shortest one seen, which is the network's, times the statements of a transaction."
        ),
    )


def steady_lines(result: Result) -> Iterator[Line]:
    steady = result.steady
    if not steady:
        return
    values = {
        "tps": figure(steady["tps"]),
        "start": steady["from_s"],
        "end": steady["to_s"],
        "first": steady["trimmed_start_s"],
        "last": steady["trimmed_end_s"],
    }
    yield Line(
        label=_("Steady window"),
        word="steady-window",
        value=_("%(tps)s TPS, %(start)s to %(end)s s") % values,
        title=_(
            "%(first)s s trimmed at the start and %(last)s s at the end; the figure of "
            "the run is the whole one."
        )
        % values,
    )


def rate_lines(facts: Mapping[str, Any]) -> Iterator[Line]:
    offered = facts.get("offered_tps")
    if not offered:
        return
    values = {"offered": figure(offered), "achieved": figure(facts.get("achieved_tps"))}
    yield Line(
        label=_("Offered load"),
        value=_("%(offered)s TPS, achieved %(achieved)s") % values,
    )
    if "queue_length_max" in facts:
        values = {
            "most": figure(facts["queue_length_max"]),
            "mean": figure(facts["queue_length_mean"]),
        }
        yield Line(
            label=_("Queue"), value=_("%(mean)s waiting, at most %(most)s") % values
        )
    if "schedule_lag" in facts:
        lag = facts["schedule_lag"]
        values = {"mean": fixed(lag.get("avg_ms")), "most": fixed(lag.get("max_ms"))}
        yield Line(
            label=_("Behind schedule"),
            value=_("%(mean)s ms, at most %(most)s") % values,
        )


def log_lines(log: Mapping[str, Any]) -> Iterator[Line]:
    if not log:
        return
    share = log["share"]
    if not log["is_whole"]:
        value = _("not whole, so there are no percentiles")
    elif share == 1:
        value = _("all transactions")
    else:
        value = _("%(share)s %% of the transactions") % {"share": f"{100 * share:.3g}"}
    yield Line(
        label=_("Latency log"),
        value=value,
        title=_("Percentiles are those of the transactions in the tool's log."),
    )


def hits_text(ratio: float | None) -> str:
    """A miss never reads as 100 %."""
    if ratio is None or ratio == 1:
        return rounded_percent(ratio, digits=2)
    return rounded_percent(min(ratio, MOST_WITH_A_MISS), digits=2)


def rounded_percent(share: float | None, *, digits: int = 0) -> str:
    """As findings and sentences round it."""
    return DASH if share is None else percent_text(share, digits=digits)
