"""An endpoint, and published rows to reproduce on it."""

import pytest

from tests.factories import EndpointFactory
from tests.portal.runs.reproduce_form.reproduced import row_of


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


@pytest.fixture
def row(published):
    """MySQL 8.0 on the largest class of Alibaba, cached: 6,740 TPS."""
    return row_of("oltp_read_write", engine_version="8.0", regime="cached")


@pytest.fixture
def large_row(published):
    """The same from disk: 102.4 million rows."""
    return row_of("oltp_read_write", engine_version="8.0", regime="disk_io")
