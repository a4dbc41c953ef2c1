"""One's own API tokens."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from rest_framework.test import APIClient

from portal.accounts import tokens
from portal.models import ApiToken
from tests.factories import ApiTokenFactory

TOKENS = "/api/v1/tokens/"


@pytest.fixture
def browser(user):
    client = APIClient()
    client.force_login(user)
    return client


def test_a_key_is_shown_once_and_works(client):
    answer = client.post(TOKENS, {"name": "ci", "scope": "write"})

    assert answer.status_code == 201
    made = answer.json()
    caller = APIClient(HTTP_AUTHORIZATION=f"Token {made['key']}")
    assert caller.get(answer["Location"]).status_code == 200
    for text in (
        client.get(TOKENS).content.decode(),
        client.get(answer["Location"]).content.decode(),
    ):
        assert made["key"] not in text
        assert "key_hash" not in text
    assert not ApiToken.objects.filter(key_hash=made["key"]).exists()


def test_a_token_reads_and_ends_in_90_days_unless_asked(client):
    made = client.post(TOKENS, {"name": "ci"}).json()

    assert made["scope"] == "read"
    lifetime = parse_datetime(made["expires_at"]) - timezone.now()
    assert timedelta(days=89) < lifetime <= timedelta(days=90)


@pytest.mark.parametrize(
    ("asked", "is_lasting"),
    [({"expires_at": None}, True), ({"expires_in_days": 7}, False)],
    ids=str,
)
def test_its_end_can_be_chosen(client, asked, is_lasting):
    made = client.post(TOKENS, {"name": "ci"} | asked).json()

    assert (made["expires_at"] is None) == is_lasting


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"name": ""}, "name"),
        ({"scope": "admin"}, "scope"),
        ({"expires_in_days": 0}, "expires_in_days"),
        ({"expires_in_days": "7"}, "expires_in_days"),
        ({"expires_at": "2001-01-01T00:00:00Z"}, "expires_at"),
        ({"expires_at": "2126-01-01T00:00:00Z", "expires_in_days": 1}, "expires_at"),
        ({"user": 1}, "user"),
        ({"key": "mine"}, "key"),
    ],
    ids=str,
)
def test_a_bad_wish_is_named(client, asked, field):
    answer = client.post(TOKENS, {"name": "ci"} | asked)

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_a_token_does_not_outlive_the_one_that_made_it(user, browser):
    soon = timezone.now() + timedelta(days=1)
    ApiTokenFactory(user=user, key="bb_short", expires_at=soon)
    short = APIClient(HTTP_AUTHORIZATION="Token bb_short")

    for asked in ({}, {"expires_at": None}, {"expires_in_days": 2}):
        refused = short.post(TOKENS, {"name": "ci"} | asked)
        assert refused.status_code == 400
        assert (
            soon.strftime("ends at %Y-%m-%dT%H:%M:%S.%fZ:") in refused.content.decode()
        )
    within = {"name": "ci", "expires_at": (soon - timedelta(hours=1)).isoformat()}
    assert short.post(TOKENS, within).status_code == 201
    assert browser.post(TOKENS, {"name": "ci", "expires_at": None}).status_code == 201


def test_a_session_makes_no_token_that_writes_without_the_password(user, browser):
    asked = {"name": "ci", "scope": "write"}

    refused = browser.post(TOKENS, asked)

    assert refused.status_code == 403
    assert "password again" in refused.json()["detail"]
    assert not ApiToken.objects.filter(user=user, name="ci").exists()
    ApiTokenFactory(user=user, key="bb_writes", scope="write")
    program = APIClient(HTTP_AUTHORIZATION="Token bb_writes")
    assert program.post(TOKENS, asked).status_code == 201


def test_with_a_token_ends_what_was_made_with_it(user):
    first = ApiTokenFactory(user=user, key="bb_first", scope="write", expires_at=None)
    keys = ["bb_first"]
    for _generation in range(2):
        caller = APIClient(HTTP_AUTHORIZATION=f"Token {keys[-1]}")
        made = caller.post(TOKENS, {"name": "ci", "scope": "write", "expires_at": None})
        keys.append(made.json()["key"])
    other = ApiTokenFactory(user=user, key="bb_other", scope="write")

    tokens.revoke(first, by=user)

    for key in keys:
        caller = APIClient(HTTP_AUTHORIZATION=f"Token {key}")
        assert caller.get(TOKENS).status_code == 401
    other.refresh_from_db()
    assert other.is_valid


def test_deleting_a_token_revokes_it(client, user):
    token = ApiTokenFactory(user=user, key="bb_old")
    old = APIClient(HTTP_AUTHORIZATION="Token bb_old")
    assert old.get(TOKENS).status_code == 200

    answer = client.delete(f"{TOKENS}{token.pk}/")

    assert answer.status_code == 204
    assert old.get(TOKENS).status_code == 401
    assert client.get(f"{TOKENS}{token.pk}/").status_code == 404
    assert ApiToken.objects.filter(pk=token.pk).exists()


def test_tokens_of_others_are_hidden_even_from_staff(user, stranger, staff):
    token = ApiTokenFactory(user=user)

    for other in (stranger, staff):
        assert other.delete(f"{TOKENS}{token.pk}/").status_code == 404
        assert len(other.get(TOKENS).json()["results"]) == 1
