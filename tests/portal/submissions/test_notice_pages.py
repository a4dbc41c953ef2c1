"""Notices: the page, what is new, and their count on every page."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Notice
from benchruns.submissions.review import moves, notices
from tests.benchruns.submissions.review.under_review import submitted
from tests.factories import UserFactory
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory

pytestmark = pytest.mark.django_db

PAGE = "/notices/"


@pytest.fixture
def ann(client):
    user = UserFactory(username="ann")
    client.force_login(user)
    return user


@pytest.fixture
def rita():
    return ReviewerFactory(username="rita")


def sent_back(ann, rita, text="Three runs at least."):
    one = submitted(owner=ann)
    return moves.request_changes(one.pk, by=rita, text=text, version=1)


def test_who_has_no_account_has_no_notices(client):
    for answer in (client.get(PAGE), client.post(f"{PAGE}read/")):
        assert answer["Location"].startswith("/login/?next=/")
    assert "bb-bell" not in client.get("/").content.decode()


def test_without_notices_the_page_says_so(client, ann):
    answer = client.get(PAGE)

    assert "No notice yet." in text_of(answer)
    assert "Mark all as read" not in text_of(answer)


def test_the_page_tells_who_did_what_and_leads_there(client, ann, rita):
    one = sent_back(ann, rita)
    moves.comment(one.pk, by=rita, text="<b>Or five.</b>")

    answer = client.get(PAGE)

    html = answer.content.decode()
    words = [line.words for line in answer.context["lines"]]
    assert words == [
        "rita wrote about OLTP read/write on MySQL 8.0, mysql.n2.large.1.",
        "rita asks for changes of OLTP read/write on MySQL 8.0, mysql.n2.large.1.",
    ]
    assert html.count(f'href="/submissions/{one.pk}/"') == 2
    assert "&lt;b&gt;Or five.&lt;/b&gt;" in html
    assert text_of(answer).count("new rita") == 2


def test_notices_of_others_are_not_shown(client, ann, rita):
    sent_back(UserFactory(), rita)

    assert client.get(PAGE).context["lines"] == []


def test_opening_a_report_marks_what_is_about_it_as_read(client, ann, rita):
    one, other = sent_back(ann, rita), sent_back(ann, rita)

    client.get(f"/submissions/{one.pk}/")

    unread = Notice.objects.filter(user=ann, read_at=None)
    assert [notice.event.submission for notice in unread] == [other]
    assert text_of(client.get(PAGE)).count("new rita") == 1


def test_all_are_marked_as_read_at_once_and_only_ones_own(client, ann, rita):
    sent_back(ann, rita)
    sent_back(ann, rita)
    before = notices.unread_count(rita)

    answer = client.post(f"{PAGE}read/", follow=True)

    assert "2 notices marked as read." in text_of(answer)
    assert notices.unread_count(ann) == 0
    assert notices.unread_count(rita) == before > 0
    assert client.get(f"{PAGE}read/").status_code == 405


def count_on(client, path="/guide/"):
    html = client.get(path).content.decode()
    return html.partition("Notices: ")[2].partition(" unread")[0]


def test_every_page_tells_how_many_are_unread(client, ann, rita):
    assert count_on(client) == "0"
    sent_back(ann, rita)
    sent_back(ann, rita)

    assert count_on(client) == "2"
    client.post(f"{PAGE}read/")
    assert count_on(client) == "0"


def test_the_count_costs_one_query_and_none_without_an_account(client, ann, rita):
    def asked(path="/guide/fairness/"):
        with CaptureQueriesContext(connection) as caught:
            client.get(path)
        return [each["sql"] for each in caught if "benchruns_notice" in each["sql"]]

    sent_back(ann, rita)

    assert len(asked()) == 1
    client.logout()
    assert asked() == []


def test_a_file_asks_for_no_count(client, ann):
    with CaptureQueriesContext(connection) as caught:
        client.get("/submissions/template.csv")

    assert not any("benchruns_notice" in each["sql"] for each in caught)


def test_the_page_costs_the_same_however_long(client, ann, rita):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            client.get(PAGE)
        return len(caught)

    one = sent_back(ann, rita)
    few = queries()
    for text in "abcdefgh":
        moves.comment(one.pk, by=rita, text=text)
    sent_back(ann, rita)

    assert queries() == few


def test_a_long_list_has_pages(client, ann, rita):
    one = sent_back(ann, rita)
    for number in range(26):
        moves.comment(one.pk, by=rita, text=str(number))

    assert "1 to 25 of 27" in text_of(client.get(PAGE))
    assert "26 to 27 of 27" in text_of(client.get(f"{PAGE}?page=2"))
    assert client.get(f"{PAGE}?page=x").status_code == 200
