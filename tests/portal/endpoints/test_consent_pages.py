"""The first run of a user: what runs do is said, agreed to once, and then done."""

import pytest

from benchruns.models import AuditEntry, Run
from benchruns.workloads import WORKLOADS
from tests.factories import EndpointFactory, UserFactory

PARAMETERS = WORKLOADS["oltp_read_write"].clean({})


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, without_consent=True, checked=True)


def show_control(endpoint):
    endpoint.control_shown_at = endpoint.created_at
    endpoint.save()


def consent_url(endpoint):
    return f"/endpoints/{endpoint.pk}/consent/"


def given_for(endpoint, **changes):
    return {
        "endpoint": endpoint.pk,
        "workload": "oltp_read_write",
        "when": "now",
        **{k: v for k, v in PARAMETERS.items() if v not in (None, False)},
        **changes,
    }


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_a_page_asks_for_consent_once_control_was_shown(page, endpoint):
    before = text_of(page.get(f"/endpoints/{endpoint.pk}/"))
    show_control(endpoint)
    after = text_of(page.get(f"/endpoints/{endpoint.pk}/"))

    assert "Each run creates a database or schema of its own" in before
    assert "Check the endpoint first" in before
    assert 'name="consent"' not in before
    assert 'name="consent"' in after


def test_the_tick_gives_consent_and_the_page_says_who_did(page, endpoint, user):
    page.post(consent_url(endpoint), {"consent": "yes"})

    endpoint.refresh_from_db()
    assert endpoint.consent_by == user
    assert f"<b>Confirmed</b> by {user.username}" in text_of(
        page.get(f"/endpoints/{endpoint.pk}/")
    )
    entry = AuditEntry.objects.get()
    assert (entry.door, entry.address) == ("page", "127.0.0.1")


def test_who_confirmed_before_there_were_own_scripts_is_asked_once_more(page, user):
    endpoint = EndpointFactory(owner=user, checked=True, consent_names_scripts=False)
    form = "/runs/new/?workload="
    assert 'name="consent"' not in text_of(page.get(f"{form}oltp_read_write"))
    assert 'name="consent"' in text_of(page.get(f"{form}custom_sysbench"))
    before = text_of(page.get(f"/endpoints/{endpoint.pk}/"))

    page.post(consent_url(endpoint), {"consent": "yes"})

    after = text_of(page.get(f"/endpoints/{endpoint.pk}/"))
    assert "confirm again before you run one here" in before
    assert "confirm again" not in after
    assert 'name="consent"' not in text_of(page.get(f"{form}custom_sysbench"))


def test_a_run_of_a_script_takes_it_with_the_start(page, user):
    endpoint = EndpointFactory(owner=user, checked=True, consent_names_scripts=False)
    asked = {"endpoint": endpoint.pk, "workload": "custom_sysbench", "when": "now"}
    load = WORKLOADS["custom_sysbench"].clean({"script": "orders"})
    asked |= {key: value for key, value in load.items() if value not in (None, False)}

    assert "Set this tick first" in text_of(page.post("/runs/new/", asked))
    page.post("/runs/new/", asked | {"consent": "yes"})

    assert Run.objects.get().endpoint == endpoint


def test_without_the_tick_nothing_is_given(page, endpoint):
    answer = page.post(consent_url(endpoint), follow=True)

    endpoint.refresh_from_db()
    assert not endpoint.has_consent
    assert "set the tick, then confirm" in text_of(answer)


def test_it_is_withdrawn_on_the_same_page(page, user):
    endpoint = EndpointFactory(owner=user)

    answer = page.post(consent_url(endpoint), {"withdraw": "yes"}, follow=True)

    endpoint.refresh_from_db()
    assert not endpoint.has_consent
    assert "no run starts here until you confirm again" in text_of(answer)


@pytest.mark.parametrize("is_staff", [False, True])
def test_nobody_else_gives_it(client, endpoint, is_staff):
    client.force_login(UserFactory(is_staff=is_staff))

    assert client.post(consent_url(endpoint), {"consent": "yes"}).status_code == 404
    endpoint.refresh_from_db()
    assert not endpoint.has_consent


def test_the_form_of_a_run_says_what_to_do_and_starts_nothing(page, endpoint):
    answer = page.post("/runs/new/", given_for(endpoint))

    assert "Set this tick first, then start the run." in text_of(answer)
    assert not Run.objects.exists()


def test_the_form_of_a_run_takes_consent_with_the_start(page, endpoint, user):
    assert 'name="consent"' in text_of(page.get("/runs/new/"))

    page.post("/runs/new/", given_for(endpoint, consent="yes"))

    endpoint.refresh_from_db()
    assert Run.objects.get().endpoint == endpoint
    assert endpoint.consent_by == user
    assert 'name="consent"' not in text_of(page.get("/runs/new/"))


def test_a_run_that_is_refused_leaves_no_consent(page, endpoint):
    refused = page.post("/runs/new/", given_for(endpoint, consent="yes", threads=5000))

    assert refused.status_code == 400
    endpoint.refresh_from_db()
    assert not endpoint.has_consent
