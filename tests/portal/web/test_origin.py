"""Where an act comes from, as the audit log has it."""

import pytest

from benchruns.models import AuditEntry
from portal.web.origin import HEADER
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


def entry_of_deleting(client, **headers) -> tuple[AuditEntry, str]:
    run = RunFactory(failed=True)
    client.force_login(run.owner)
    answer = client.post(
        "/runs/delete/", {"run": [run.pk], "confirmed": "1"}, **headers
    )
    assert answer.status_code == 302
    return AuditEntry.objects.get(), answer[HEADER]


def test_the_log_has_door_address_and_request(client):
    entry, request = entry_of_deleting(client, REMOTE_ADDR="192.0.2.7")

    assert (entry.door, entry.address) == ("page", "192.0.2.7")
    assert entry.request == request != ""


def test_a_client_cannot_name_its_own_address(client):
    entry, _ = entry_of_deleting(
        client, REMOTE_ADDR="192.0.2.7", HTTP_X_FORWARDED_FOR="203.0.113.9"
    )

    assert entry.address == "192.0.2.7"


def test_what_the_proxy_in_front_tells_is_believed(client, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    entry, _ = entry_of_deleting(
        client,
        REMOTE_ADDR="10.0.0.1",
        HTTP_X_FORWARDED_FOR="198.51.100.1, 203.0.113.9",
    )

    assert entry.address == "203.0.113.9"


def test_ipv4_by_a_socket_of_ipv6_is_ipv4(client):
    entry, _ = entry_of_deleting(client, REMOTE_ADDR="::ffff:192.0.2.7")

    assert entry.address == "192.0.2.7"


def test_a_request_of_no_known_address_is_answered(client):
    entry, _ = entry_of_deleting(client, REMOTE_ADDR="")

    assert entry.address is None


def test_each_request_has_an_id_of_its_own(client):
    first, second = (client.get("/api/v1/engines/")[HEADER] for _ in range(2))

    assert first != second
