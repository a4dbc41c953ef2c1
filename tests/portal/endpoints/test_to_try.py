"""A server of the site's own, for who has none to test."""

import pytest

from benchruns import encryption
from benchruns.models import Endpoint
from portal.pages.endpoints import to_try
from tests.factories import EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db
SECRET = "to-try-secret"
ADDRESS = f"mysql://bench:{SECRET}@10.1.2.3:3307/bench"


@pytest.fixture
def new_user(client, settings):
    settings.SAMPLE_ENDPOINTS = [ADDRESS, "no address"]
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.mark.parametrize("page", ["/endpoints/", "/runs/new/"])
def test_it_is_offered_without_its_address(client, new_user, page):
    text = client.get(page).content.decode()

    assert "Or take a server of this site to try a run:" in text
    assert text.count('name="to_try"') == 1
    assert SECRET not in text
    assert "10.1.2.3" not in text


def test_one_press_registers_it_for_the_user(client, new_user):
    answer = client.post("/endpoints/new/", {"to_try": "0"})

    assert answer.status_code == 302, answer.content.decode()[:3000]
    endpoint = Endpoint.objects.get(owner=new_user)
    assert (endpoint.name, endpoint.host, endpoint.port) == (
        "MySQL to try",
        "10.1.2.3",
        3307,
    )
    assert encryption.decrypt(endpoint.password_encrypted) == SECRET
    assert endpoint.consent_at is None


@pytest.mark.parametrize("place", ["1", "2", "-1", "x"])
def test_another_place_registers_nothing(client, new_user, place):
    client.post("/endpoints/new/", {"to_try": place})

    assert not Endpoint.objects.exists()


def test_who_has_an_endpoint_is_offered_none(client, new_user):
    EndpointFactory(owner=new_user)

    assert "to_try" not in client.get("/endpoints/").content.decode()


def test_staff_are_told_of_an_entry_that_nobody_is_offered(settings):
    settings.SAMPLE_ENDPOINTS = [ADDRESS, "no address: hunter2"]

    (told,) = to_try.check()

    assert "Entry 2 of SAMPLE_ENDPOINTS" in told.msg
    assert "hunter2" not in f"{told.msg} {told.hint}"
