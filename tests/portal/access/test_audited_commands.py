"""What commands change is in the audit log, too: it says that a command did it."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from benchruns.models import AuditEntry
from benchruns.submissions.review import proposed_classes
from tests.factories import UserFactory


def noted():
    entry = AuditEntry.objects.get()
    return (entry.action, entry.door, entry.actor, entry.subject_name, entry.details)


@pytest.mark.django_db
def test_an_account_made_by_createsuperuser():
    call_command(
        "createsuperuser", "--noinput", username="chief", email="c@example.com"
    )

    assert User.objects.get().is_superuser
    roles = {"is_staff": True, "is_superuser": True}
    assert noted() == ("account_made", "command", None, "chief", {"changed": roles})
    UserFactory()
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db
def test_published_figures_that_are_stored():
    call_command("load_published")

    action, door, actor, name, details = noted()
    assert (action, door, actor, name) == (
        "catalogue_changed", "command", None, "load_published",
    )  # fmt: skip
    assert details["created"] > 300
    call_command("load_published")
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db
def test_providers_that_results_are_given(monkeypatch):
    call_command("enter_providers")
    assert not AuditEntry.objects.exists()

    monkeypatch.setattr(proposed_classes, "enter_missing", lambda: 3)
    call_command("enter_providers")

    assert noted() == (
        "catalogue_changed", "command", None, "enter_providers", {"results": 3},
    )  # fmt: skip
