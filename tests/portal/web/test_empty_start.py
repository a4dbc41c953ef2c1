"""A new user without a row: every list that is empty says what to do next."""

import re

import pytest

from benchruns.endpoints import address
from benchruns.engines.registry import ENGINES
from tests.addresses import every_address
from tests.factories import EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db

NOT_OURS = re.compile(r"/(admin|api/v1|static|accounts)/|/healthz|/metrics")
EMPTY = re.compile(
    r'<(?P<tag>div|p)[^>]*class="[^"]*\bbb-empty\b[^"]*"[^>]*>.*?</(?P=tag)>', re.DOTALL
)
# Something to press, or to type in a shell.
NEXT_STEP = re.compile(r"<a\s[^>]*href=|<button\b|<code>")
LISTS = {
    "portal:home", "portal:endpoints", "portal:runs", "portal:sweeps", "portal:trends",
    "portal:schedules", "portal:submissions", "portal:notices", "portal:rewards",
    "portal:data-sets", "portal:results", "portal:sources",
    "portal:classes", "portal:engines", "portal:tokens", "portal:webhooks", "portal:generators",
}  # fmt: skip


def empty_states(client, address):
    answer = client.get(address)
    is_page = answer.status_code == 200 and "html" in answer["Content-Type"]
    html = answer.content.decode() if is_page else ""
    return [found.group() for found in EMPTY.finditer(html)]


@pytest.fixture
def new_user(client):
    user = UserFactory()
    client.force_login(user)
    return user


def test_every_empty_list_has_a_next_step(client, new_user):
    said, silent = set(), []

    for name, route, parameters in every_address():
        if parameters or NOT_OURS.match(route):
            continue
        for shown in empty_states(client, route):
            said.add(name)
            if not NEXT_STEP.search(shown):
                silent.append((route, shown))

    assert silent == []
    assert said >= LISTS, LISTS - said


def test_an_endpoint_without_a_run_leads_to_its_first(client, new_user):
    endpoint = EndpointFactory(owner=new_user)

    page = client.get(f"/endpoints/{endpoint.pk}/").content.decode()

    assert f'href="/runs/new/?endpoint={endpoint.pk}"' in page


def test_a_comparison_of_nothing_says_how_to_begin(client, new_user):
    page = client.get("/compare/").content.decode()

    assert "How to begin" in page
    assert 'href="/classes/"' in page


COMMAND = re.compile(r"manage\.py|celery -A")


@pytest.mark.parametrize(
    "listed", ["/", "/engines/", "/classes/", "/results/", "/sources/", "/generators/"]
)
def test_commands_of_the_site_are_told_to_staff_alone(client, new_user, listed):
    told = " ".join(empty_states(client, listed))
    client.force_login(UserFactory(is_staff=True))
    told_to_staff = " ".join(empty_states(client, listed))

    assert "<a" in told
    assert not COMMAND.search(told)
    assert COMMAND.search(told_to_staff)


def test_who_has_no_server_is_told_how_to_start_one(client, new_user):
    page = client.get("/endpoints/").content.decode()

    assert "No server at hand?" in page
    assert page.count("docker run") == 2
    assert "No server at hand?" not in page_with_an_endpoint(client, new_user)


def page_with_an_endpoint(client, user):
    EndpointFactory(owner=user)
    return client.get("/endpoints/").content.decode()


def test_its_address_fills_the_form(client, new_user, subtests):
    for engine in ENGINES.values():
        if engine.sample is None:
            continue
        with subtests.test(engine.name):
            given = address.read(engine.sample.address.replace("HOST", "db.example"))

            assert (given.engine, given.port) == (engine.name, engine.default_port)
            assert f"{given.port}:{given.port}" in engine.sample.command
