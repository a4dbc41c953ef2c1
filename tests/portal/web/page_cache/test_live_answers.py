"""What many see of a run alike is asked of the database once a second."""

import io

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Run
from portal.web.page_cache import live_answers
from portal.web.page_cache.live_answers import LiveAnswers
from tests.factories import RunFactory, SampleFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(monkeypatch):
    """As a web process has it, at a second that does not pass by itself."""
    now = [1000.0]
    for clock in ("monotonic", "time"):
        monkeypatch.setattr(live_answers, clock, lambda: now[0])
    # As the client of Django's tests does: the transaction of a test stays open.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    answers = LiveAnswers(
        get_wsgi_application(),
        session_cookie=settings.SESSION_COOKIE_NAME,
        count=lambda: None,
    )
    yield Site(answers, now)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Site:
    def __init__(self, answers, now):
        self.answers, self.now = answers, now
        self.headers = {}

    def ask(self, run, *, client=None, query="", **more):
        """The body, and how many queries it took."""
        started = []
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": f"/runs/{run.pk}/live/",
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            **more,
        }
        if client is not None:
            session = client.cookies[settings.SESSION_COOKIE_NAME].value
            environ["HTTP_COOKIE"] = f"{settings.SESSION_COOKIE_NAME}={session}"
        with CaptureQueriesContext(connection) as captured:
            body = b"".join(self.answers(environ, lambda *told: started.append(told)))
        self.headers = dict(started[-1][1])
        return started[-1][0], body, len(captured)


@pytest.fixture
def run(db):
    return RunFactory(running=True, visibility="public", output_tail="[ 15s ] thds: 8")


def logged_in(client, user):
    client.force_login(user)
    return client


def test_all_who_are_not_logged_in_share_the_answer_of_one_second(site, run):
    _, first, queries = site.ask(run)
    SampleFactory(run=run, second=1)

    assert queries > 0
    assert site.ask(run) == ("200 OK", first, 0)
    site.now[0] += live_answers.SECONDS
    _, second, queries = site.ask(run)
    assert queries > 0
    assert second != first


def test_a_second_ends_with_that_of_the_clock_and_the_proxy_is_told(site, run):
    site.now[0] += 0.9
    _, first, _ = site.ask(run)
    assert site.headers["X-Accel-Expires"] == "@1000"
    SampleFactory(run=run, second=1)

    site.now[0] += 0.2

    assert site.ask(run)[1] != first
    assert site.headers["X-Accel-Expires"] == "@1001"


def test_who_asks_for_something_else_gets_it(site, run):
    SampleFactory(run=run, second=1)
    _, all_of_it, _ = site.ask(run)

    _, newer, queries = site.ask(run, query="after=1&attempt=1")

    assert queries > 0
    assert newer != all_of_it


def test_a_reader_who_is_logged_in_shares_it_once_it_is_known_to_be_theirs(
    site, run, client
):
    reader = logged_in(client, UserFactory())
    _, everybodys, _ = site.ask(run)

    status, first, queries = site.ask(run, client=reader)
    assert (status, first) == ("200 OK", everybodys)
    assert queries > 0
    assert site.ask(run, client=reader) == ("200 OK", everybodys, 0)


@pytest.mark.parametrize("is_staff", [False, True])
def test_owner_and_staff_get_their_own_which_nobody_else_does(
    site, run, client, is_staff
):
    inside = logged_in(client, UserFactory(is_staff=True) if is_staff else run.owner)

    for _ in range(2):
        _, own, queries = site.ask(run, client=inside)
        assert b"thds" in own
        assert "X-Accel-Expires" not in site.headers
        assert queries > 0
    _, others, _ = site.ask(run)
    assert b"thds" not in others


def test_a_private_run_is_its_owners_alone(site, run, client):
    Run.objects.filter(pk=run.pk).update(visibility="private")
    owner = logged_in(client, run.owner)

    assert site.ask(run, client=owner)[0] == "200 OK"
    assert site.ask(run)[0] == "404 Not Found"


def test_what_is_asked_with_a_token_or_as_another_method_is_not_shared(site, run):
    site.ask(run)

    assert site.ask(run, HTTP_AUTHORIZATION="Token x")[2] > 0
    assert site.ask(run, REQUEST_METHOD="POST")[0].startswith("403")


def test_it_keeps_no_more_than_it_may(site, run, monkeypatch):
    monkeypatch.setattr(live_answers, "MOST", 3)
    for second in range(10):
        site.ask(run, query=f"after={second}&attempt=1")

    assert len(site.answers._kept) == 3
    site.now[0] += live_answers.SECONDS
    site.ask(run)
    assert len(site.answers._kept) == 1
