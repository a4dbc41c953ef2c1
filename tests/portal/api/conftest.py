"""Callers of the API: each fixture is a client that sends and reads JSON."""

from functools import cache

import pytest
from rest_framework.test import APIClient

from portal import dispatch
from tests.factories import ApiTokenFactory, UserFactory


def client_of(user, *, read_only=False):
    token = ApiTokenFactory.build(read_only=read_only)
    key = f"bb_key-{user.username}-{token.name}"
    ApiTokenFactory(user=user, key=key, read_only=read_only)
    return APIClient(HTTP_AUTHORIZATION=f"Token {key}")


@pytest.fixture
def user(db):
    return UserFactory()


@pytest.fixture
def anonymous(db):
    return APIClient()


@pytest.fixture
def client(user):
    """The user's, with a write token."""
    return client_of(user)


@pytest.fixture
def reader(user):
    """The user's, with a read token."""
    return client_of(user, read_only=True)


@pytest.fixture
def stranger(db):
    return client_of(UserFactory())


@pytest.fixture
def staff(db):
    return client_of(UserFactory(staff=True))


@cache
def _described():
    return APIClient().get("/api/v1/schema/").json()


@pytest.fixture
def schema(db):
    """The API's own description; to make it takes as long as ten requests."""
    return _described()


@pytest.fixture
def sent(monkeypatch):
    """The tasks that would go to the broker."""
    tasks = []
    monkeypatch.setattr(
        dispatch, "_send", lambda task, **message: tasks.append((task, message))
    )
    return tasks
