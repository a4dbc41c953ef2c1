"""An endpoint that passed its check."""

import pytest

from tests.factories import EndpointFactory


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)
