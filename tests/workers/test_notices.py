"""Notices are mailed to confirmed addresses, through a real mail server."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from benchruns.models import Notice
from benchruns.runs.lifecycle import unserved
from benchruns.schedules import due
from benchruns.submissions.review import moves
from benchruns.vocabulary import PauseReason
from local import ports
from tests.benchruns.submissions.review.under_review import accept, promise, submitted
from tests.factories import RunFactory, UserFactory
from tests.schedule_factories import ScheduleFactory
from tests.submission_factories import ReviewerFactory
from workers import notices, tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return UserFactory(username="ann", email="ann@example.org")


@pytest.fixture
def rita():
    return ReviewerFactory(username="rita")


def rejected(owner, reviewer, text="Not a test."):
    one = submitted(owner=owner)
    moves.reject(one.pk, by=reviewer, text=text, version=1)
    return one


def test_a_notice_is_mailed_once_with_the_words_and_the_address(mailbox, ann, rita):
    one = submitted(owner=ann)
    moves.request_changes(one.pk, by=rita, text="Name the zone.\nÜber?", version=1)

    tasks.notify()
    tasks.notify()

    [(recipients, message)] = mailbox.messages
    assert recipients == ["ann@example.org"]
    assert message["Subject"] == (
        "Benchbook: rita asks for changes of OLTP read/write on MySQL 8.0, mysql.n2.large.1"
    )
    lines = message.get_content().splitlines()
    assert "Name the zone." in lines
    assert "Über?" in lines
    assert f"https://bench.example/submissions/{one.pk}/" in lines
    notice = Notice.objects.get(user=ann)
    assert (notice.mailed_at is not None, notice.mail_error) == (True, "")


def test_a_schedule_that_paused_itself_is_mailed_to_its_owner(mailbox, ann):
    schedule = ScheduleFactory(owner=ann, name="nightly", failed_in_row=3)
    due.pause_itself(schedule, PauseReason.FAILURES)

    tasks.notify()

    [(recipients, message)] = mailbox.messages
    assert recipients == ["ann@example.org"]
    assert message["Subject"] == (
        "Benchbook: The schedule nightly paused itself: it failed too often in a row"
    )
    lines = message.get_content().splitlines()
    assert f"https://bench.example/schedules/{schedule.pk}/" in lines
    assert any("3 times in a row" in line for line in lines)


def test_a_run_that_no_generator_can_serve_is_mailed_to_its_owner(mailbox, ann):
    past = timezone.now() - timedelta(minutes=3)
    run = RunFactory(owner=ann, queued_at=past, generator_labels={"rack": "5"})
    unserved.tell()

    tasks.notify()

    [(recipients, message)] = mailbox.messages
    assert recipients == ["ann@example.org"]
    assert "waits for a load generator" in message["Subject"]
    text = message.get_content()
    assert "No load generator that is connected has rack=5. Start a worker" in text
    assert f"https://bench.example/runs/{run.pk}/" in text


def test_reviewers_are_mailed_what_comes_in(mailbox, ann):
    ReviewerFactory(email="rita@example.org")
    submitted(owner=ann)

    tasks.notify()

    [(recipients, message)] = mailbox.messages
    assert recipients == ["rita@example.org"]
    assert "because you review" in message.get_content()


def test_a_mail_holds_no_figure_and_no_code(mailbox, ann, rita):
    promise()
    done = accept(submitted(owner=ann), by=rita)

    tasks.notify()

    [(_recipients, message)] = mailbox.messages
    text = message.get_content()
    assert "A reward code waits for you" in text
    assert "BB-" not in text
    assert "2000" not in text
    assert done.reward is not None


def test_a_code_that_is_void_is_not_announced(mailbox, ann, rita):
    promise()
    done = accept(submitted(owner=ann), by=rita)
    moves.withdraw(done.pk, by=ann, reason="Wrong.")

    tasks.notify()

    [(_recipients, message)] = mailbox.messages
    assert "reward" not in message.get_content()


def test_only_a_confirmed_address_is_written_to(mailbox, ann, rita):
    address = EmailAddress.objects.create(
        user=ann, email="ann@example.org", primary=True, verified=False
    )
    rejected(ann, rita)
    tasks.notify()
    assert mailbox.messages == []

    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    EmailAddress.objects.create(user=ann, email="second@example.org", verified=True)
    tasks.notify()

    assert [recipients for recipients, _ in mailbox.messages] == [["ann@example.org"]]


@pytest.mark.parametrize("change", [{"email": ""}, {"is_active": False}])
def test_who_cannot_be_reached_is_not_mailed(mailbox, ann, rita, change):
    type(ann).objects.filter(pk=ann.pk).update(**change)
    rejected(ann, rita)

    tasks.notify()

    assert mailbox.messages == []
    assert Notice.objects.filter(mail_error="").count() == Notice.objects.count()


def test_what_is_long_past_is_not_mailed(mailbox, ann, rita):
    rejected(ann, rita)
    past = timezone.now() - notices.FRESH - timedelta(minutes=1)
    Notice.objects.update(created_at=past)

    tasks.notify()

    assert mailbox.messages == []


def test_a_server_that_refuses_is_recorded_and_not_asked_again(mailbox, ann, rita):
    rejected(ann, rita)
    mailbox.refusal = "554 go away"

    tasks.notify()
    mailbox.refusal = ""
    tasks.notify()

    notice = Notice.objects.get(user=ann)
    assert notice.mailed_at is None
    assert "go away" in notice.mail_error
    assert mailbox.messages == []


def test_a_server_that_is_away_costs_one_try(settings, ann, rita):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", ports.choose()
    settings.MAIL_IS_ON = True
    for _ in range(2):
        rejected(ann, rita)

    tasks.notify()

    errors = sorted(ann.notices.values_list("mail_error", flat=True))
    assert errors[0] == ""
    assert "ConnectionRefusedError" in errors[1]


def test_so_many_are_sent_at_a_time_oldest_first(mailbox, ann, rita, monkeypatch):
    monkeypatch.setattr(notices, "MOST_MAILS", 2)
    for number in range(3):
        rejected(ann, rita, text=f"Reason {number}.")

    tasks.notify()

    texts = [message.get_content() for _, message in mailbox.messages]
    assert len(texts) == 2
    assert "Reason 0." in texts[0]
    assert "Reason 1." in texts[1]
    tasks.notify()
    assert len(mailbox.messages) == 3


def test_comments_on_a_report_are_one_mail_a_day_until_they_are_read(
    mailbox, ann, rita
):
    one, other = submitted(owner=ann), submitted(owner=ann)
    for text in ("First.", "Second.", "Third."):
        moves.comment(one.pk, by=rita, text=text)
    moves.comment(other.pk, by=rita, text="Elsewhere.")

    for _ in range(3):
        tasks.notify()

    said = [
        message.get_content() for to, message in mailbox.messages if to == [ann.email]
    ]
    assert len(said) == 2
    assert "First." in said[0]
    assert "Elsewhere." in said[1]
    ann.notices.update(read_at=timezone.now())
    moves.comment(one.pk, by=rita, text="Fourth.")
    tasks.notify()
    texts = [
        message.get_content() for to, message in mailbox.messages if to == [ann.email]
    ]
    assert len(texts) == 3
    assert "Fourth." in texts[-1]


def test_who_has_many_notices_does_not_hold_up_another(mailbox, ann, rita, monkeypatch):
    monkeypatch.setattr(notices, "MOST_MAILS", 2)
    for number in range(3):
        rejected(ann, rita, text=f"Reason {number}.")
    bob = UserFactory(email="bob@example.org")
    rejected(bob, rita)

    tasks.notify()

    assert [to for to, _ in mailbox.messages] == [
        ["ann@example.org"],
        ["bob@example.org"],
    ]


def test_without_a_mail_server_notices_stay_on_the_page(settings, ann, rita):
    settings.MAIL_IS_ON = False
    rejected(ann, rita)

    tasks.notify()

    notice = Notice.objects.get(user=ann)
    assert (notice.mailed_at, notice.mail_error) == (None, "")
