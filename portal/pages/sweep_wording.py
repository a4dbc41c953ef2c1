"""A sweep in words: its title, how far it is, what its peak is and how sure that is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.bottleneck import Limit
from benchruns.models import DataSet, Run, Sweep
from benchruns.sweep_report import Rung, Spread, SweepReport
from benchruns.vocabulary import Regime, RunState, Visibility
from benchruns.workload_labels import workload_label
from benchruns.workloads import WORKLOADS
from portal.pages import run_evidence, run_repeat, run_wording
from portal.templatetags.figures import figure

ENDINGS = {
    RunState.SUCCEEDED: gettext_lazy("%(number)d succeeded"),
    RunState.FAILED: gettext_lazy("%(number)d failed"),
    RunState.CANCELLED: gettext_lazy("%(number)d cancelled"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A sentence and, where a new sweep would end it, that one's form."""

    text: str
    remedy: str = ""
    url: str = ""


def title(sweep: Sweep, runs: Sequence[Run], *, is_private_seen: bool) -> str:
    """ "OLTP read/write on shop-db, 1 to 16 threads, 3 repetitions"."""
    parts = [
        _("%(workload)s on %(place)s")
        % {
            "workload": workload_label(sweep.workload),
            "place": run_wording.place(runs[0], is_private_seen=is_private_seen),
        },
        span(sweep, runs),
    ]
    if sweep.repetitions > 1:
        text = ngettext(
            "%(number)d repetition", "%(number)d repetitions", sweep.repetitions
        )
        parts.append(text % {"number": sweep.repetitions})
    return ", ".join(parts)


def span(sweep: Sweep, runs: Sequence[Run]) -> str:
    """ "1 to 16 threads" of the runs that are seen."""
    workload = WORKLOADS[sweep.workload]
    counts = sorted({workload.threads(run.parameters) for run in runs})
    if len(counts) == 1:
        return load(sweep, counts[0])
    return _("%(least)s to %(most)s") % {
        "least": f"{counts[0]:,}",
        "most": load(sweep, counts[-1]),
    }


def load(sweep: Sweep, number: int) -> str:
    """ "16 threads", in the tool's own word for them."""
    if WORKLOADS[sweep.workload].load == "clients":
        text = ngettext("%(number)s client", "%(number)s clients", number)
    else:
        text = ngettext("%(number)s thread", "%(number)s threads", number)
    return text % {"number": f"{number:,}"}


def load_word(sweep: Sweep) -> str:
    """The head of the column of thread counts."""
    return _("Clients") if WORKLOADS[sweep.workload].load == "clients" else _("Threads")


def state(report: SweepReport, runs: Sequence[Run]) -> str:
    """ "running", "stopping", or how it ended."""
    if any(run.cancel_requested_at and not run.is_terminal for run in runs):
        return _("stopping")
    if not is_ended(report):
        return str(RunState(report.state).label)
    endings = {run.state for run in runs}
    if RunState.CANCELLED in endings:
        return _("cancelled")
    if RunState.FAILED in endings and RunState.SUCCEEDED in endings:
        return _("finished, in part")
    return _("failed") if RunState.FAILED in endings else _("finished")


def state_sign(report: SweepReport, runs: Sequence[Run]) -> str:
    """The shape beside the word: the state of a run that looks alike."""
    if not is_ended(report):
        return report.state
    endings = {run.state for run in runs}
    for ending in (RunState.CANCELLED, RunState.FAILED):
        if ending in endings:
            return ending
    return RunState.SUCCEEDED


def endings(runs: Sequence[Run]) -> str:
    """ "12 succeeded, 2 failed"; empty where all that ended went well."""
    found = Counter(run.state for run in runs if run.is_terminal)
    if set(found) <= {RunState.SUCCEEDED.value}:
        return ""
    return ", ".join(
        text % {"number": found[state]}
        for state, text in ENDINGS.items()
        if found[state]
    )


def now_measured(sweep: Sweep, runs: Sequence[Run]) -> str:
    """ "Measuring 16 threads, repetition 2"; empty while none runs."""
    running = next((run for run in runs if run.state == RunState.RUNNING), None)
    if running is None:
        return ""
    words = {
        "doing": run_wording.state(running),
        "load": load(sweep, WORKLOADS[sweep.workload].threads(running.parameters)),
        "number": running.repetition or 1,
    }
    if sweep.repetitions == 1:
        return _("%(doing)s: %(load)s") % words
    return _("%(doing)s: %(load)s, repetition %(number)d") % words


def visibility(runs: Sequence[Run]) -> str:
    public = sum(run.visibility == Visibility.PUBLIC for run in runs)
    if public == 0:
        return _("private")
    if public == len(runs):
        return _("public")
    return _("%(public)d of %(all)d runs public") % {"public": public, "all": len(runs)}


def loading(sweep: Sweep, data_sets: Sequence[DataSet]) -> str:
    """How often its data was loaded; ``data_sets`` are those of its runs."""
    ready = [each for each in data_sets if each.is_ready]
    own = sum(each.run is not None and each.run.sweep_id == sweep.pk for each in ready)
    if len(ready) > own:
        if own == 0:
            return _("none: every run uses a kept data set, as the run before left it")
        text = ngettext(
            "once, in place of a kept data set that could not be used any more",
            "%(number)d times, in place of data sets that could not be used any more",
            own,
        )
        return text % {"number": own}
    if own > 1:
        return _(
            "%(number)d times: it was lost, and loaded anew; between that every run "
            "uses the same data, as the run before left it"
        ) % {"number": own}
    return _("once; every run uses the same data, as the run before left it")


# The peak ---------------------------------------------------------------------------


def peak_sentence(sweep: Sweep, report: SweepReport) -> str:
    """ "Peak 12,340 TPS at 16 threads (median of 3, 12,100 to 12,500)"."""
    peak = report.peak
    if peak is None or peak.tps is None:
        return ""
    words = {
        "tps": figure(peak.tps.median),
        "load": load(sweep, peak.threads),
        "basis": basis(peak.tps),
    }
    if len(report.rungs) == 1:
        return _("%(tps)s TPS at %(load)s (%(basis)s)") % words
    if not is_ended(report):
        return _("Highest so far: %(tps)s TPS at %(load)s (%(basis)s)") % words
    return _("Peak %(tps)s TPS at %(load)s (%(basis)s)") % words


def peak_word(report: SweepReport) -> str:
    return _("Peak") if is_ended(report) else _("Highest so far")


def is_ended(report: SweepReport) -> bool:
    return report.ended == len(report.repeats)


def basis(spread: Spread) -> str:
    """ "median of 3, 12,100 to 12,500", or that there is one value alone."""
    if len(spread.values) == 1:
        return _("one run")
    return _("median of %(count)d, %(lowest)s to %(highest)s") % {
        "count": len(spread.values),
        "lowest": figure(spread.lowest),
        "highest": figure(spread.highest),
    }


def doubts(sweep: Sweep, report: SweepReport, runs: Sequence[Run]) -> list[Doubt]:
    """What keeps the peak from being believed; empty for none, or no peak."""
    peak = report.peak
    if peak is None or peak.tps is None:
        return []
    told = []
    is_ladder = len(report.rungs) > 1
    if rivals := report.rivals:
        told.append(_no_clear_order(sweep, rivals, runs))
    elif is_ladder and len(peak.tps.values) == 1:
        told.append(_measured_once(sweep, runs))
    if report.is_peak_last and is_ladder:
        told.append(_try_more(sweep, peak, runs))
    if Limit.CLIENT in {repeat.bottleneck for repeat in peak.counted}:
        told.append(_client_bound())
    return told


def _no_clear_order(sweep: Sweep, rivals: Sequence[Rung], runs: Sequence[Run]) -> Doubt:
    more = max(5, 2 * sweep.repetitions)
    return Doubt(
        text=_(
            "Not clearly above %(loads)s: their repeats reach into those of the peak."
        )
        % {"loads": _listed(sweep, rivals)},
        remedy=_("Repeat more often"),
        url=_again(sweep, runs, ladder=sweep.threads, repetitions=more),
    )


def _measured_once(sweep: Sweep, runs: Sequence[Run]) -> Doubt:
    return Doubt(
        text=_("Measured once: only repetitions tell a peak from chance."),
        remedy=_("Repeat with 3 repetitions"),
        url=_again(sweep, runs, ladder=sweep.threads, repetitions=3),
    )


def _try_more(sweep: Sweep, peak: Rung, runs: Sequence[Run]) -> Doubt:
    load_limit = next(
        parameter.maximum
        for parameter in WORKLOADS[sweep.workload].parameters
        if parameter.name == WORKLOADS[sweep.workload].load
    )
    steps = [peak.threads * factor for factor in (1, 2, 4)]
    ladder = [count for count in steps if load_limit is None or count <= load_limit]
    return Doubt(
        text=_("The highest count won: try more."),
        remedy=_("Sweep %(counts)s") % {"counts": ", ".join(f"{n:,}" for n in ladder)},
        url=_again(sweep, runs, ladder=ladder, repetitions=sweep.repetitions),
    )


def _client_bound() -> Doubt:
    return Doubt(
        text=_(
            "At the peak the load generator was the limit: the server can do more than "
            "this."
        )
    )


def repeat_url(sweep: Sweep, runs: Sequence[Run]) -> str:
    """The form of a new run, filled in so that it starts this sweep again."""
    return _again(sweep, runs, ladder=sweep.threads, repetitions=sweep.repetitions)


def _again(
    sweep: Sweep, runs: Sequence[Run], *, ladder: Sequence[int], repetitions: int
) -> str:
    """The form of a new run, filled in with what this sweep ran; ``runs`` are its."""
    return run_repeat.sweep_url_of(
        runs[0],
        ladder=ladder,
        repetitions=repetitions,
        settle_seconds=sweep.settle_seconds,
    )


def _listed(sweep: Sweep, rungs: Sequence[Rung]) -> str:
    """ "4, 8 and 32 threads"."""
    *first, last = sorted(rung.threads for rung in rungs)
    if not first:
        return load(sweep, last)
    return _("%(first)s and %(last)s") % {
        "first": ", ".join(f"{threads:,}" for threads in first),
        "last": load(sweep, last),
    }


# Verdicts of a rung -----------------------------------------------------------------


def regimes(rung: Rung) -> list[tuple[str, str]]:
    """Each regime that its repeats were found in, with its word."""
    found = sorted({repeat.regime for repeat in rung.counted if repeat.regime})
    return [(name, str(Regime(name).label)) for name in found]


def limits(rung: Rung) -> str:
    """The bottlenecks of its repeats; empty where none was watched."""
    measured = (repeat for repeat in rung.counted if repeat.tps is not None)
    found = dict.fromkeys(each.bottleneck for each in measured if each.bottleneck)
    return ", ".join(str(run_evidence.LIMITS.get(name, name)) for name in found)
