"""The audit log: who did what, from where, when."""

import pytest

from benchruns.audit.origin import NOWHERE, Door, Origin, acting_from, current
from benchruns.audit.record import record
from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from tests.factories import EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db

ORIGIN = Origin(door=Door.API, address="192.0.2.7", request="4f1c")


def noted() -> AuditEntry:
    endpoint = EndpointFactory(name="shop-db")
    with acting_from(ORIGIN):
        return record(AuditAction.RUN_DELETED, by=endpoint.owner, on=endpoint, why="x")


def test_an_entry_tells_who_did_what_to_what_and_from_where():
    entry = noted()

    assert entry.actor_name == entry.actor.username
    assert (entry.door, entry.address, entry.request) == ("api", "192.0.2.7", "4f1c")
    assert entry.subject_kind == "benchruns.endpoint"
    assert "shop-db" in entry.subject_name
    assert entry.details == {"why": "x"}


def test_outside_a_request_nothing_is_invented():
    entry = record(AuditAction.RUN_DELETED, by=None)

    assert current() == NOWHERE
    assert (entry.actor, entry.actor_name, entry.address) == (None, "", None)


def test_entries_are_only_added():
    entry = noted()

    for act in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(action="code_issued"),
    ):
        with pytest.raises(TypeError, match="only added"):
            act()

    assert AuditEntry.objects.get().action == "run_deleted"


def test_an_account_that_goes_leaves_its_name_in_the_log():
    user = UserFactory(username="ada")
    record(AuditAction.RUN_DELETED, by=user)

    user.delete()

    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.actor_name) == (None, "ada")


def test_an_action_of_another_release_is_shown_by_its_code():
    AuditEntry.objects.create(action="of_tomorrow")

    assert AuditEntry.objects.get().action_label == "of_tomorrow"
