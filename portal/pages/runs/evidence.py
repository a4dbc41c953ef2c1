"""Why a run counts as cached and server-bound: its evidence as rows of a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns import findings
from benchruns.evidence.bottleneck import Limit, Reason
from benchruns.evidence.regime import UNKNOWN
from benchruns.evidence.waits import NOT_WAITED, Wait
from benchruns.models import Attempt, Result
from benchruns.reports.marks import Case, Mark
from benchruns.sentences import verdicts, waits
from benchruns.sentences.doubts import doubts_of
from benchruns.units import percent_text
from benchruns.vocabulary import Regime
from portal.formats.figures import DASH, figure, ratio
from portal.formats.quantities import fixed

LIMITS: Mapping[str, str | Promise] = {
    Limit.CLIENT: gettext_lazy("client-bound"),
    Limit.SERVER: gettext_lazy("server-bound"),
    Limit.LATENCY: gettext_lazy("latency-bound"),
    Limit.UNCLEAR: gettext_lazy("limit unclear"),
}
SHARED_MACHINE = gettext_lazy("limited by the shared machine")

HALF = 0.5
MOST_WITH_A_MISS = 0.9999

CounterCharts = Sequence[tuple[str, str | Promise, str | Promise]]  # name, label, unit

# In the order of ``benchruns.runs.counters.CHARTED``.
COUNTER_CHARTS: CounterCharts = (
    ("buffer_hit_percent", gettext_lazy("Buffer hit ratio"), "%"),
    ("physical_reads_per_s", gettext_lazy("Physical reads"), "/s"),
    ("server_cpu_percent", gettext_lazy("Server CPU"), "%"),
    ("other_cpu_percent", gettext_lazy("CPU beside tool"), "%"),
    ("client_cpu_percent", gettext_lazy("Client CPU"), "%"),
    ("round_trip_ms", gettext_lazy("Round trip"), "ms"),
    ("queue_length", gettext_lazy("Queue"), gettext_lazy("waiting")),
    ("schedule_lag_ms", gettext_lazy("Behind schedule"), "ms"),
    ("row_lock_wait_percent", gettext_lazy("Waits for row locks"), "%"),
    ("log_wait_percent", gettext_lazy("Waits for the log"), "%"),
    ("server_memory_percent", gettext_lazy("Server memory"), "%"),
    ("server_disk_busy_percent", gettext_lazy("Busiest disk"), "%"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``word``: what the glossary tells of its label."""

    label: str
    value: str
    title: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitLine:
    """A wait with its share, of 1, of the sessions' time."""

    label: str
    share: float
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """``regime`` and ``limit`` are words, empty where nothing was watched.

    ``doubts`` are the clauses that stand in one line with them.
    """

    regime: str
    limit: str
    doubts: str
    hits: str
    lines: Sequence[Line]
    notes: Sequence[str]
    waits: Sequence[WaitLine]
    is_idle_shown: bool  # among the waits
    is_certain: bool
    is_machine_silent: bool  # the endpoint's metrics address told nothing of it


def evidence_of(attempt: Attempt | None, result: Result) -> Evidence:
    told = attempt.evidence if attempt else {}
    regime, limit = told.get("regime", {}), told.get("bottleneck", {})
    counted, watched = regime.get("evidence", {}), limit.get("evidence", {})
    verdict = regime.get("verdict")
    is_beside = _is_beside(told)
    notes = (
        verdicts.regime_note(counted),
        verdicts.advice(limit),
        waits.advice(watched),
    )
    return Evidence(
        regime=_regime_words(verdict),
        limit=_limit_words(limit, watched, is_beside=is_beside),
        doubts=", ".join(doubts_of(result.findings)),
        hits=_hits(counted.get("hit_ratio")) if verdict else "",
        lines=[
            *_regime_lines(counted),
            *_cpu_lines(watched, is_beside=is_beside),
            *_limit_lines(watched),
            *_steady_lines(result),
            *_rate_lines(result.tool_facts),
            *_log_lines(result.tool_facts.get("latency_log", {})),
        ],
        notes=[note for note in notes if note],
        waits=list(_wait_lines(watched)),
        is_idle_shown=Wait.CLIENT in (watched.get("waits") or {}),
        is_certain=watched.get("certainty") != "reduced",
        is_machine_silent=told.get("metrics") == "silent",
    )


def counter_charts(attempt: Attempt | None) -> CounterCharts:
    """Earlier releases held all CPU but the tool's for the server's on a shared machine."""
    told = attempt.evidence if attempt else {}
    watched = told.get("bottleneck", {}).get("evidence", {})
    if not _is_beside(told) or "server_cpu" in watched:
        return COUNTER_CHARTS
    labels: dict[str, str | Promise] = {
        name: label for name, label, _unit in COUNTER_CHARTS
    }
    labels["server_cpu_percent"] = labels["other_cpu_percent"]
    return [(name, labels[name], unit) for name, _label, unit in COUNTER_CHARTS]


def _is_beside(told: Mapping[str, Any]) -> bool:
    """Whether what was seen of the server's machine was seen from the tool's place on it."""
    watched = told.get("bottleneck", {}).get("evidence", {})
    return bool(watched.get("is_same_host")) and told.get("metrics") != "ok"


def marks_of(result: Result) -> list[Mark]:
    return [
        Mark(number=number, cases=[Case(place="", finding=findings.read(found))])
        for number, found in enumerate(result.findings, start=1)
    ]


def _limit_words(
    judged: Mapping[str, Any], watched: Mapping[str, Any], *, is_beside: bool
) -> str:
    """``server-bound: CPU 92 % busy, 20 % log writes``: what the server did, most first.

    Its CPU is named where it was busier than its sessions waited.
    """
    if judged.get("reason") == Reason.OTHER_PROGRAMS:
        return str(SHARED_MACHINE)
    verdict = judged.get("verdict", "")
    word = str(LIMITS.get(verdict, ""))
    longest = waits.longest(watched) if verdict != Limit.CLIENT else ""
    own = watched.get("server_cpu")
    cpu = (watched.get("other_cpu") if own is None else own) or 0
    waited = (watched.get("waits") or {}).get(watched.get("longest_wait"), 0)
    if verdict == Limit.SERVER and longest and cpu > max(waited, HALF):
        longest = _cpu_text(watched, is_beside=is_beside) % {
            "cpu": _percent(cpu),
            "wait": longest,
        }
    return f"{word}: {longest}" if word and longest else word


def _cpu_text(watched: Mapping[str, Any], *, is_beside: bool) -> str:
    """Whose CPU it was: of a shared machine that is not always the server's."""
    if watched.get("server_cpu") is not None:
        return _("server's CPU %(cpu)s, %(wait)s")
    if is_beside:
        return _("all CPU but the tool's %(cpu)s, %(wait)s")
    return _("CPU %(cpu)s busy, %(wait)s")


def _wait_lines(watched: Mapping[str, Any]) -> Iterator[WaitLine]:
    """The longest first; what the sessions did themselves and the client's turn last."""
    shares = watched.get("waits") or {}
    ordered = sorted(shares, key=lambda wait: (wait in NOT_WAITED, -shares[wait]))
    for wait in ordered:
        label, share = str(waits.LABELS.get(wait, wait)), shares[wait]
        yield WaitLine(label=label, share=share, value=waits.percent(share))


def _regime_words(verdict: str | None) -> str:
    if verdict == UNKNOWN:
        return _("regime unknown")
    return str(Regime(verdict).label) if verdict in Regime.values else ""


def _regime_lines(counted: Mapping[str, Any]) -> Iterator[Line]:
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
        yield Line(label=_("Hit ratio"), value=_hits(counted["hit_ratio"]))
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
            "share": _percent(share, digits=1)
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
    values = {"share": _percent(max(share, 0.0001), digits=2)}  # as it is stored
    yield Line(
        label=_("Time spent reading"),
        value=_("at most %(share)s of the sessions' time, at 1 ms a read") % values,
        title=_(
            "Where the buffer held more than %(hits)s of the pages asked for, a load is "
            "cached below %(least)s of the time, and disk I/O from %(most)s."
        )
        % {
            "hits": _percent(limits["share_decides_above_hit_ratio"], digits=1),
            "least": _percent(least),
            "most": _percent(most),
        },
    )


def _cpu_lines(watched: Mapping[str, Any], *, is_beside: bool) -> Iterator[Line]:
    """The server's own where its processes could be seen, else what is nearest to it."""
    own, others = watched.get("server_cpu"), watched.get("programs_cpu")
    if own is not None:
        values = {"own": _percent(own), "others": _percent(others)}
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
            value=_percent(watched["other_cpu"]),
            title=_("All that ran there, as its metrics address told."),
        )
    else:
        yield Line(
            label=_("All CPU but the tool's"),
            value=_percent(watched["other_cpu"]),
            title=_(
                "The server and every other program on the machine that it shared with "
                "the tool; how much the server took could not be seen."
            ),
        )


def _limit_lines(watched: Mapping[str, Any]) -> Iterator[Line]:
    if watched.get("client_cpu") is not None:
        values = {
            "cpu": _percent(watched["client_cpu"]),
            "idle": _percent(watched.get("client_idle")),
        }
        yield Line(
            label=_("Client CPU"),
            value=_("tool %(cpu)s, its machine %(idle)s idle") % values,
        )
    if watched.get("thread_cpu") is not None:
        values = {
            "ran": _percent(watched["thread_cpu"]),
            "waited": _percent(watched.get("thread_wait")),
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


def _steady_lines(result: Result) -> Iterator[Line]:
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


def _rate_lines(facts: Mapping[str, Any]) -> Iterator[Line]:
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


def _log_lines(log: Mapping[str, Any]) -> Iterator[Line]:
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


def _hits(ratio: float | None) -> str:
    """A miss never reads as 100 %."""
    if ratio is None or ratio == 1:
        return _percent(ratio, digits=2)
    return _percent(min(ratio, MOST_WITH_A_MISS), digits=2)


def _percent(share: float | None, *, digits: int = 0) -> str:
    """As findings and sentences round it."""
    return DASH if share is None else percent_text(share, digits=digits)
