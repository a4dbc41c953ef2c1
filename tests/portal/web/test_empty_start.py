"""A new user without a row: every list that is empty says what to do next."""

import re

import pytest

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
