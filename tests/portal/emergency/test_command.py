"""``manage.py stop_all``: for who reaches the machine and not the page."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from benchruns.audit.origin import Door
from benchruns.emergency import stop
from benchruns.models import AuditEntry
from tests.factories import EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db

REASON = "The storage of provider A burns."


def manage(*words: str) -> str:
    out = StringIO()
    call_command("stop_all", *words, stdout=out)
    return out.getvalue()


def test_it_stops_all_load_and_lifts_the_stop():
    assert "stop_all --lift" in manage("--reason", REASON)
    assert stop.standing().reason == REASON

    assert "what waits begins" in manage("--lift")
    assert stop.standing() is None
    acts = AuditEntry.objects.values_list("door", "actor_name")
    assert list(acts) == [(Door.COMMAND, "")] * 2


def test_it_names_who_did_it_to_the_log():
    grace = UserFactory(staff=True)

    manage("--reason", REASON, "--by", grace.username)

    assert stop.standing().by == grace
    assert AuditEntry.objects.get().actor == grace


def test_others_than_staff_are_not_named(user):
    for name in (user.username, "nobody"):
        with pytest.raises(CommandError, match="among the staff"):
            manage("--reason", REASON, "--by", name)

    assert stop.standing() is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "required"),
        (["--reason", " "], "Say why"),
        (["--lift"], "nothing to lift"),
        (["--reason", REASON, "--lift"], "not allowed with"),
    ],
)
def test_what_cannot_be_done_is_said(words, told):
    with pytest.raises(CommandError, match=told):
        manage(*words)

    assert stop.standing() is None


def test_lifting_sends_the_checks_that_waited_again(
    monkeypatch, django_capture_on_commit_callbacks
):
    check = EndpointFactory().checks.create()
    sent = []
    monkeypatch.setattr(
        "portal.dispatch.app.send_task",
        lambda task, *, args, **_options: sent.append((task, args)),
    )
    stop.stop_all(by=None, reason=REASON)

    with django_capture_on_commit_callbacks(execute=True):
        manage("--lift")

    assert sent == [("benchbook.tend", []), ("benchbook.check", [str(check.pk)])]
