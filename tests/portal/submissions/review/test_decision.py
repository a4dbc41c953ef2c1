"""What a decision does, what it needs, and which are refused."""

from html import unescape

import pytest

from benchruns.models import Submission
from benchruns.submissions.review import moves
from tests.benchruns.submissions.checks.checked import class_of, submission
from tests.benchruns.submissions.review.under_review import accept
from tests.factories import ProviderFactory, UserFactory
from tests.portal.submissions.review.rated import (
    FAR,
    RATING,
    decide,
    far_above_its_class,
    rated,
)
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory
from tests.submission_files import STATEMENT, sysbench_text

pytestmark = pytest.mark.django_db


def test_accepting_rates_and_publishes(client, rita):
    one = rated()

    answer = decide(client, one, "accept", grade="excellent", text="Well done.")

    one.refresh_from_db()
    assert (one.state, one.grade, one.reviewer) == ("accepted", "excellent", rita)
    assert one.results.get().status == "current"
    assert "Accepted. Its results are public." in text_of(answer)
    assert answer.redirect_chain == [(f"/submissions/{one.pk}/", 302)]


def test_accepting_against_the_rating_is_asked_once(client, rita):
    one = rated()
    weak = {**RATING, "total": 34, "grade": ""}
    Submission.objects.filter(pk=one.pk).update(rating=weak)

    asked = decide(client, one, "accept", grade="accepted", text="A start.")

    one.refresh_from_db()
    text = " ".join(text_of(asked).split())
    assert "Proposed: ask for changes (34 of 100)." in text
    assert "Accept all the same? Its results become public." in text
    assert "A start.</textarea>" in asked.content.decode()
    assert one.state == "submitted"
    decide(client, one, "accept", grade="accepted", is_sure="accept")
    one.refresh_from_db()
    assert one.state == "accepted"


def test_who_is_asked_is_not_told_that_what_a_licence_withholds_becomes_public(
    client, rita
):
    one = rated()
    weak = {**RATING, "total": 34, "grade": ""}
    unstated = {"code": "vendor_consent", "severity": "caution"}
    checks = [unstated | {"values": {"engine": "sqlserver"}}]
    Submission.objects.filter(pk=one.pk).update(rating=weak, checks=checks)

    asked = text_of(decide(client, one, "accept", grade="accepted"))

    assert "Accept all the same? Its results stay private." in " ".join(asked.split())


def test_accepting_figures_far_above_their_class_is_asked_once(client, rita):
    one = far_above_its_class()

    page = " ".join(text_of(client.get(f"/submissions/{one.pk}/")).split())
    asked = decide(client, one, "accept", grade="accepted")

    assert f"Proposed score {one.rating['total']} of 100, ask for changes" in page
    banner = asked.content.decode().split('role="alert"')[1].split("</div>")[0]
    assert "Accept all the same?" in banner
    assert f"<li>{FAR}</li>" in banner
    # a second Enter is no answer to the question
    assert "autofocus" in asked.content.decode().split('role="alert"')[1].split(">")[0]
    assert "autofocus" not in banner.partition(">")[2]
    one.refresh_from_db()
    assert one.state == "submitted"
    decide(client, one, "accept", grade="accepted", is_sure="accept")
    one.refresh_from_db()
    assert (one.state, one.results.first().doubt) == ("accepted", "figure")


def test_who_is_asked_reads_every_caution_against_the_report(client, rita):
    """A class of 8 vCPUs that was stated with 4 was none of them."""
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")
    class_of(provider, "rds.mysql.t1.small", vcpus=8, memory_gb=32)
    texts = [sysbench_text(seconds=10, tps=tps) for tps in (100, 200)]
    made = submission(*texts, statement={**STATEMENT, "vcpus": 4})
    one = moves.submit(made.pk, by=made.owner)

    asked = decide(client, one, "accept", grade="accepted").content.decode()

    banner = asked.split('role="alert"')[1].split("</div>")[0]
    told = unescape(" ".join(banner.split()))
    assert "Proposed: ask for changes" in told
    assert "vCPUs" in told
    assert " 4" in told
    assert " 8" in told
    assert "The 2 repeats differ by 67 % of their median: 100 to 200 TPS." in told
    cautions = [c for c in one.checks if c["severity"] == "caution"]
    assert banner.count("<li>") >= len(cautions) >= 3


def test_accepting_without_a_grade_says_so_where_grades_are(client, rita):
    one = rated()

    answer = decide(client, one, "accept", text="Well done.")

    html = answer.content.decode()
    grades = html[html.index('id="grade"') :]
    assert answer.status_code == 400
    assert "Give a grade: accepted, excellent." in grades[: grades.index("</fieldset>")]
    assert "autofocus" in grades[: grades.index("</label>")]
    assert "Well done.</textarea>" in html
    top = html[html.index('id="not-decided"') : html.index('id="decide"')]
    assert "Nothing was decided." in top
    assert '<a href="#decision-grade">Give a grade: accepted, excellent.</a>' in top
    assert html.count('id="decision-grade"') == 1


def test_a_reviewer_takes_an_acceptance_back_with_a_reason(client, rita):
    one = rated()
    accepted = decide(client, one, "accept", grade="accepted")

    assert "Take the acceptance back" in text_of(accepted)
    answer = client.post(
        f"/submissions/{one.pk}/withdraw/", {"reason": "Another server."}, follow=True
    )

    one.refresh_from_db()
    assert (one.state, one.results.get().status) == ("withdrawn", "withdrawn")
    assert "Another server." in text_of(answer)
    assert "Take the acceptance back" not in text_of(answer)


@pytest.mark.parametrize(
    ("rating", "proposed"),
    [
        (RATING, "Proposed: excellent (83 of 100)."),
        (
            {**RATING, "total": 34, "grade": ""},
            "Proposed: ask for changes (34 of 100).",
        ),
    ],
)
def test_rejecting_is_asked_once_since_it_is_never_proposed(
    client, rita, rating, proposed
):
    one = rated()
    Submission.objects.filter(pk=one.pk).update(rating=rating)

    asked = decide(client, one, "reject", text="Another server.")

    banner = asked.content.decode().split('role="alert"')[1].split("</div>")[0]
    told = " ".join(banner.split())
    assert asked.status_code == 200
    assert proposed in told
    assert "Reject it for good?" in told
    assert "That is final: its owner can only upload a new report." in told
    assert "Accept all the same" not in text_of(asked)
    assert "Another server.</textarea>" in asked.content.decode()
    one.refresh_from_db()
    assert one.state == "submitted"
    decide(client, one, "reject", text="Another server.", is_sure="reject")
    one.refresh_from_db()
    assert one.state == "rejected"


def test_an_answer_to_the_one_question_is_none_to_the_other(client, rita):
    one = rated()
    Submission.objects.filter(pk=one.pk).update(rating={**RATING, "grade": ""})

    for move, other in (("reject", "accept"), ("accept", "reject")):
        asked = decide(
            client, one, move, grade="accepted", text="No.", is_sure=other
        ).content.decode()

        assert f'name="is_sure" value="{move}"' in asked
        one.refresh_from_db()
        assert one.state == "submitted"


@pytest.mark.parametrize(
    ("move", "state", "told"),
    [
        ("request_changes", "changes_requested", "Its owner is asked for changes."),
        ("reject", "rejected", "Rejected. Its owner gets a notice with the reason."),
    ],
)
def test_the_other_moves_need_words(client, rita, move, state, told):
    one = rated()

    silent = decide(client, one, move, text=" ")

    assert silent.status_code == 400
    top = (
        silent.content.decode().partition('id="not-decided"')[2].partition("</div>")[0]
    )
    assert '<a href="#decision-text">' in top
    one.refresh_from_db()
    assert one.state == "submitted"
    answer = decide(client, one, move, text="Three runs at least.", is_sure=move)
    one.refresh_from_db()
    assert one.state == state
    assert told in text_of(answer)
    assert "Three runs at least." in text_of(answer)


def test_a_refused_decision_says_who_decided(client, rita, ann):
    one = rated(owner=ann)
    accept(one, by=ReviewerFactory(username="rob"))

    answer = decide(client, one, "reject", text="No.")

    assert answer.status_code == 409
    assert "rob accepted it on" in text_of(answer)
    one.refresh_from_db()
    assert one.state == "accepted"


def test_a_decision_on_an_older_version_keeps_its_words(client, rita, ann):
    one = rated(owner=ann)
    moves.take_back(one.pk, by=ann)
    moves.submit(one.pk, by=ann)

    answer = decide(client, one, "request_changes", text="More <b>runs</b>.")

    assert answer.status_code == 409
    assert "You looked at version 1; now there is version 2." in text_of(answer)
    html = answer.content.decode()
    assert "More &lt;b&gt;runs&lt;/b&gt;.</textarea>" in html
    assert 'name="version" value="2"' in html


@pytest.mark.parametrize(
    "change",
    [
        {"version": "9" * 30},
        {"version": "x"},
        {"move": "publish"},
        {"text": "\0"},
        {"grade": "best"},
        {"text": "x" * 5001},
    ],
)
def test_a_bad_decision_decides_nothing(client, rita, change):
    one = rated()
    given = {"move": "accept", "version": 1, "grade": "accepted", "text": ""}

    answer = client.post(f"/submissions/{one.pk}/decide/", given | change)

    assert answer.status_code == 400
    one.refresh_from_db()
    assert one.state == "submitted"


def test_who_does_not_review_decides_nothing(client, ann):
    one = rated(owner=ann)
    anonymous = decide(client, one, "accept", grade="excellent", follow=False)
    client.force_login(ann)
    own = decide(client, one, "accept", grade="excellent")
    client.force_login(UserFactory())
    stranger = decide(client, one, "accept", grade="excellent")

    one.refresh_from_db()
    assert one.state == "submitted"
    assert anonymous["Location"].startswith("/login/?next=")
    assert "another reviewer decides" in text_of(own)
    assert stranger.status_code == 404
    opened = client.get(f"/submissions/{one.pk}/decide/")
    assert opened["Location"] == f"/submissions/{one.pk}/"


def test_what_was_accepted_says_where_it_stands(client, rita):
    one = rated()

    answer = decide(client, one, "accept", grade="excellent", text="Well done.")

    result = one.results.get()
    page = f"/engines/{result.engine}/{result.version_slug}/"
    stands = answer.content.decode().split('id="stands"')[1].split("</div>")[0]
    assert f'href="{page}"' in stands
    assert 'href="#preview"' in stands
    assert f'href="/results/{result.pk}/"' in answer.content.decode()
