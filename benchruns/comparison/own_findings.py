"""What a result by itself says against comparing it: left out, claimed, not current."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.findings import Worded
from benchruns.models import Result
from benchruns.vocabulary import Provenance, ResultStatus, Severity

NOT_CURRENT: Mapping[ResultStatus, tuple[str | Promise, str | Promise]] = {
    ResultStatus.DRAFT: (
        gettext_lazy("A submitted result is not accepted yet."),
        gettext_lazy("Compare it again once its submission was reviewed."),
    ),
    ResultStatus.WITHDRAWN: (
        gettext_lazy("A submitted result was withdrawn."),
        gettext_lazy("Take it out of the comparison."),
    ),
    ResultStatus.SUPERSEDED: (
        gettext_lazy("A submitted result was superseded by a newer submission."),
        gettext_lazy(
            "Compare the result of the newer submission; its page links to it."
        ),
    ),
}


def left_out(results: Sequence[Result]) -> Iterator[Worded]:
    """One finding on what owners left out, one on what staff did."""
    excluded = [result for result in results if result.exclusion]
    by_owner = [result for result in excluded if _is_by_owner(result)]
    by_staff = [result for result in excluded if result not in by_owner]
    for group, message in (
        (by_owner, _("Left out by its owner as an outlier: %(reasons)s")),
        (by_staff, _("Left out by staff as an outlier: %(reasons)s")),
    ):
        if group:
            reasons = "; ".join(r.exclusion.reason for r in group if r.exclusion)
            yield Worded(
                code="excluded",
                severity=Severity.CAUTION,
                message=message % {"reasons": reasons},
                results=_ids(group),
                why=_("It counts in no median and no maximum elsewhere."),
                remedy=_("Compare one of its repeats, or undo the exclusion."),
            )


def claimed_regimes(results: Sequence[Result]) -> Iterator[Worded]:
    """The regime of a submitted result is what its submitter says."""
    claimed = [
        result
        for result in results
        if result.provenance == Provenance.SUBMITTED and result.regime
    ]
    if claimed:
        yield Worded(
            code="claimed_regime",
            severity=Severity.NOTE,
            message=_("The regime of submitted results is as their submitters claim."),
            results=_ids(claimed),
            values={str(result.pk): result.regime for result in claimed},
            why=_("No counters of the server tell how often the disk was read."),
            remedy=_("Repeat it here: a run reads the counters while it measures."),
        )


def not_current(results: Sequence[Result]) -> Iterator[Worded]:
    """What stands in no list: a draft, withdrawn or superseded; one finding a status."""
    for status, (message, remedy) in NOT_CURRENT.items():
        found = [result for result in results if result.status == status]
        if found:
            yield Worded(
                code=status.value,
                severity=Severity.CAUTION,
                message=str(message),
                results=_ids(found),
                why=_("It counts in no list, no chart and no best figure."),
                remedy=str(remedy),
            )


def _ids(results: Sequence[Result]) -> tuple[str, ...]:
    return tuple(str(result.pk) for result in results)


def _is_by_owner(result: Result) -> bool:
    exclusion = result.exclusion
    return exclusion is not None and exclusion.excluded_by_id == result.owner_id
