"""Who calls: tokens of programs, sessions of browsers."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.factories import PASSWORD, ApiTokenFactory, UserFactory

PUBLIC = [
    "/api/v1/",
    "/api/v1/engines/",
    "/api/v1/instance-classes/",
    "/api/v1/campaigns/",
    "/api/v1/workloads/",
    "/api/v1/results/",
    "/api/v1/runs/",
]
OWN = ["/api/v1/endpoints/", "/api/v1/tokens/"]


def with_header(value):
    return APIClient(HTTP_AUTHORIZATION=value)


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "token", "BEARER"])
def test_both_schemes_are_taken(db, scheme):
    ApiTokenFactory(key="bb_secret")

    assert with_header(f"{scheme} bb_secret").get(OWN[0]).status_code == 200


@pytest.mark.parametrize(
    "given", [{"revoked": True}, {"expired": True}, {"user__is_active": False}], ids=str
)
def test_a_dead_token_is_refused_even_where_none_is_needed(db, given):
    ApiTokenFactory(key="bb_secret", **given)

    answer = with_header("Token bb_secret").get(PUBLIC[1])

    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["WWW-Authenticate"].startswith("Token")


@pytest.mark.parametrize("key", ["", "bb_other", "a b", "\xff"], ids=ascii)
def test_an_unknown_key_is_refused(db, key):
    answer = with_header(f"Token {key}").get(OWN[0])

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"]


def test_an_unknown_key_is_told_what_to_do(db):
    answer = with_header("Token bb_other").get(OWN[0])

    assert answer.json()["detail"] == (
        "No token has this key: see that it is whole, or create a new token."
    )


@pytest.mark.parametrize("path", PUBLIC)
def test_reading_what_is_public_needs_no_login(anonymous, path):
    assert anonymous.get(path).status_code == 200


@pytest.mark.parametrize("path", OWN)
def test_reading_ones_own_needs_a_login(anonymous, path):
    answer = anonymous.get(path)

    assert answer.status_code == 401
    assert answer.json()["status"] == 401
    assert answer["WWW-Authenticate"]


@pytest.mark.parametrize("path", ["/api/v1/runs/", *OWN])
def test_writing_takes_more_than_a_read_token(anonymous, reader, path):
    assert anonymous.post(path, {}).status_code == 401
    answer = reader.post(path, {})
    assert answer.status_code == 403
    assert "write" in answer.json()["detail"]


def test_a_browser_reads_by_its_session_and_writes_with_a_csrf_token(db):
    user = UserFactory()
    browser = APIClient(enforce_csrf_checks=True)
    assert browser.login(username=user.username, password=PASSWORD)

    assert browser.get(OWN[0]).status_code == 200
    refused = browser.post(OWN[1], {"name": "laptop"})

    assert refused.status_code == 403
    assert refused["Content-Type"] == "application/problem+json"


def test_use_of_a_token_is_noted_once_a_minute(db):
    token = ApiTokenFactory(key="bb_secret")
    client = with_header("Token bb_secret")

    client.get(OWN[0])
    token.refresh_from_db()
    noted = token.last_used_at
    client.get(OWN[0])
    token.refresh_from_db()

    assert noted is not None
    assert token.last_used_at == noted

    earlier = timezone.now() - timedelta(minutes=2)
    type(token).objects.update(last_used_at=earlier)
    client.get(OWN[0])
    token.refresh_from_db()
    assert token.last_used_at > noted
