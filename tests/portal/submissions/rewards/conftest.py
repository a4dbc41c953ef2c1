"""Somebody with a reward, and staff who are signed in."""

import pytest

from tests.benchruns.submissions.review.under_review import accepted, promise
from tests.factories import UserFactory


@pytest.fixture
def ann():
    return UserFactory(username="ann")


@pytest.fixture
def staff(client):
    user = UserFactory(staff=True, username="sam")
    client.force_login(user)
    return user


@pytest.fixture
def reward(ann):
    promise(gift="a mug", terms="On renewal.", valid_days=30)
    return accepted(owner=ann).reward
