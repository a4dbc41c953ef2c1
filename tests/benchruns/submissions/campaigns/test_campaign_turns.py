"""Campaigns of one short name at the same time: one is on its way, the others are told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection

from benchruns.models import CampaignDraft, CatalogueChange
from benchruns.submissions.campaigns import drafts
from benchruns.submissions.campaigns.decisions import accept
from benchruns.submissions.campaigns.drafts import NameTaken, enter
from benchruns.submissions.campaigns.withdrawal import withdraw
from tests.benchruns.submissions.campaigns.paper_values import VALUES, table
from tests.factories import InstanceClassFactory, ProviderFactory, UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

AT_ONCE = 5


@pytest.fixture
def ada():
    provider = ProviderFactory(slug="aws", name="Amazon Web Services")
    InstanceClassFactory(provider=provider, code="db.t3.medium")
    return UserFactory(staff=True, username="ada")


@pytest.fixture
def all_at_once(monkeypatch):
    """Each has looked for another of its name before any is stored."""
    gate, look = Barrier(AT_ONCE), drafts._fill

    def look_and_wait(*args):
        paper = look(*args)
        gate.wait()
        return paper

    monkeypatch.setattr(drafts, "_fill", look_and_wait)


def answer_to(user_id):
    try:
        user = User.objects.get(pk=user_id)
        return enter(VALUES, "paper.csv", table(), user=user).draft.state
    except NameTaken as refusal:
        return refusal.errors["slug"]
    finally:
        connection.close()


def test_of_several_with_one_name_at_the_same_time_one_waits(ada, all_at_once):
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = sorted(threads.map(answer_to, [ada.pk] * AT_ONCE))

    told = "A campaign of this name waits for its review: change that one."
    assert answers == [told] * (AT_ONCE - 1) + ["waiting"]
    draft = CampaignDraft.objects.get()
    assert CatalogueChange.objects.count() == 1
    accept(draft.pk, version=1, user=UserFactory(staff=True))


def test_a_name_is_free_again_once_its_draft_was_withdrawn(ada):
    withdraw(enter(VALUES, "paper.csv", table(), user=ada).draft.pk, user=ada)

    enter(VALUES, "paper.csv", table(), user=ada)

    assert CampaignDraft.objects.filter(state="waiting").count() == 1
