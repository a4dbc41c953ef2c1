"""A sweep in words: its title, how far it is, what its rungs showed."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.models import DataSet, Run, Sweep
from benchruns.runs.sweep_report import Repeat, Rung, SweepReport
from benchruns.sentences.doubts import doubts_of_each
from benchruns.vocabulary import Regime, RunState, Visibility
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label
from portal.pages.runs import evidence as run_evidence
from portal.wording import runs as run_wording

MOST_NAMED = 3  # repetitions of which one doubt is; more are counted
ENDINGS = {
    RunState.SUCCEEDED: gettext_lazy("%(number)d succeeded"),
    RunState.FAILED: gettext_lazy("%(number)d failed"),
    RunState.CANCELLED: gettext_lazy("%(number)d cancelled"),
}


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
    return WORKLOADS[sweep.workload].words.counted(number)


def load_word(sweep: Sweep) -> str:
    """The head of the column of thread counts."""
    return str(WORKLOADS[sweep.workload].words.heading)


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


def is_ended(report: SweepReport) -> bool:
    return report.ended == len(report.repeats)


# Verdicts of a rung -----------------------------------------------------------------


def regimes(rung: Rung) -> list[tuple[str, str]]:
    """Each regime that its repeats were found in, with its word."""
    found = sorted({repeat.regime for repeat in rung.counted if repeat.regime})
    return [(name, str(Regime(name).label)) for name in found]


def limits(rung: Rung) -> str:
    """What limited its repeats, as their pages say it, with what is doubted of which;
    empty where none was watched."""
    measured = [r for r in rung.counted if getattr(r, rung.figure) is not None]
    found = dict.fromkeys(
        run_evidence.limit_word(each.bottleneck, each.bottleneck_reason)
        for each in measured
    )
    words = ", ".join(filter(None, found))
    doubts = ", ".join(doubts_by_repeat(measured))
    if not words or not doubts:
        return words
    return _("%(limits)s; in doubt: %(doubts)s") % {"limits": words, "doubts": doubts}


def doubts_by_repeat(repeats: Sequence[Repeat]) -> list[str]:
    """Each doubt in few words, with those of the repeats that it is of."""
    found = doubts_of_each([repeat.findings for repeat in repeats])
    return [
        clause + _of_which([repeats[place] for place in places], among=len(repeats))
        for clause, places in found
    ]


def _of_which(doubted: Sequence[Repeat], *, among: int) -> str:
    """ " (repetition 2)"; empty where there is one alone."""
    if among == 1:
        return ""
    if len(doubted) == among:
        return " " + _("(all %(number)d repetitions)") % {"number": among}
    if len(doubted) > MOST_NAMED:
        words = {"count": len(doubted), "number": among}
        return " " + _("(%(count)d of %(number)d repetitions)") % words
    text = ngettext(
        "(repetition %(numbers)s)", "(repetitions %(numbers)s)", len(doubted)
    )
    numbers = ", ".join(str(each.repetition) for each in doubted)
    return " " + text % {"numbers": numbers}
