"""A limit that is reached, as API and pages tell it."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from benchruns.limits import door
from benchruns.models import Check
from benchruns.vocabulary import Limit
from tests.factories import EndpointFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def endpoint(settings, user):
    settings.LIMITS = {**settings.LIMITS, "checks": 1, "tokens": 0}
    endpoint = EndpointFactory(owner=user)
    door.spend(endpoint.owner, Limit.CHECKS)
    return endpoint


def test_one_check_too_many_is_429_with_when(endpoint, client):
    answer = client.post(f"/api/v1/endpoints/{endpoint.pk}/check/")

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 1 <= int(answer["Retry-After"]) <= 61
    assert "Try again at" in answer.json()["detail"]
    assert not Check.objects.exists()


def test_one_check_too_many_is_told_by_a_page_in_one_sentence(endpoint, client):
    client.force_login(endpoint.owner)

    answer = client.post(reverse("portal:endpoint-check", args=[endpoint.pk]))

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "Try again at" in answer.content.decode()
    assert not Check.objects.exists()


def test_what_no_time_frees_is_409_with_what_to_do(endpoint, client):
    answer = client.post(
        "/api/v1/tokens/",
        {"name": "ci", "scope": "read", "expires_at": None},
    )

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Revoke one" in answer.json()["detail"]
    assert "Retry-After" not in answer
