"""One run that two accepted reports bring: both say so, and a need counts it once."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.catalogue.needs.report import find
from benchruns.models import Result
from benchruns.submissions.report import submission_report
from benchruns.submissions.review import moves
from benchruns.submissions.understanding.derive import derive
from benchruns.workloads import MAIN
from tests.benchruns.submissions.review.under_review import STATED, accepted
from tests.factories import InstanceClassFactory, ResultFactory
from tests.submission_factories import SubmittedFileFactory
from tests.submission_files import sysbench_text

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
CODE = "duplicate_figures"


@pytest.fixture
def accept(django_capture_on_commit_callbacks):
    """Accept a report, and do what follows once that is committed."""

    def public(**facts):
        with django_capture_on_commit_callbacks(execute=True):
            return accepted(**facts).results.get()

    return public


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def marks(result):
    """Of the row as it stands: severity of the finding, and the rows that it names."""
    result = Result.objects.get(pk=result.pk)
    return [
        (each["severity"], each["results"])
        for each in result.findings
        if each["code"] == CODE
    ]


def test_the_later_of_two_is_in_doubt_and_the_first_a_note_says_so(accept):
    first, later = accept(), accept()

    assert marks(first) == [("note", [str(later.pk)])]
    assert marks(later) == [("caution", [str(first.pk)])]
    assert Result.objects.get(pk=later.pk).doubt == "figure"
    assert Result.objects.get(pk=first.pk).doubt != "figure"


def test_other_figures_bear_no_mark(accept):
    first, other = accept(), accept(tps=101.0)

    assert marks(first) == marks(other) == []


@pytest.mark.parametrize("withdrawn", ["first", "later"])
def test_once_one_is_withdrawn_the_other_counts_again(accept, committed, withdrawn):
    rows = {"first": accept(), "later": accept()}
    gone = rows.pop(withdrawn)
    (left,) = rows.values()

    with committed():
        moves.withdraw(gone.submission_id, by=gone.submission.owner, reason="Twice.")

    assert marks(left) == marks(gone) == []
    assert Result.objects.get(pk=left.pk).doubt != "figure"


def test_of_three_the_next_is_the_first_once_the_first_is_withdrawn(accept, committed):
    first, second, third = accept(), accept(), accept()

    with committed():
        moves.withdraw(first.submission_id, by=first.submission.owner, reason="Twice.")

    assert marks(second) == [("note", [str(third.pk)])]
    assert marks(third) == [("caution", [str(second.pk)])]


def test_a_vendor_s_row_with_these_figures_came_first_and_bears_no_mark(accept):
    row = ResultFactory(tps=100.0, qps=2000.0, threads=8, latency_avg_ms=None)
    Result.objects.filter(pk=row.pk).update(latency_p95_ms=None)

    later = accept()

    assert marks(later) == [("caution", [str(row.pk)])]
    assert marks(row) == []


def test_one_that_stays_private_is_nobody_s_duplicate(accept):
    first = accept()
    Result.objects.filter(pk=first.pk).update(visibility="private")

    assert marks(accept()) == []


def test_a_need_counts_the_two_as_one(accept):
    stated = STATED | {"provider": "p", "instance_class": "c1"}
    InstanceClassFactory(provider__slug="p", provider__name="p", code="c1")
    first, later = accept(statement=stated), accept(statement=stated)
    rows = Result.objects.filter(pk__in=[first.pk, later.pk])
    sold = InstanceClassFactory()
    rows.update(instance_class=sold, workload=MAIN)

    need = Need(tps=50, regime=ANY_REGIME)
    report = find(need, user=AnonymousUser())

    (found,) = report.found
    assert found.result.pk == first.pk
    assert (found.reached, found.doubted) == (1, 1)


def test_what_is_read_anew_keeps_its_mark(accept, committed):
    first, later = accept(), accept()
    for each in (first, later):
        text = sysbench_text()
        SubmittedFileFactory(submission=each.submission, text=text)

    with committed():
        derive(later.submission)

    report = submission_report(later.submission_id, user=later.submission.owner)
    told = [each.code for result in report.results for each in result.findings]
    assert told.count(CODE) == len(report.results)
