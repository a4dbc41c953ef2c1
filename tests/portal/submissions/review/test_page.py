"""What a reviewer sees of a submission, and what a newer version changes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Submission
from benchruns.submissions.review import moves
from tests.benchruns.submissions.review.under_review import (
    STATED,
    accepted,
    promise,
    submitted,
)
from tests.factories import UserFactory
from tests.portal.submissions.review.rated import (
    CHECKS,
    RATING,
    page_of,
    rated,
    words_of_html,
)
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


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


def test_files_are_said_to_keep_hosts_and_accounts_for_who_may_read_them(client, rita):
    text = text_of(page_of(client, rated()))

    assert "without passwords and tokens; hosts and accounts stay in them" in text
    guide = text_of(client.get("/guide/submissions/"))
    assert "Hosts and accounts stay for you, reviewers and staff" in guide
