"""The pages of reviewers: the queue, the decision, what a newer version changes."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchruns.models import Submission
from benchruns.submissions.review import moves
from tests.benchruns.submissions.review.under_review import (
    STATED,
    accept,
    accepted,
    draft,
    promise,
    submitted,
)
from tests.factories import InstanceClassFactory, UserFactory
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory

pytestmark = pytest.mark.django_db

QUEUE = "/submissions/review/"
CHECKS = [
    {"code": code, "severity": outcome, "message": f"It is {code}."}
    for code, outcome in (
        ("complete", "note"),
        ("readable", "ok"),
        ("plausible", "caution"),
        ("samples", "caution"),
    )
]
RATING = {
    "total": 83,
    "of": 100,
    "grade": "excellent",
    "lines": [
        {
            "code": "repeats",
            "label": "Repeats",
            "points": 25,
            "of": 25,
            "sentence": "Each load was run 5 times.",
        }
    ],
}


@pytest.fixture
def ann():
    return UserFactory(username="ann")


@pytest.fixture
def rita(client):
    reviewer = ReviewerFactory(username="rita")
    client.force_login(reviewer)
    return reviewer


def rated(**columns):
    """A submitted one with what programs found of it."""
    one = submitted(**columns)
    Submission.objects.filter(pk=one.pk).update(checks=CHECKS, rating=RATING)
    one.refresh_from_db()
    return one


def words_of_html(answer):
    return " ".join(answer.content.decode().split())


def page_of(client, one, query=""):
    answer = client.get(f"/submissions/{one.pk}/{query}")
    assert answer.status_code == 200
    return answer


def decide(client, one, move, *, version=1, follow=True, **given):
    return client.post(
        f"/submissions/{one.pk}/decide/",
        {"move": move, "version": version, **given},
        follow=follow,
    )


def test_a_class_of_another_provider_stands_at_the_head(client, rita):
    one = rated()
    facts = {
        "instance_class": "rds.mysql.c1.xlarge",
        "provider": "Alibaba Cloud",
        "stated": "Huawei Cloud",
    }
    odd = {
        "code": "class_provider",
        "severity": "caution",
        "values": {"names": [facts], "more": 0},
    }
    in_order = {"code": "region", "severity": "ok"}
    Submission.objects.filter(pk=one.pk).update(checks=[*CHECKS, odd, in_order])

    words = words_of_html(page_of(client, one))

    head = words.split("To decide")[1].split("Figures")[0]
    assert (
        "rds.mysql.c1.xlarge is a class of Alibaba Cloud; the report says Huawei Cloud."
        in head
    )
    assert "The region is one" not in head


def test_only_reviewers_see_the_queue(client):
    anonymous = client.get(QUEUE)
    client.force_login(UserFactory(staff=True))
    staff = client.get(QUEUE)
    client.force_login(UserFactory(is_superuser=True))

    assert anonymous["Location"] == f"/login/?next={QUEUE}"
    assert staff.status_code == 403
    assert client.get(QUEUE).status_code == 200


def test_an_empty_queue_says_so(client, rita):
    assert "Nothing waits for you." in text_of(client.get(QUEUE))


def test_the_queue_tells_what_waits_longest_waiting_first(client, rita, ann):
    code = InstanceClassFactory(code="mysql.n2.large.1")
    first = rated(owner=ann)
    first.results.update(instance_class=code, tps=1193.2, latency_p95_ms=36.9)
    second = submitted(owner=ann)
    moves.request_changes(second.pk, by=rita, text="More.", version=1)
    moves.submit(second.pk, by=ann)

    answer = client.get(QUEUE)

    text = text_of(answer)
    ids = [line.submission.pk for line in answer.context["lines"]]
    assert ids == [first.pk, second.pk]
    assert "OLTP read/write on MySQL 8.0, mysql.n2.large.1" in text
    assert "by ann" in text
    assert "1,193 TPS, Latency p95 36.9 ms, 8 threads" in text
    assert "2 cautions 1 note 1 passed" in text
    assert "83 of 100 excellent" in text
    assert [line.submission.version for line in answer.context["lines"]] == [1, 2]


def test_the_queue_tells_how_long_each_has_waited(client, rita):
    one = rated()
    for seconds, waited in ((1, r"\d+ s"), (3 * 3600 + 300, r"3\sh\s5\smin")):
        at = timezone.now() - timedelta(seconds=seconds)
        Submission.objects.filter(pk=one.pk).update(submitted_at=at)
        answer = client.get("/submissions/review/")

        assert "Waiting for" in text_of(answer)
        assert re.search(rf">\s*{waited}\s*</time>", answer.content.decode())


def test_of_several_results_the_queue_tells_the_span(client, rita):
    one = submitted()
    result = one.results.get()
    result.pk, result.submitted_row, result.tps = None, 1, 250.0
    result.save()

    assert "100 to 250 TPS" in text_of(client.get(QUEUE))


def test_ones_own_report_is_not_in_the_queue(client, rita):
    submitted(owner=rita)
    draft()

    assert client.get(QUEUE).context["lines"] == []


def test_the_queue_tells_what_one_has_decided(client, rita):
    moves.reject(submitted().pk, by=rita, text="No.", version=1)
    accept(submitted())  # by somebody else

    answer = client.get(QUEUE)

    assert len(answer.context["decided"]) == 1
    assert "Decided by you lately" in text_of(answer)
    assert "rejected" in text_of(answer)


def test_the_queue_costs_the_same_however_long(client, rita):
    def queries():
        client.get(QUEUE)
        with CaptureQueriesContext(connection) as caught:
            client.get(QUEUE)
        return len(caught)

    rated()
    moves.reject(submitted().pk, by=rita, text="No.", version=1)
    few = queries()
    for _more in range(5):
        rated()
        moves.reject(submitted().pk, by=rita, text="No.", version=1)

    assert queries() == few


def test_the_decision_shows_figures_rubric_and_checks(client, rita):
    promise("excellent", discount_percent=20, gift="a mug")
    answer = page_of(client, rated())

    text = text_of(answer)
    decision = answer.context["decision"]
    assert [metric.name for metric in decision["columns"]] == ["tps", "qps"]
    (line,) = decision["results"]
    assert [value for _metric, value in line.cells] == [100.0, 2000.0]
    assert "25 of 25 Each load was run 5 times." in text
    assert text.count("It is plausible.") == 1
    assert "excellent proposed 20 % off the renewal, a mug" in text
    chosen = [each.grade for each in decision["grades"] if each.is_chosen]
    assert chosen == ["excellent"]
    assert "Changed since" not in text


@pytest.mark.parametrize("rating", [{**RATING, "total": 30, "grade": ""}, {}])
def test_no_grade_is_chosen_where_none_is_proposed(client, rita, rating):
    one = rated()
    Submission.objects.filter(pk=one.pk).update(rating=rating)

    answer = page_of(client, one)

    assert not any(each.is_chosen for each in answer.context["decision"]["grades"])
    assert 'value="accepted" checked' not in words_of_html(answer)


def test_others_see_no_decision(client, ann):
    one = rated(owner=ann)
    for user in (ann, UserFactory(staff=True)):
        client.force_login(user)
        assert 'name="move"' not in page_of(client, one).content.decode()


def test_a_reviewers_own_report_says_why_there_is_no_decision(client, rita):
    text = text_of(page_of(client, rated(owner=rita)))

    assert "another reviewer decides on this one" in text
    assert "To decide" not in text


@pytest.mark.parametrize("state", ["changes_requested", "accepted"])
def test_what_is_decided_is_not_asked_again(client, rita, state):
    one = accepted() if state == "accepted" else submitted()
    if state == "changes_requested":
        moves.request_changes(one.pk, by=rita, text="More.", version=1)

    assert page_of(client, one).context["decision"] == {}


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
    assert "Proposed: ask for changes (34 of 100). Accept all the same?" in text
    assert "A start.</textarea>" in asked.content.decode()
    assert one.state == "submitted"
    decide(client, one, "accept", grade="accepted", is_sure="yes")
    one.refresh_from_db()
    assert one.state == "accepted"


def test_accepting_without_a_grade_says_so_where_grades_are(client, rita):
    one = rated()

    answer = decide(client, one, "accept", text="Well done.")

    html = answer.content.decode()
    grades = html[html.index('id="grade"') :]
    assert answer.status_code == 400
    assert "Give a grade: accepted, excellent." in grades[: grades.index("</fieldset>")]
    assert "autofocus" in grades[: grades.index("</label>")]
    assert "Well done.</textarea>" in html


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
    one.refresh_from_db()
    assert one.state == "submitted"
    answer = decide(client, one, move, text="Three runs at least.")
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


def changed(one, by, **statement):
    Submission.objects.filter(pk=one.pk).update(statement=STATED | statement)
    moves.submit(one.pk, by=by)


def test_a_newer_version_shows_what_it_changes(client, rita, ann):
    one = submitted(owner=ann, parameter_settings={"sync_binlog": "1"})
    moves.request_changes(one.pk, by=rita, text="More.", version=1)
    one.results.update(tps=150.0)
    Submission.objects.filter(pk=one.pk).update(parameter_settings={})
    changed(one, ann, memory_gb=16.0, regime="disk_io")

    text = text_of(page_of(client, one))

    assert "Changed since version 1" in text
    assert "Memory – 16 GB" in text
    assert "Regime claimed – disk I/O" in text
    assert "sync_binlog 1 –" in text
    assert "100 TPS 150 TPS +50.0 %" in text


def test_versions_are_held_against_the_one_last_decided_on(client, rita, ann):
    one = submitted(owner=ann)
    moves.request_changes(one.pk, by=rita, text="More.", version=1)
    changed(one, ann, vcpus=4)
    moves.take_back(one.pk, by=ann)
    changed(one, ann, vcpus=8)

    text = text_of(page_of(client, one))
    since_second = text_of(page_of(client, one, "?since=2"))

    assert "Changed since version 1" in text
    assert "vCPUs – 8" in text
    assert "vCPUs 4 8" in since_second
    for unknown in ("?since=3", "?since=x", "?since="):
        assert "Changed since version 1" in text_of(page_of(client, one, unknown))


def test_a_version_that_changes_nothing_says_so(client, rita, ann):
    one = submitted(owner=ann)
    moves.take_back(one.pk, by=ann)
    moves.submit(one.pk, by=ann)

    text = text_of(page_of(client, one))

    assert "Changed since version 1 Nothing:" in text


def test_the_decision_costs_the_same_however_much_there_is(client, rita, ann):
    def queries(one):
        page_of(client, one)  # marks notices as read
        with CaptureQueriesContext(connection) as caught:
            page_of(client, one)
        return len(caught)

    def again(one, **statement):
        moves.request_changes(one.pk, by=rita, text="More.", version=one.version)
        changed(one, ann, **statement)
        one.refresh_from_db()

    one = submitted(owner=ann)
    again(one, vcpus=4)
    few = queries(one)
    for row in range(1, 5):
        result = one.results.first()
        result.pk, result.submitted_row = None, row
        result.save()
    for size in (8, 16, 32):
        again(one, vcpus=size)

    assert queries(one) == few


def test_the_menu_leads_reviewers_to_the_queue(client, rita):
    assert f'href="{QUEUE}"' in client.get("/").content.decode()
    client.force_login(UserFactory())
    assert f'href="{QUEUE}"' not in client.get("/").content.decode()


def test_what_was_accepted_says_where_it_stands(client, rita):
    one = rated()

    answer = decide(client, one, "accept", grade="excellent", text="Well done.")

    result = one.results.get()
    page = f"/engines/{result.engine}/{result.version_slug}/"
    stands = answer.content.decode().split('id="stands"')[1].split("</div>")[0]
    assert f'href="{page}"' in stands
    assert 'href="#preview"' in stands
    assert f'href="/results/{result.pk}/"' in answer.content.decode()


def test_files_are_said_to_keep_hosts_and_accounts_for_who_may_read_them(client, rita):
    text = text_of(page_of(client, rated()))

    assert "without passwords and tokens; hosts and accounts stay in them" in text
    guide = text_of(client.get("/guide/submissions/"))
    assert "Hosts and accounts stay for you, reviewers and staff" in guide
