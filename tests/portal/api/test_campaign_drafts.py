"""Campaigns of other papers by the API: entered, reviewed by another, published."""

from functools import cached_property

import pytest

from benchruns.models import CampaignDraft, Result
from benchruns.submissions.understanding.understood import Understanding
from tests.benchruns.submissions.campaigns.paper_values import ROW, VALUES
from tests.factories import InstanceClassFactory, ProviderFactory, UserFactory
from tests.portal.api.conftest import client_of

CAMPAIGNS, DRAFTS = "/api/v1/campaigns/", "/api/v1/campaign-drafts/"
NUMBERS = {"threads": 64, "tables": 16, "table_size": 100_000, "duration_seconds": 60}
BODY = VALUES | {
    "published_on": "2025-06-30",
    "stated_on": "2026-01-31",
    "rows": [ROW | NUMBERS | {"tps": 1234.5, "qps": 24690.0}],
}


@pytest.fixture
def sold(db):
    provider = ProviderFactory(slug="aws", name="Amazon Web Services")
    return InstanceClassFactory(provider=provider, code="db.t3.medium")


@pytest.fixture
def grace(db):
    return client_of(UserFactory(staff=True, username="grace"))


def entered(staff, **values):
    answer = staff.post(CAMPAIGNS, BODY | values, format="json")
    assert answer.status_code == 201, answer.json()
    return answer.json()


def errors_of(answer):
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


def test_it_is_published_once_another_has_accepted_it(staff, grace, anonymous, sold):
    draft = entered(staff)
    path = f"{DRAFTS}{draft['id']}/"
    assert draft["rows"][0]["figures"]["tps"] == 1234.5
    assert anonymous.get(CAMPAIGNS).json()["results"] == []

    own = staff.post(f"{path}accept/", {"version": 1}, format="json")
    done = grace.post(f"{path}accept/", {"version": 1}, format="json")

    assert (own.status_code, done.status_code) == (409, 200)
    assert (done.json()["state"], done.json()["reviewed_by"]) == ("accepted", "grace")
    campaign = anonymous.get(f"{CAMPAIGNS}{done.json()['campaign']}/").json()
    assert campaign["source_text"] == "https://aws.example/paper.pdf"
    (result,) = anonymous.get("/api/v1/results/?source=aws-paper").json()["results"]
    assert (result["provenance"], result["figures"]["tps"]) == ("published", 1234.5)
    assert result["instance_class"] == "db.t3.medium"


def test_it_is_given_back_changed_and_withdrawn(staff, grace, sold):
    path = f"{DRAFTS}{entered(staff)['id']}/"

    silent = grace.post(f"{path}give-back/", {"version": 1}, format="json")
    back = grace.post(
        f"{path}give-back/", {"version": 1, "text": "Table 4."}, format="json"
    )
    changed = staff.patch(path, {"source_section": "table 4"}, format="json")
    stale = grace.post(f"{path}accept/", {"version": 1}, format="json")
    gone = staff.post(f"{path}withdraw/")

    assert errors_of(silent) == {"text": "Say what is to be changed."}
    assert (back.json()["state"], back.json()["review"]) == ("returned", "Table 4.")
    assert (changed.json()["state"], changed.json()["version"]) == ("waiting", 2)
    assert "changed since you looked" in stale.json()["detail"]
    assert gone.json()["state"] == "withdrawn"
    assert not Result.objects.exists()


def test_a_published_one_is_withdrawn_with_a_reason(staff, grace, anonymous, sold):
    path = f"{DRAFTS}{entered(staff)['id']}/"
    slug = grace.post(f"{path}accept/", {"version": 1}, format="json").json()[
        "campaign"
    ]
    (result,) = anonymous.get("/api/v1/results/?source=aws-paper").json()["results"]
    assert anonymous.get(f"{CAMPAIGNS}{slug}/").json()["withdrawn_at"] is None

    silent = staff.post(f"{path}withdraw/")
    gone = staff.post(f"{path}withdraw/", {"reason": "Table 3 is wrong."})
    again = grace.post(f"{path}withdraw/", {"reason": "Again."})

    assert errors_of(silent) == {"reason": "Give the reason for withdrawing."}
    told = gone.json()
    assert (told["state"], told["withdrawn_by"]) == ("withdrawn", told["entered_by"])
    assert told["reason"] == "Table 3 is wrong."
    assert again.status_code == 409
    assert anonymous.get(CAMPAIGNS).json()["results"] == []
    assert anonymous.get("/api/v1/results/?source=aws-paper").json()["results"] == []
    campaign = anonymous.get(f"{CAMPAIGNS}{slug}/").json()
    assert campaign["withdrawn_at"] == told["withdrawn_at"]
    assert campaign["withdrawn_for"] == "Table 3 is wrong."
    kept = anonymous.get(f"/api/v1/results/{result['id']}/").json()
    assert (kept["status"], kept["figures"]["tps"]) == ("withdrawn", 1234.5)


def test_who_is_no_staff_withdraws_nothing(client, staff, grace, sold):
    path = f"{DRAFTS}{entered(staff)['id']}/"
    grace.post(f"{path}accept/", {"version": 1}, format="json")

    answer = client.post(f"{path}withdraw/", {"reason": "x"})

    assert answer.status_code == 403
    assert Result.objects.get().status == "current"


def test_staff_alone_see_and_enter_them(client, anonymous, staff, sold):
    draft = entered(staff)

    assert client.post(CAMPAIGNS, BODY, format="json").status_code == 403
    assert anonymous.post(CAMPAIGNS, BODY, format="json").status_code == 401
    assert client.get(DRAFTS).status_code == 403
    assert client.get(f"{DRAFTS}{draft['id']}/").status_code == 403
    assert (
        staff.get(f"{DRAFTS}?state=waiting").json()["results"][0]["id"] == draft["id"]
    )


@pytest.mark.parametrize(
    ("given", "field", "told"),
    [
        ({"slug": "a b"}, "slug", "hyphens in place of blanks"),
        ({"language": "English"}, "language", "code of a language"),
        ({"rows": []}, "rows", "at least 1"),
        ({"rows": [ROW | {"tps": "many"}]}, "rows.0.tps", "number above 0"),
        ({"rows": [ROW | {"cores": 2}]}, "rows.0.cores", "no such column"),
        ({"rows": [ROW | {"tps": [1]}]}, "rows.0.tps", "texts, numbers or null"),
        ({"rows": [ROW, ROW | {"instance_class": "x9"}]}, "rows.1", "no class “x9”"),
        ({"rows": [{"tps": 1}]}, "rows.0.workload", "Give one of"),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_told_by_its_path(staff, sold, given, field, told):
    answer = staff.post(CAMPAIGNS, BODY | given, format="json")

    assert answer.status_code == 400
    found = errors_of(answer)
    assert field in found or list(found) == ["rows"], found
    assert told in " ".join(found.values())
    assert not CampaignDraft.objects.exists()


def test_a_name_that_is_taken_is_a_conflict(staff, grace, sold):
    draft = entered(staff)

    waiting = staff.post(CAMPAIGNS, BODY | {"slug": BODY["slug"].upper()}, "json")
    grace.post(f"{DRAFTS}{draft['id']}/accept/", {"version": 1}, format="json")
    published = staff.post(CAMPAIGNS, BODY, format="json")

    assert (waiting.status_code, published.status_code) == (409, 409)
    assert "waits for its review" in waiting.json()["detail"]
    assert "take another one" in published.json()["detail"]


@pytest.fixture
def times_read(monkeypatch):
    """How often rows were understood since it was asked for."""
    understood, read = Understanding.runs.func, []

    def counted(self):
        read.append(self)
        return understood(self)

    runs = cached_property(counted)
    runs.__set_name__(Understanding, "runs")
    monkeypatch.setattr(Understanding, "runs", runs)

    def since():
        count = len(read)
        read.clear()
        return count

    return since


def test_the_rows_of_a_paper_are_read_once_a_request_and_not_for_lists(
    staff, grace, sold, times_read
):
    path = f"{DRAFTS}{entered(staff)['id']}/"
    assert times_read() == 1

    line = staff.get(DRAFTS).json()["results"][0]
    assert times_read() == 0
    assert "rows" not in line
    assert line["title"] == BODY["title"]

    for asked in (
        lambda: staff.get(path),
        lambda: staff.patch(path, {"source_section": "table 4"}, format="json"),
        lambda: grace.post(f"{path}accept/", {"version": 2}, format="json"),
        lambda: staff.post(f"{path}withdraw/", {"reason": "Wrong."}),
    ):
        answer = asked()
        assert answer.status_code == 200
        assert len(answer.json()["rows"]) == 1
        assert times_read() == 1


def test_rows_are_required(staff, sold):
    body = {name: value for name, value in BODY.items() if name != "rows"}

    assert set(errors_of(staff.post(CAMPAIGNS, body, format="json"))) == {"rows"}
