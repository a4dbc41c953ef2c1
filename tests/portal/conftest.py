"""What pages show and who looks: the published figures, and a browser with an account."""

from uuid import uuid4

import pytest

from portal.pdf import pdf
from tests import published_database, waiting
from tests.factories import UserFactory
from tests.portal.html import Reader
from workers.engines.mysql import client_certificate


@pytest.fixture(scope="session", autouse=True)
def patience_with_drawings():
    """The limit of seconds is for visitors; a busy machine may draw for minutes."""
    with pytest.MonkeyPatch.context() as session:
        session.setattr(pdf, "DRAWING_SECONDS", waiting.HANG_SECONDS)
        yield


@pytest.fixture
def published(db):
    """The white papers' figures, all of them."""
    published_database.fill()


@pytest.fixture
def client():
    return Reader()


@pytest.fixture
def user(db):
    return UserFactory()


@pytest.fixture
def page(client, user):
    client.force_login(user)
    return client


@pytest.fixture
def forget(settings):
    """Forgets who tried what how often; called before the test too."""

    def start_anew():
        cache = settings.CACHES["default"] | {"KEY_PREFIX": str(uuid4())}
        settings.CACHES = {"default": cache}

    start_anew()
    return start_anew


@pytest.fixture
def authority():
    """A certificate in PEM."""
    _key, certificate = client_certificate.make()
    return certificate
