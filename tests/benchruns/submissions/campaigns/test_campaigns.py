"""Campaigns of other papers: entered by one, reviewed by another, then as any published."""

from functools import cached_property

import pytest
from django.db import IntegrityError, connection, transaction

from benchruns.errors import FieldErrors, NotAllowed
from benchruns.models import Campaign, CampaignDraft, CatalogueChange, Result, Source
from benchruns.results.published.loader import load
from benchruns.submissions.campaigns import drafts
from benchruns.submissions.campaigns.decisions import accept, give_back
from benchruns.submissions.campaigns.drafts import (
    PaperError,
    change,
    enter,
)
from benchruns.submissions.campaigns.rows import Paper
from benchruns.submissions.campaigns.withdrawal import withdraw
from tests.benchruns.submissions.campaigns.paper_values import VALUES, table
from tests.factories import (
    InstanceClassFactory,
    ProviderFactory,
    SourceFactory,
    UserFactory,
)
from tests.growth import is_in_proportion

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return UserFactory(staff=True, username="ada")


@pytest.fixture
def grace():
    return UserFactory(staff=True, username="grace")


@pytest.fixture
def sold():
    provider = ProviderFactory(slug="aws", name="Amazon Web Services")
    return InstanceClassFactory(provider=provider, code="db.t3.medium")


def entered(user, *rows, **values):
    return enter(VALUES | values, "paper.csv", table(*rows), user=user).draft


def faults_of(user, *rows, **values):
    with pytest.raises(PaperError) as caught:
        entered(user, *rows, **values)
    assert not CampaignDraft.objects.exists()
    return caught.value.faults


def test_nothing_is_seen_before_a_second_person_has_reviewed_it(ada, sold):
    draft = entered(ada)

    assert draft.state == "waiting"
    assert not Campaign.objects.exists()
    assert not Result.objects.exists()


@pytest.mark.both_databases
def test_an_accepted_campaign_is_published_with_its_source(ada, grace, sold):
    draft = entered(ada, {}, {"regime": "disk_io", "tps": "400", "qps": "8000"})

    campaign = accept(draft.pk, version=1, user=grace)

    first, second = Result.objects.order_by("published_key")
    assert (first.provenance, first.visibility) == ("published", "public")
    assert (first.instance_class, first.tps, second.regime) == (sold, 1234.5, "disk_io")
    assert (first.source.title, first.source_section) == ("A paper of AWS", "table 3")
    assert first.source.source_text == "https://aws.example/paper.pdf"
    assert first.client["region"] == "eu-central-1"
    assert (campaign.workloads, campaign.duration_seconds) == (["oltp_read_write"], 60)
    assert (campaign.tool, campaign.client_instance) == ("sysbench", "m5.xlarge")
    assert (campaign.entered_by, campaign.draft.reviewed_by) == (ada, grace)
    moves = [c.values["state"] for c in CatalogueChange.objects.order_by("id")]
    assert moves == [[None, "waiting"], ["waiting", "accepted"]]


def test_who_entered_it_does_not_review_it(ada, sold):
    draft = entered(ada)

    for decide in (accept, give_back):
        with pytest.raises(NotAllowed, match="you have entered it"):
            decide(draft.pk, version=1, user=ada, text="")
    with pytest.raises(IntegrityError), transaction.atomic():
        CampaignDraft.objects.update(reviewed_by=ada)
    assert not Result.objects.exists()


def test_a_decision_is_on_the_version_that_was_looked_at(ada, grace, sold):
    draft = entered(ada)
    change(draft.pk, {"title": "Another"}, "", b"", user=ada)

    with pytest.raises(NotAllowed, match="changed since you looked"):
        accept(draft.pk, version=1, user=grace)


def test_it_is_given_back_with_words_changed_and_waits_again(ada, grace, sold):
    draft = entered(ada)

    give_back(draft.pk, version=1, user=grace, text="Table 4.")
    draft.refresh_from_db()
    assert (draft.state, draft.review) == ("returned", "Table 4.")
    change(draft.pk, {}, "paper.csv", table({"tps": "99"}), user=ada)
    accept(draft.pk, version=2, user=grace)

    assert Result.objects.get().tps == 99


def test_only_who_entered_it_changes_it_or_takes_it_back(ada, grace, sold):
    draft = entered(ada)

    with pytest.raises(NotAllowed):
        change(draft.pk, {"title": "x"}, "", b"", user=grace)
    with pytest.raises(NotAllowed):
        withdraw(draft.pk, user=grace)
    withdraw(draft.pk, user=ada)
    with pytest.raises(NotAllowed, match="does not wait"):
        accept(draft.pk, version=1, user=grace)


def test_it_is_decided_once(ada, grace, sold):
    draft = entered(ada)
    accept(draft.pk, version=1, user=grace)

    with pytest.raises(NotAllowed):
        accept(draft.pk, version=1, user=grace)
    with pytest.raises(NotAllowed):
        change(draft.pk, {"title": "x"}, "", b"", user=ada)

    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    ("rows", "place", "told"),
    [
        ([{"instance_class": "db.t9"}], "row 2", "no class “db.t9”"),
        ([{"instance_class": ""}], "row 2", "Instance class"),
        ([{"provider": "gcp"}], "row 2", "no provider “gcp”"),
        ([{"tool": ""}], "row 2", "Give this: Tool."),
        ([{}, {"engine_version": "5.7"}], "Engine version", "5.7, 8.0"),
        ([{"tps": "many"}], "P2 (tps)", "number above 0"),
    ],
    ids=str,
)
def test_what_keeps_it_from_being_published_is_told(ada, sold, rows, place, told):
    faults = faults_of(ada, *rows)

    assert [fault[0] for fault in faults] == [place]
    assert told in faults[0][1]


def test_a_row_that_stands_there_twice_is_told(ada, sold):
    assert faults_of(ada, {}, {"tps": "99"}, {}) == [
        ("row 4", "The same stands in row 2; keep one of them.")
    ]


@pytest.mark.parametrize("seconds", ["0.5", "60.5"])
def test_a_campaign_states_no_other_duration_than_its_rows(ada, grace, sold, seconds):
    draft = entered(ada, {"duration_seconds": seconds})

    campaign = accept(draft.pk, version=1, user=grace)

    assert campaign.duration_seconds is None
    assert Result.objects.get().parameters["duration_seconds"] == float(seconds)


def test_what_is_no_report_template_is_refused(ada, sold):
    with pytest.raises(PaperError, match=r"none of the formats|template"):
        enter(VALUES, "paper.txt", b"nothing", user=ada)


def test_a_campaign_or_source_of_another_paper_is_not_overwritten(ada, grace, sold):
    SourceFactory(slug="aws-paper", title="Another paper")
    with pytest.raises(FieldErrors) as refusal:
        entered(ada)
    assert "“Another paper”" in refusal.value.errors["source_title"]

    accept(entered(ada, source_slug="b").pk, version=1, user=grace)
    with pytest.raises(FieldErrors, match="There is a campaign of this name"):
        entered(ada, source_slug="b", slug="AWS-mysql-8.0-60s")


def test_loading_the_papers_leaves_entered_campaigns_alone(ada, grace, sold):
    accept(entered(ada).pk, version=1, user=grace)
    mine = "alibaba-mysql-8.0-60s"
    accept(entered(ada, slug=mine).pk, version=1, user=grace)
    mine_before = Campaign.objects.filter(slug=mine).values().get()

    load()
    again = load()

    assert (again.created, again.changed, again.findings_changed) == (0, 0, 0)
    assert Campaign.objects.filter(slug=mine).values().get() == mine_before
    assert Result.objects.filter(campaign__slug=mine).get().tps == 1234.5
    assert Result.objects.filter(campaign__slug="aws-mysql-8.0-60s").count() == 1
    assert Source.objects.get(pk="aws-paper").entered_by == ada


def test_a_class_entered_meanwhile_is_found_at_the_review(ada, grace, sold):
    draft = entered(ada)
    sold.delete()
    with pytest.raises(NotAllowed, match=r"no class “db\.t3\.medium”"):
        accept(draft.pk, version=1, user=grace)

    InstanceClassFactory(provider_id="aws", code="db.t3.medium")
    accept(draft.pk, version=1, user=grace)

    assert Result.objects.count() == 1


def test_rows_are_read_before_anything_is_held(ada, grace, sold, monkeypatch):
    held = []
    understood = Paper.runs.func

    def looked(paper):
        held.append(len(connection.savepoint_ids))
        return understood(paper)

    runs = cached_property(looked)
    runs.__set_name__(Paper, "runs")
    monkeypatch.setattr(Paper, "runs", runs)
    outside = len(connection.savepoint_ids)

    draft = entered(ada)
    change(draft.pk, {"title": "Another"}, "", b"", user=ada)
    accept(draft.pk, version=2, user=grace)

    assert held == [outside] * 3


def test_reading_a_paper_takes_time_in_proportion_to_its_rows(ada, sold):
    most = 160
    rows = [{"threads": str(n), "tps": str(n)} for n in range(1, most + 1)]
    draft = entered(ada, *rows)
    told = draft.report["rows"]

    def faults(count):
        draft.report = {**draft.report, "rows": told[:count]}
        return Paper(draft).faults

    assert faults(most) == []
    assert is_in_proportion(faults, most)


def test_a_change_of_what_was_changed_meanwhile_is_refused(ada, sold, monkeypatch):
    draft = entered(ada)
    fill = drafts._fill

    def other_is_first(*args):
        CampaignDraft.objects.update(version=2)
        return fill(*args)

    monkeypatch.setattr(drafts, "_fill", other_is_first)

    with pytest.raises(NotAllowed, match="changed since you looked"):
        change(draft.pk, {"title": "Mine"}, "", b"", user=ada)
    assert CampaignDraft.objects.get().title == draft.title
