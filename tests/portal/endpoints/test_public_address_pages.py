"""Staff see who wants to reach which public address, and decide."""

import pytest

from benchruns.models import AuditEntry, PublicAddress
from tests.factories import EndpointFactory, UserFactory

PAGE = "/endpoints/public/"


@pytest.fixture
def asked(db):
    endpoint = EndpointFactory(host="db.example.com", owner__username="olga")
    return PublicAddress.objects.create(endpoint=endpoint, address="8.8.8.8", port=3306)


@pytest.fixture
def staff(client, db):
    client.force_login(UserFactory(staff=True))
    return client


def test_staff_see_who_asks_for_what(staff, asked):
    text = staff.get(PAGE).content.decode()

    for word in (
        "8.8.8.8:3306",
        "db.example.com",
        asked.endpoint.name,
        "olga",
        "waits",
    ):
        assert word in text


def test_staff_allow_and_refuse(staff, asked):
    staff.post(f"{PAGE}{asked.pk}/", {"decision": "allow"})
    asked.refresh_from_db()
    assert asked.is_allowed

    refused = staff.post(f"{PAGE}{asked.pk}/", {"decision": "refuse"}, follow=True)
    asked.refresh_from_db()
    assert asked.is_allowed
    assert "Say why it is refused" in refused.content.decode()

    staff.post(f"{PAGE}{asked.pk}/", {"decision": "refuse", "reason": "not ours"})
    asked.refresh_from_db()
    assert (asked.is_allowed, asked.reason) == (False, "not ours")
    assert [e.action for e in AuditEntry.objects.order_by("id")] == [
        "address_allowed",
        "address_refused",
    ]


def test_users_neither_see_nor_decide(page, asked):
    assert page.get(PAGE).status_code == 403
    assert page.post(f"{PAGE}{asked.pk}/", {"decision": "allow"}).status_code == 403
    asked.refresh_from_db()
    assert asked.is_allowed is None
