"""A published campaign that staff take back: it keeps its address and counts nowhere."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from benchruns.errors import NotAllowed
from benchruns.models import Campaign, CatalogueChange, Result
from benchruns.reproduction.reproduce import refusal
from benchruns.results.published.loader import load
from benchruns.submissions.campaigns.decisions import accept
from benchruns.submissions.campaigns.drafts import change, enter
from benchruns.submissions.campaigns.withdrawal import withdraw
from benchruns.submissions.review.refusals import WordsNotAllowed
from tests.benchruns.submissions.campaigns.paper_values import VALUES, table
from tests.factories import (
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def ada():
    return UserFactory(staff=True, username="ada")


@pytest.fixture
def grace():
    return UserFactory(staff=True, username="grace")


def published(ada, grace, *rows):
    provider = ProviderFactory(slug="aws", name="Amazon Web Services")
    InstanceClassFactory(provider=provider, code="db.t3.medium")
    draft = enter(VALUES, "paper.csv", table(*rows), user=ada).draft
    accept(draft.pk, version=1, user=grace)
    draft.refresh_from_db()
    return draft


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["ada", "grace", "another"])
def test_any_of_the_staff_withdraws_it_with_a_reason(ada, grace, who):
    draft = published(ada, grace)
    by = {"ada": ada, "grace": grace}.get(who) or UserFactory(staff=True, username=who)

    withdraw(draft.pk, user=by, reason=" The paper was\r\nreplaced. ")

    draft.refresh_from_db()
    assert (draft.state, draft.withdrawn_by) == ("withdrawn", by)
    assert draft.reason == "The paper was\nreplaced."
    assert draft.withdrawn_at is not None
    result = Result.objects.get()
    assert result.status == "withdrawn"
    assert not Result.objects.visible_to(NOBODY).exists()
    assert Result.objects.at_address(NOBODY).get() == result
    assert not Campaign.objects.standing().exists()
    assert Campaign.objects.get() == draft.campaign


def test_who_withdrew_it_and_why_is_kept_with_the_changes(ada, grace):
    draft = published(ada, grace)

    withdraw(draft.pk, user=ada, reason="Table 3 is wrong.")

    last = CatalogueChange.objects.order_by("-id")[0]
    assert (last.actor, last.kind, last.key) == (ada, "campaign", draft.slug)
    assert last.values == {
        "state": ["accepted", "withdrawn"],
        "reason": [None, "Table 3 is wrong."],
    }


@pytest.mark.parametrize("reason", ["", "  \r\n\t "])
def test_it_is_not_withdrawn_without_a_reason(ada, grace, reason):
    draft = published(ada, grace)

    with pytest.raises(WordsNotAllowed, match="Give the reason"):
        withdraw(draft.pk, user=ada, reason=reason)

    with pytest.raises(IntegrityError), transaction.atomic():
        type(draft).objects.update(state="withdrawn", withdrawn_by=ada)
    assert Result.objects.visible_to(NOBODY).exists()


def test_others_than_staff_do_not_withdraw_it(ada, grace):
    draft = published(ada, grace)
    type(ada).objects.filter(pk=ada.pk).update(is_staff=False)
    ada.refresh_from_db()

    with pytest.raises(NotAllowed):
        withdraw(draft.pk, user=ada, reason="Mine.")

    assert Result.objects.visible_to(NOBODY).exists()


def test_it_is_withdrawn_once_and_stays_so(ada, grace):
    draft = published(ada, grace)
    withdraw(draft.pk, user=ada, reason="Table 3 is wrong.")

    with pytest.raises(NotAllowed, match="withdrawn already"):
        withdraw(draft.pk, user=grace, reason="Again.")
    with pytest.raises(NotAllowed):
        accept(draft.pk, version=1, user=grace)
    with pytest.raises(NotAllowed):
        change(draft.pk, {"title": "x"}, "", b"", user=ada)
    load()

    draft.refresh_from_db()
    assert (draft.reason, Result.objects.get(campaign=draft.campaign).status) == (
        "Table 3 is wrong.",
        "withdrawn",
    )


def test_its_rows_are_repeated_no_more(ada, grace):
    draft = published(ada, grace)
    assert refusal(Result.objects.get()) == ""

    withdraw(draft.pk, user=ada, reason="Table 3 is wrong.")

    assert "withdrawn" in refusal(Result.objects.get())


def test_no_row_that_stands_is_held_against_it(ada, grace):
    """The disk I/O row is faster than the cached one: a finding on both."""
    cached = {"tps": "100", "qps": "2000"}
    disk = {"tps": "300", "qps": "6000", "regime": "disk_io"}
    draft = published(ada, grace, cached, disk)
    both = {code for r in Result.objects.all() for code in _codes(r)}
    assert both
    keeps = draft.campaign.results.order_by("published_key")[0]
    withdrawn_of = Result.objects.filter(pk=keeps.pk)

    withdraw(draft.pk, user=ada, reason="Table 3 is wrong.")
    # as if it were of another campaign of the same paper
    withdrawn_of.update(status="current")
    load()

    assert _codes(withdrawn_of.get()) == []


def _codes(result):
    return [finding["code"] for finding in result.findings]


def test_a_measured_result_is_never_withdrawn():
    measured = ResultFactory(measured=True)

    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=measured.pk).update(status="withdrawn")
