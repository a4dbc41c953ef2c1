"""Campaigns of other papers: one of the staff enters, another publishes, all read."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from benchruns.models import CampaignDraft, Result
from tests.benchruns.submissions.campaigns.paper_values import VALUES, table
from tests.factories import InstanceClassFactory, ProviderFactory, UserFactory
from tests.portal.web.test_overview import text_of

NEW = "/catalogue/campaigns/new/"
FORM = VALUES | {"published_on": "2025-06-30", "stated_on": "2026-01-31"}


@pytest.fixture
def sold(db):
    provider = ProviderFactory(slug="aws", name="Amazon Web Services")
    return InstanceClassFactory(provider=provider, code="db.t3.medium")


@pytest.fixture
def as_(client, db):
    users = {n: UserFactory(staff=True, username=n) for n in ("ada", "grace")}

    def log_in(name):
        client.force_login(users[name])
        return client

    return log_in


def send(client, *rows, path=NEW, **values):
    file = SimpleUploadedFile("paper.csv", table(*rows))
    return client.post(path, FORM | values | {"file": file}, follow=True)


def decide(client, draft, decision, **values):
    given = {"decision": decision, "version": draft.version} | values
    path = f"/catalogue/campaigns/{draft.pk}/decide/"
    return client.post(path, given, follow=True)


def test_it_is_entered_reviewed_by_another_and_read_by_all(as_, sold):
    entered = send(as_("ada"))
    draft = CampaignDraft.objects.get()
    page = text_of(entered)
    assert "Campaign, waiting for review; entered by ada" in page
    assert "db.t3.medium" in page
    assert "Your review" not in page
    assert "you have entered it" in text_of(decide(as_("ada"), draft, "accept"))

    review = text_of(as_("grace").get(f"/catalogue/campaigns/{draft.pk}/"))
    assert "Your review" in review
    done = text_of(decide(as_("grace"), draft, "accept"))
    client = as_("grace")
    client.logout()

    assert "Public now." in done
    draft.refresh_from_db()
    page = as_("grace").get(f"/catalogue/campaigns/{draft.pk}/")
    assert page.context["public_url"] == (
        "/engines/mysql/8.0/?campaign=aws-mysql-8.0-60s"
    )
    assert "db.t3.medium" in text_of(client.get(page.context["public_url"]))
    assert "entered by ada, reviewed by grace" in done
    result = Result.objects.get()
    shown = text_of(client.get(f"/results/{result.pk}/"))
    assert "A paper of AWS https://aws.example/paper.pdf" in shown
    assert "1,23" in text_of(client.get("/classes/aws/mysql/db.t3.medium/"))
    assert "db.t3.medium" in text_of(client.get("/engines/mysql/8.0/"))


def test_it_is_given_back_with_words_and_changed(as_, sold):
    send(as_("ada"))
    draft = CampaignDraft.objects.get()

    silent = decide(as_("grace"), draft, "give_back")
    back = decide(as_("grace"), draft, "give_back", text="It is table 4.")
    form = as_("ada").get(f"/catalogue/campaigns/{draft.pk}/change/")
    again = as_("ada").post(
        f"/catalogue/campaigns/{draft.pk}/change/",
        FORM | {"source_section": "table 4"},
        follow=True,
    )

    assert "Say what is to be changed." in text_of(silent)
    assert "grace: It is table 4." in text_of(back)
    assert form.context["form"]["source_section"].value() == "table 3"
    assert "waiting for review" in text_of(again)
    draft.refresh_from_db()
    assert (draft.source_section, draft.version) == ("table 4", 2)


def test_who_entered_it_takes_it_back(as_, sold):
    send(as_("ada"))
    draft = CampaignDraft.objects.get()

    other = decide(as_("grace"), draft, "withdrawn")
    own = decide(as_("ada"), draft, "withdrawn")

    assert "Only who entered a campaign takes it back" in text_of(other)
    assert "Withdrawn." in text_of(own)


def test_a_published_one_is_withdrawn_with_a_reason_that_everybody_reads(as_, sold):
    send(as_("ada"))
    draft = CampaignDraft.objects.get()
    decide(as_("grace"), draft, "accept")
    result = Result.objects.get()
    compared = f"/compare/?result={result.pk}"

    silent = text_of(decide(as_("ada"), draft, "withdrawn"))
    done = text_of(decide(as_("ada"), draft, "withdrawn", text="Table 3 is <wrong>."))
    client = as_("ada")
    client.logout()
    shown = text_of(client.get(f"/results/{result.pk}/"))

    assert "Give the reason for withdrawing." in silent
    assert "Withdraw it" in silent
    assert "Withdrawn by ada" in done
    assert "Table 3 is &lt;wrong&gt;." in done
    assert "Withdraw it" not in done
    assert "Table 3 is &lt;wrong&gt;." in shown
    assert "Staff took its campaign back" in shown
    assert "nothing is to be held against it" in shown
    assert "A result was withdrawn." in text_of(client.get(compared))
    assert "db.t3.medium" not in text_of(client.get("/engines/mysql/"))
    for path in ("/classes/aws/mysql/db.t3.medium/", "/guide/oltp_read_write/"):
        assert "1,23" not in text_of(client.get(path)), path


@pytest.mark.parametrize(
    ("rows", "values", "told"),
    [
        ([{"instance_class": "db.t9"}], {}, "row 2: There is no class “db.t9”"),
        ([{"tps": "x"}], {}, "P2 (tps): Give a number above 0"),
        ([{}], {"slug": "a b"}, "hyphens in place of blanks"),
        ([{}], {"source_text": ""}, "Fill this in."),
    ],
    ids=str,
)
def test_what_is_wrong_is_told_where_it_stands(as_, sold, rows, values, told):
    page = send(as_("ada"), *rows, **values)

    assert told in text_of(page)
    assert not CampaignDraft.objects.exists()


def test_a_file_is_needed(as_, sold):
    page = as_("ada").post(NEW, FORM)

    assert "Choose a file." in text_of(page)


def test_others_than_staff_see_nothing_of_it(as_, page, sold):
    send(as_("ada"))
    draft = CampaignDraft.objects.get()
    page.force_login(UserFactory())

    for path in (NEW, f"/catalogue/campaigns/{draft.pk}/"):
        assert page.get(path).status_code == 403
    assert decide(page, draft, "accept").status_code == 403


def test_a_published_row_of_it_can_be_repeated(as_, sold):
    send(as_("ada"))
    decide(as_("grace"), CampaignDraft.objects.get(), "accept")
    result = Result.objects.get()

    page = as_("grace").get(f"/runs/new/?reproduce={result.pk}")

    assert page.status_code == 200


@pytest.mark.parametrize("given", ["", "x", "9" * 40, "-1"])
def test_a_version_that_is_none_decides_nothing(as_, sold, given):
    send(as_("ada"))
    draft = CampaignDraft.objects.get()

    page = decide(as_("grace"), draft, "accept", version=given)

    assert "changed since you looked" in text_of(page)
    assert not Result.objects.exists()


def test_a_reviewer_sees_each_figure_as_it_is_printed(as_, sold):
    more = {"latency_avg_ms": "51.84", "reads": "1728300"}
    assert "waiting for review" in text_of(send(as_("ada"), more))
    draft = CampaignDraft.objects.get()

    page = text_of(as_("grace").get(f"/catalogue/campaigns/{draft.pk}/"))

    for said in ("1,234.5 TPS", "Mean latency 51.84 ms", "Total reads 1,728,300 reads"):
        assert said in page
    for said in ("16 × 100,000", "Engine MySQL 8.0", "Duration 60 s"):
        assert said in page


def test_the_desk_tells_first_what_waits_for_a_review(as_, sold):
    send(as_("ada"), slug="early", title="Entered first")
    send(as_("ada"), slug="late", title="Entered last")
    late = CampaignDraft.objects.get(slug="late")
    decide(as_("grace"), late, "give_back", text="It is table 4.")

    desk = text_of(as_("ada").get("/catalogue/"))

    assert "1 waits for review" in desk
    assert desk.index("Entered first") < desk.index("Entered last")
    assert "State: waiting for review" in desk
