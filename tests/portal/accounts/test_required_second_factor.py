"""A second factor that staff have to set up, where the setting asks for it."""

import pytest
from allauth.mfa.models import Authenticator
from rest_framework.test import APIClient

from tests.factories import ApiTokenFactory, UserFactory

pytestmark = pytest.mark.django_db
SET_UP = "/account/2fa/on/"


@pytest.fixture(autouse=True)
def required(settings):
    settings.REQUIRE_STAFF_TWO_FACTOR = True


@pytest.fixture
def staff(client):
    user = UserFactory(staff=True)
    client.force_login(user)
    return user


@pytest.mark.parametrize("page", ["/", "/stop/", "/audit/", "/admin/", "/endpoints/"])
def test_staff_without_one_are_led_to_set_it_up(client, staff, page):
    answer = client.get(page)

    assert (answer.status_code, answer["Location"]) == (302, SET_UP)


def test_a_post_of_theirs_does_nothing(client, staff):
    assert client.post("/stop/", {"reason": "a test"})["Location"] == SET_UP


@pytest.mark.parametrize("page", ["/account/2fa/", "/logout/", "/account/again/"])
def test_what_is_needed_for_it_stays_open(client, staff, page):
    assert client.get(page).headers.get("Location") != SET_UP


def test_their_tokens_wait_for_it(staff):
    ApiTokenFactory(user=staff, key="bb_key-staff")
    answer = APIClient(HTTP_AUTHORIZATION="Token bb_key-staff").get("/api/v1/runs/")

    assert answer.status_code == 403
    assert "second factor" in answer.json()["detail"]


def test_staff_with_one_and_others_go_where_they_want(client, staff):
    Authenticator.objects.create(user=staff, type="totp", data={"secret": "x"})
    assert client.get("/stop/").status_code == 200

    client.force_login(UserFactory())
    assert client.get("/endpoints/").status_code == 200
    client.logout()
    assert client.get("/").status_code == 200


def test_without_the_setting_nobody_is_led_anywhere(client, staff, settings):
    settings.REQUIRE_STAFF_TWO_FACTOR = False

    assert client.get("/stop/").status_code == 200
