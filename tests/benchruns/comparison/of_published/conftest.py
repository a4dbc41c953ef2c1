"""The published figures, for each module once."""

import pytest

from tests import published_database


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)
