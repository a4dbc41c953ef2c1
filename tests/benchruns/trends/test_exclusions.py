"""An outlier is left out by who may, with a reason, and can be taken back."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from benchruns.catalogue.figures import figures_of
from benchruns.errors import NotAllowed
from benchruns.models import Exclusion, Result
from benchruns.reports.class_ import class_report
from benchruns.results.datachecks.results import refresh
from benchruns.trends import exclusions
from benchruns.trends.exclusions import BadReason
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
REASON = "A backup ran beside it."


@pytest.fixture
def result():
    return ResultFactory(measured=True)


def test_an_excluded_result_says_who_when_and_why(result):
    made = exclusions.exclude(result.pk, by=result.owner, reason=f"  {REASON}\n")

    result.refresh_from_db()
    assert result.exclusion == made
    assert made.reason == REASON
    assert made.excluded_by == result.owner
    assert made.undone_at is None


def test_staff_may_exclude_what_others_measured(result):
    staff = UserFactory(staff=True)

    exclusions.exclude(result.pk, by=staff, reason=REASON)

    assert Exclusion.objects.get().excluded_by == staff


def test_a_second_exclusion_is_refused_and_names_the_first(result):
    first = exclusions.exclude(result.pk, by=result.owner, reason=REASON)

    with pytest.raises(NotAllowed) as refusal:
        exclusions.exclude(result.pk, by=result.owner, reason="Again.")

    assert result.owner.username in str(refusal.value)
    assert f"{first.excluded_at:%Y-%m-%d %H:%M} UTC" in str(refusal.value)
    assert REASON in str(refusal.value)
    assert Exclusion.objects.get() == first


def test_an_exclusion_that_is_undone_stays_as_history(result):
    staff = UserFactory(staff=True)
    exclusions.exclude(result.pk, by=result.owner, reason=REASON)

    exclusions.include(result.pk, by=staff)
    exclusions.exclude(result.pk, by=result.owner, reason="It was no backup.")

    result.refresh_from_db()
    newest, undone = Exclusion.objects.filter(result=result)
    assert result.exclusion == newest
    assert (undone.undone_by, undone.reason) == (staff, REASON)
    assert undone.undone_at >= undone.excluded_at


def test_what_is_counted_cannot_be_included(result):
    with pytest.raises(NotAllowed, match="not excluded"):
        exclusions.include(result.pk, by=result.owner)


@pytest.mark.parametrize("reason", ["", "  \n", "\0", "x" * 501])
def test_a_reason_is_needed_and_is_short(result, reason):
    with pytest.raises(BadReason):
        exclusions.exclude(result.pk, by=result.owner, reason=reason)

    assert not Exclusion.objects.exists()


@pytest.mark.parametrize("act", ["exclude", "include"])
def test_others_change_nothing(act):
    result = ResultFactory(measured=True, visibility="public")
    if act == "include":
        exclusions.exclude(result.pk, by=result.owner, reason=REASON)
    before = Result.objects.get().exclusion

    reason = {"reason": REASON} if act == "exclude" else {}
    with pytest.raises(NotAllowed, match="owner and staff"):
        getattr(exclusions, act)(result.pk, by=UserFactory(), **reason)

    assert Result.objects.get().exclusion == before


def test_without_a_login_nothing_is_excluded():
    result = ResultFactory(measured=True, visibility="public")

    with pytest.raises(NotAllowed, match="Log in"):
        exclusions.exclude(result.pk, by=AnonymousUser(), reason=REASON)


def test_who_may_not_see_a_result_learns_nothing_of_it(result):
    with pytest.raises(NotAllowed, match="no such result"):
        exclusions.exclude(result.pk, by=UserFactory(), reason=REASON)


def test_a_published_row_stands_as_it_was_printed():
    row = ResultFactory()

    with pytest.raises(NotAllowed, match="as they were printed"):
        exclusions.exclude(row.pk, by=UserFactory(staff=True), reason=REASON)


def test_a_refused_exclusion_leaves_no_row(result):
    """As when another user was first: the row count of the update decides."""
    exclusions.exclude(result.pk, by=result.owner, reason=REASON)
    Exclusion.objects.update(
        undone_at="2026-01-31T12:00Z"
    )  # only the unique guard goes

    with pytest.raises(NotAllowed):
        exclusions.exclude(result.pk, by=result.owner, reason="Again.")

    assert Exclusion.objects.count() == 1
    assert not connection.needs_rollback


# Where it counts ----------------------------------------------------------------------


def test_the_catalogue_takes_its_best_from_what_counts():
    sold = InstanceClassFactory()
    ResultFactory(instance_class=sold, tps=100)
    outlier = ResultFactory(
        measured=True, visibility="public", instance_class=sold, tps=900
    )
    exclusions.exclude(outlier.pk, by=outlier.owner, reason=REASON)

    found = figures_of([sold.pk], AnonymousUser())[sold.pk]

    assert found.best["cached"].value == 100


def test_a_neighbour_is_measured_by_what_counts():
    small = InstanceClassFactory(family="shared", vcpus=2)
    large = InstanceClassFactory(
        family="shared", vcpus=4, provider=small.provider, memory_gb=8
    )
    row = ResultFactory(instance_class=small, tps=100)
    ResultFactory(instance_class=large, tps=200, campaign=row.campaign)
    outlier = ResultFactory(
        measured=True,
        visibility="public",
        instance_class=large,
        tps=9000,
        campaign=row.campaign,
    )
    exclusions.exclude(outlier.pk, by=outlier.owner, reason=REASON)

    report = class_report(small.provider_id, "mysql", small.code, user=AnonymousUser())

    assert [each.ratio for each in report.neighbours] == [2]


def test_data_checks_leave_it_out():
    row = ResultFactory(tps=100, qps=5, derived={})
    assert refresh(Result.objects.all()) == 1
    outlier = ResultFactory(measured=True, qps=5, tps=100)
    exclusions.exclude(outlier.pk, by=outlier.owner, reason=REASON)

    refresh(Result.objects.all())

    assert Result.objects.get(pk=row.pk).findings
    assert not Result.objects.get(pk=outlier.pk).findings
