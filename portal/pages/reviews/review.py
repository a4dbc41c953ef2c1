"""What the page of a submission shows of its review: the decision, and the reward."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from benchruns.figures.metrics import METRICS, Metric
from benchruns.findings import Worded
from benchruns.models import Result, Reward, RewardPolicy, Submission
from benchruns.sentences.catalogue import worded_once
from benchruns.sentences.checks.table import worded_check
from benchruns.sentences.doubts import doubts_text
from benchruns.submissions.checks import content, provider, vendor_consent
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.report_parts import SubmissionReport
from benchruns.submissions.review.check_counts import check_counts
from benchruns.submissions.review.refusals import cautions_of
from benchruns.submissions.rewards import issue, policy
from benchruns.vocabulary import Grade, SubmissionState
from portal.forms.review import DECISION_TEXT, Move
from portal.pages.reviews import differences as submission_differences
from portal.pages.reviews import measured
from portal.pages.reviews.new_names import (
    classes_to_match,
    names_new_to_the_catalogue,
)
from portal.pages.rewards.lines import OwnReward, own_reward
from portal.web.permissions import Viewer, is_owner

MOST_RESULTS = 12
SHOWN = (
    *("tps", "qps", "nopm", "tpm"),
    *("latency_avg_ms", "latency_p95_ms", "latency_p99_ms"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeChoice:
    """``policy`` is what the grade earns; None where it earns nothing."""

    grade: Grade
    is_chosen: bool
    policy: RewardPolicy | None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """``cells`` are the columns with its figures, None where unknown; ``repeat`` is its
    number among those of one load."""

    result: Result
    cells: Sequence[tuple[Metric, float | None]]
    doubt: str
    repeat: int | None


def decision(
    request: HttpRequest,
    submission: Submission,
    report: SubmissionReport,
    *,
    wrong_words: str = "",
    wrong_grade: str = "",
    asked: str = "",
) -> dict[str, Any]:
    """For reviewers, while there is something to decide; empty for all others.

    ``may_decide`` is false for one's own, and then there is nothing else. ``since`` of
    the address is the version that the differences begin at. What was sent and not
    done keeps its words; ``wrong_words`` and ``wrong_grade`` say what is wrong with them and with its grade.
    ``asked``: what is to be sent once more, accepting against the rating or rejecting.
    """
    if submission.state != SubmissionState.SUBMITTED or not report.is_reviewer:
        return {}
    if report.is_owner:
        return {"may_decide": False}
    columns = _columns(report)
    repeats = report.repeat_numbers
    return {
        "may_decide": True,
        "url": reverse("portal:submission-decide", args=[submission.pk]),
        "version": submission.version,
        "text": request.POST.get(DECISION_TEXT, ""),
        "wrong_words": wrong_words,
        "wrong_grade": wrong_grade,
        "asked": asked,
        "cautions": list(_cautions(submission, report)) if asked == Move.ACCEPT else [],
        "stays_private": any(
            each.code == vendor_consent.FIELD and each.severity == Outcome.CAUTION
            for each in report.checks
        ),
        "new_names": names_new_to_the_catalogue(report),
        "classes": classes_to_match(report),
        "instance_class": request.POST.get("instance_class", ""),
        "grades": _grades(request, report),
        "counts": check_counts(submission),
        "of_others": [
            worded_check(each)
            for each in report.checks
            if each.code in provider.CODES and each.severity != Outcome.OK
        ],
        "columns": columns,
        "measured": measured.lines_of(report.results[:MOST_RESULTS], repeats=repeats),
        "results": [
            ResultLine(
                each.result,
                [(m, getattr(each.result, m.name)) for m in columns],
                doubts_text(each.result),
                repeats.get(each.result.pk),
            )
            for each in report.results[:MOST_RESULTS]
        ],
        "more_results": max(len(report.results) - MOST_RESULTS, 0),
        "differences": submission_differences.differences(
            submission, since=request.GET.get("since", "")
        ),
    }


def reward_of(submission: Submission, viewer: Viewer) -> OwnReward | None:
    """What its owner earned with it; None for everybody else."""
    if submission.accepted_at is None or not is_owner(viewer, submission.owner_id):
        return None
    reward = getattr(submission, "reward", None)
    return own_reward(reward, viewer=viewer) if reward else None


def rewarded_before(submission: Submission, viewer: Viewer) -> Reward | None:
    """Why an accepted submission has no code, for its owner: its report earned one."""
    if submission.accepted_at is None or not is_owner(viewer, submission.owner_id):
        return None
    if getattr(submission, "reward", None) is not None:
        return None
    return issue.redeemed_before(submission)


def _cautions(submission: Submission, report: SubmissionReport) -> Iterator[Worded]:
    """All that stands against it; of its contradictions each in its own words."""
    found = content.cautions([each.result for each in report.results])
    for check in cautions_of(submission):
        if check.code == "contradictions" and found:
            yield from worded_once(found)
        else:
            yield worded_check(check)


def _columns(report: SubmissionReport) -> list[Metric]:
    """The figures that any of its results has."""
    return [
        METRICS[name]
        for name in SHOWN
        if any(getattr(each.result, name) is not None for each in report.results)
    ]


def _grades(request: HttpRequest, report: SubmissionReport) -> list[GradeChoice]:
    """The one sent or proposed is chosen; none where changes are proposed."""
    proposed = report.rating.grade if report.rating else ""
    chosen = request.POST.get("grade", proposed)
    policies = {each.grade: each for each in policy.in_force()}
    return [
        GradeChoice(grade=each, is_chosen=each == chosen, policy=policies.get(each))
        for each in Grade
    ]
