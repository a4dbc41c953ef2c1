"""Somebody who uploads, and a reviewer who is signed in."""

import pytest

from tests.factories import UserFactory
from tests.submission_factories import ReviewerFactory


@pytest.fixture
def ann():
    return UserFactory(username="ann")


@pytest.fixture
def rita(client):
    reviewer = ReviewerFactory(username="rita")
    client.force_login(reviewer)
    return reviewer
