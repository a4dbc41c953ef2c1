"""Why a run counts as cached and server-bound: its evidence as rows of a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns import findings
from benchruns.evidence.bottleneck import Limit, Reason
from benchruns.evidence.regime import UNKNOWN
from benchruns.evidence.waits import NOT_WAITED, Wait
from benchruns.models import Attempt, Result
from benchruns.reports.marks import Case, Mark
from benchruns.sentences import verdicts, waits
from benchruns.sentences.doubts import doubts_of
from benchruns.vocabulary import Regime
from portal.pages.runs.evidence_lines import (
    Line,
    cpu_lines,
    hits_text,
    limit_lines,
    log_lines,
    rate_lines,
    regime_lines,
    rounded_percent,
    steady_lines,
)

LIMITS: Mapping[str, str | Promise] = {
    Limit.CLIENT: gettext_lazy("client-bound"),
    Limit.SERVER: gettext_lazy("server-bound"),
    Limit.LATENCY: gettext_lazy("latency-bound"),
    Limit.UNCLEAR: gettext_lazy("limit unclear"),
}
SHARED_MACHINE = gettext_lazy("limited by the shared machine")

HALF = 0.5

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
        hits=hits_text(counted.get("hit_ratio")) if verdict else "",
        lines=[
            *regime_lines(counted),
            *cpu_lines(watched, is_beside=is_beside),
            *limit_lines(watched),
            *steady_lines(result),
            *rate_lines(result.tool_facts),
            *log_lines(result.tool_facts.get("latency_log", {})),
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


def limit_word(verdict: str | None, reason: str | None) -> str:
    """What limited a run, in two or three words; empty where nothing was judged."""
    if reason == Reason.OTHER_PROGRAMS:
        return str(SHARED_MACHINE)
    return str(LIMITS.get(verdict or "", ""))


def _limit_words(
    judged: Mapping[str, Any], watched: Mapping[str, Any], *, is_beside: bool
) -> str:
    """``server-bound: CPU 92 % busy, 20 % log writes``: what the server did, most first.

    Its CPU is named where it was busier than its sessions waited.
    """
    verdict, reason = judged.get("verdict", ""), judged.get("reason")
    word = limit_word(verdict, reason)
    if reason == Reason.OTHER_PROGRAMS:
        return word
    longest = waits.longest(watched) if verdict != Limit.CLIENT else ""
    own = watched.get("server_cpu")
    cpu = (watched.get("other_cpu") if own is None else own) or 0
    waited = (watched.get("waits") or {}).get(watched.get("longest_wait"), 0)
    if verdict == Limit.SERVER and longest and cpu > max(waited, HALF):
        longest = _cpu_text(watched, is_beside=is_beside) % {
            "cpu": rounded_percent(cpu),
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
