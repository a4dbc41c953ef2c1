"""The proxy hands out for a second what all viewers of a run get alike, and nothing else."""

import json
import re
import time
from http.client import HTTPConnection

import pytest
from django.conf import settings
from django.test import Client

from benchruns.models import Run
from local import ports
from local.places import ROOT
from tests import waiting
from tests.factories import RunFactory, SampleFactory
from tests.proxy import answers, nginx_before
from tests.stack import stack

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
ASKED = 40


@pytest.fixture(scope="module")
def site(child_environment, redis_url, tmp_path_factory):
    """The ports of a web server and of the proxy before it, which knows each run apart."""
    folder, web = tmp_path_factory.mktemp("proxied"), ports.choose()
    environment = child_environment | {"WEB_PORT": str(web)}
    with stack(environment, log=folder / "web.log", programs=("web",)):
        waiting.until(lambda: answers(web), what="the web server")
        with nginx_before(web, folder) as nginx:
            yield web, nginx.port


@pytest.fixture
def run():
    return RunFactory(running=True, visibility="public", output_tail="[ 15s ] thds: 8")


def ask(port, run, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=waiting.HANG_SECONDS)
    connection.request("GET", f"/runs/{run.pk}/live/", headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def until_a_second_begins():
    time.sleep(1 - time.time() % 1)


def test_viewers_of_one_second_get_one_answer_of_the_portal(site, run):
    _web, proxy = site
    until_a_second_begins()
    began = int(time.time())

    seen = [ask(proxy, run)[0] for _viewer in range(ASKED)]

    seconds = int(time.time()) - began + 1
    assert {each.status for each in seen} == {200}
    assert all("X-Accel-Expires" not in each.headers for each in seen)
    # the id of a request is the portal's own, and another one each time that it is asked
    assert len({each.headers["X-Request-ID"] for each in seen}) <= seconds + 1


def test_a_new_sample_is_seen_in_the_next_second(site, run):
    _web, proxy = site
    for _viewer in range(3):
        ask(proxy, run)
    SampleFactory(run=run, second=1)

    until_a_second_begins()
    until_a_second_begins()

    assert [row[0] for row in json.loads(ask(proxy, run)[1])["samples"]] == [1]


def test_an_owner_gets_their_own_behind_the_proxy_and_nobody_else_does(site, run):
    _web, proxy = site
    owner = Client()
    owner.force_login(run.owner)
    session = owner.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = f"{settings.SESSION_COOKIE_NAME}={session}"

    for _time in range(3):
        ask(proxy, run)
        assert b"thds" in ask(proxy, run, Cookie=cookie)[1]
        assert b"thds" not in ask(proxy, run)[1]


def test_a_private_run_is_not_handed_out(site, run):
    _web, proxy = site
    Run.objects.filter(pk=run.pk).update(visibility="private")
    owner = Client()
    owner.force_login(run.owner)
    session = owner.cookies[settings.SESSION_COOKIE_NAME].value

    for _time in range(3):
        cookie = f"{settings.SESSION_COOKIE_NAME}={session}"
        assert ask(proxy, run, Cookie=cookie)[0].status == 200
        assert ask(proxy, run)[0].status == 404


def test_the_proxy_knows_who_is_logged_in_by_the_cookie_of_the_portal():
    text = (ROOT / "docker/nginx.conf").read_text()

    assert set(re.findall(r"\$cookie_(\w+)", text)) == {settings.SESSION_COOKIE_NAME}
