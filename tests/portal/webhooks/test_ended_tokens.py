"""What a token made of webhooks ends with the token: where they lead, the secret it knew."""

from http import HTTPStatus

import pytest
from django.test import Client
from rest_framework.test import APIClient

from benchruns.errors import NotAllowed
from benchruns.models import AuditEntry, Webhook
from benchruns.webhooks import addresses
from portal.accounts import tokens
from tests.factories import UserFactory
from tests.webhook_factories import SECRET, WebhookFactory

pytestmark = pytest.mark.django_db

API = "/api/v1/webhooks/"
BODY = {"address": "http://127.0.0.1:9/theirs", "events": ["run.failed"]}


@pytest.fixture
def user():
    return UserFactory()


@pytest.fixture
def page(user):
    client = Client()
    client.force_login(user)
    return client


def issued(user, **given):
    """A token, and who calls with it."""
    token, key = tokens.issue(user, name="ci", scope="write", expires_at=None, **given)
    api = APIClient(HTTP_AUTHORIZATION=f"Token {key}")
    return token, api


def made_by(api):
    return Webhook.objects.get(pk=api.post(API, BODY).json()["id"])


def state(webhook):
    """Whether it is active, and whether it has a secret."""
    webhook.refresh_from_db()
    return webhook.is_active, webhook.has_secret


def test_with_a_token_pause_the_webhooks_that_it_made(page, user):
    (stolen, thief), (_other, program) = issued(user), issued(user)
    theirs, own, others = made_by(thief), WebhookFactory(owner=user), made_by(program)

    answer = page.post(f"/tokens/{stolen.pk}/revoke/", follow=True)

    assert "1 webhook of an API token is paused" in answer.content.decode()
    assert state(theirs) == (False, False)
    assert state(own) == state(others) == (True, True)
    noted = AuditEntry.objects.get(action="webhook_changed")
    assert noted.details == {"changed": ["is_active", "secret"], "is_active": False}


def test_so_do_those_of_tokens_that_it_made(user):
    stolen, _thief = issued(user)
    _child, accomplice = issued(user, parent=stolen)
    theirs = made_by(accomplice)

    assert tokens.revoke(stolen, by=user).webhooks == 1

    assert state(theirs) == (False, False)


def test_another_token_resumes_nothing_that_it_led_elsewhere(page, user):
    stolen, thief = issued(user)
    _other, program = issued(user)
    webhook = WebhookFactory(owner=user)
    thief.patch(f"{API}{webhook.pk}/", {"address": BODY["address"]})
    tokens.revoke(stolen, by=user)

    refused = program.patch(f"{API}{webhook.pk}/", {"is_active": True})

    assert refused.status_code == HTTPStatus.CONFLICT
    assert "resume it on its page" in refused.json()["detail"]
    assert state(webhook) == (False, True)
    page.post(f"/webhooks/{webhook.pk}/resume/")
    assert state(webhook) == (True, True)


def test_one_that_it_led_elsewhere_is_paused_and_keeps_its_secret(user):
    stolen, thief = issued(user)
    webhook = WebhookFactory(owner=user)
    there = {"address": BODY["address"]}
    assert thief.patch(f"{API}{webhook.pk}/", there).status_code == 200

    tokens.revoke(stolen, by=user)

    assert state(webhook) == (False, True)
    assert webhook.secret == SECRET


def test_a_secret_that_it_knew_is_gone_and_nothing_is_sent_until_there_is_another(
    page, user
):
    stolen, thief = issued(user)
    _fresh, program = issued(user)
    webhook = WebhookFactory(owner=user)
    at = f"{API}{webhook.pk}/"
    known = thief.post(f"{at}new-secret/").json()["secret"]

    page.delete(f"/api/v1/tokens/{stolen.pk}/")

    assert state(webhook) == (False, False)
    resume = {"is_active": True}
    refused = program.patch(at, resume)
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "Make a new secret first" in refused.json()["detail"]
    shown = page.get(f"/webhooks/{webhook.pk}/").content.decode()
    assert "make a new secret" in " ".join(shown.split())
    assert f"/webhooks/{webhook.pk}/resume/" not in shown
    page.post(f"/webhooks/{webhook.pk}/resume/")
    assert state(webhook) == (False, False)

    page.post(f"/webhooks/{webhook.pk}/secret/")
    page.post(f"/webhooks/{webhook.pk}/resume/")

    assert state(webhook) == (True, True)
    assert webhook.secret != known


def test_what_its_owner_has_seen_on_a_page_since_is_the_tokens_no_longer(page, user):
    token, program = issued(user)
    webhook = made_by(program)
    kept = {"address": "http://127.0.0.1:9/mine", "events": ["run.failed"]}
    page.post(f"/webhooks/{webhook.pk}/change/", kept)
    page.post(f"/webhooks/{webhook.pk}/secret/")

    assert tokens.revoke(token, by=user).webhooks == 0

    assert state(webhook) == (True, True)


def test_a_token_that_is_revoked_while_a_name_is_looked_up_leaves_no_webhook_that_sends(
    user, monkeypatch
):
    stolen, thief = issued(user)
    monkeypatch.setattr(
        addresses, "refuse_unreachable", lambda _: tokens.revoke(stolen, by=user)
    )

    made = made_by(thief)

    assert state(made) == (False, False)


def test_nor_does_it_leave_another_token(user):
    stolen, _thief = issued(user)
    tokens.revoke(stolen, by=user)

    with pytest.raises(NotAllowed, match="revoked"):
        issued(user, parent=stolen)
