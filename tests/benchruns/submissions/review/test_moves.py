"""Moves of a submission: each is made once, by who may make it, and is told."""

import threading

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from benchruns.errors import NotAllowed
from benchruns.models import Notice, Submission
from benchruns.sentences.checks.table import failed_first
from benchruns.submissions.review import moves
from benchruns.vocabulary import ResultStatus, SubmissionState
from tests.benchruns.runs.test_lifecycle import in_threads
from tests.benchruns.submissions.review.under_review import (
    accept,
    accepted,
    draft,
    promise,
    submitted,
)
from tests.factories import UserFactory
from tests.submission_factories import ReviewerFactory, SubmissionFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
State = SubmissionState


def steps_of(submission):
    return list(submission.events.values_list("step", flat=True))


def test_submitting_counts_a_version_and_keeps_what_was_submitted():
    one = draft(credit="Ann", parameter_settings={"sync_binlog": "1"})
    result = one.results.get()

    submission = moves.submit(one.pk, by=one.owner)

    assert (submission.state, submission.version) == (State.SUBMITTED, 1)
    assert submission.submitted_at is not None
    details = submission.events.get().details
    assert details["statement"]["engine"] == "mysql"
    assert details["settings"] == {"sync_binlog": "1"}
    assert details["files"][0]["name"] == result.submitted_file.name
    assert details["files"][0]["sha256"] == result.submitted_file.sha256
    assert details["results"][0]["figures"] == {
        "tps": 100.0,
        "qps": 2000.0,
        "duration_s": 60.0,
    }


def test_a_failed_check_forbids_submitting_and_is_told():
    failed = {"code": "complete", "severity": "failed", "message": "Name the engine."}
    one = draft(checks=[failed])

    with pytest.raises(moves.ChecksFailed) as refused:
        moves.submit(one.pk, by=one.owner)

    assert failed_first(refused.value.failed) == (
        "Put right what the checks found first: Name the engine."
    )
    one.refresh_from_db()
    assert (one.state, one.version, one.events.count()) == (State.DRAFT, 0, 0)


def test_without_a_result_there_is_nothing_to_submit():
    one = SubmissionFactory()

    with pytest.raises(NotAllowed, match="add a tool's report"):
        moves.submit(one.pk, by=one.owner)


def test_changes_are_asked_for_and_handed_in_as_the_next_version():
    one, rita = submitted(), ReviewerFactory()

    moves.request_changes(one.pk, by=rita, text=" Name the zone. ", version=1)
    again = moves.submit(one.pk, by=one.owner)

    assert (again.state, again.version) == (State.SUBMITTED, 2)
    assert (again.reviewer, again.decided_at) == (rita, None)
    assert steps_of(again) == ["submitted", "changes_requested", "submitted"]
    assert again.events.get(step="changes_requested").text == "Name the zone."


def test_accepting_grades_and_publishes():
    one, rita = submitted(), ReviewerFactory()

    done = accept(one, by=rita, grade="excellent", text="Well documented.")

    assert (done.state, done.grade, done.reviewer) == (
        State.ACCEPTED,
        "excellent",
        rita,
    )
    assert done.accepted_at == done.decided_at
    result = done.results.get()
    assert (result.status, result.visibility) == (ResultStatus.CURRENT, "public")


def test_what_is_rejected_stays_private():
    one = submitted()

    done = moves.reject(one.pk, by=ReviewerFactory(), text="Not a test.", version=1)

    assert (done.state, done.grade) == (State.REJECTED, "")
    assert done.results.get().visibility == "private"


@pytest.mark.parametrize("grade", ["", "good"])
def test_only_known_grades_are_given(grade):
    with pytest.raises(NotAllowed, match="accepted, excellent"):
        accept(submitted(), grade=grade)


def test_nobody_reviews_their_own_superusers_neither():
    owner = ReviewerFactory(is_superuser=True, is_staff=True)
    one = submitted(owner=owner)

    for decide in (
        lambda: accept(one, by=owner),
        lambda: moves.reject(one.pk, by=owner, text="no", version=1),
        lambda: moves.request_changes(one.pk, by=owner, text="no", version=1),
    ):
        with pytest.raises(NotAllowed, match="your own"):
            decide()
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.filter(pk=one.pk).update(reviewer=owner)


def test_staff_who_do_not_review_do_not_decide():
    with pytest.raises(NotAllowed, match="Only reviewers"):
        accept(submitted(), by=UserFactory(staff=True))


def test_who_may_not_know_of_it_learns_nothing():
    one, stranger = submitted(), UserFactory()

    for move in (
        lambda: accept(one, by=stranger),
        lambda: moves.submit(one.pk, by=stranger),
        lambda: moves.comment(one.pk, by=stranger, text="hello"),
        lambda: moves.withdraw(one.pk, by=stranger, reason="mine"),
    ):
        with pytest.raises(Submission.DoesNotExist):
            move()


def test_others_may_read_an_accepted_one_and_nothing_more():
    one, stranger = accepted(), UserFactory()

    with pytest.raises(NotAllowed, match="Only reviewers"):
        moves.comment(one.pk, by=stranger, text="hello")
    with pytest.raises(NotAllowed, match="Only reviewers"):
        moves.withdraw(one.pk, by=stranger, reason="mine")
    with pytest.raises(NotAllowed, match="Only its owner"):
        moves.take_back(one.pk, by=stranger)


def test_a_decision_on_another_version_is_refused():
    one, rita = submitted(), ReviewerFactory()
    moves.take_back(one.pk, by=one.owner)
    moves.submit(one.pk, by=one.owner)

    with pytest.raises(NotAllowed, match="version 1; now there is version 2"):
        accept(one, by=rita)

    assert Submission.objects.get(pk=one.pk).state == State.SUBMITTED


def test_who_comes_second_is_told_who_decided_and_when():
    one, rita = submitted(), ReviewerFactory(username="rita")
    accept(one, by=rita)
    day = one.events.get(step="accepted").at.strftime("%Y-%m-%d %H:%M UTC")

    with pytest.raises(NotAllowed, match=f"rita accepted it on {day}"):
        moves.reject(one.pk, by=ReviewerFactory(), text="no", version=1)


@pytest.mark.parametrize("text", ["", "  \n ", "\0", "x" * 5001])
def test_a_decision_against_it_needs_a_text(text):
    one = submitted()

    with pytest.raises(NotAllowed):
        moves.reject(one.pk, by=ReviewerFactory(), text=text, version=1)

    assert Submission.objects.get(pk=one.pk).state == State.SUBMITTED


def test_a_submission_that_is_taken_back_is_a_draft_again():
    one = submitted()

    again = moves.take_back(one.pk, by=one.owner)

    assert (again.state, again.version) == (State.DRAFT, 1)
    with pytest.raises(NotAllowed, match="took it back on"):
        accept(one)


def test_an_accepted_one_is_not_taken_back():
    one = accepted()

    with pytest.raises(NotAllowed, match="accepted it on"):
        moves.take_back(one.pk, by=one.owner)


def test_its_owner_withdraws_at_any_time_before_the_end():
    for one in (draft(), submitted(), accepted()):
        done = moves.withdraw(one.pk, by=one.owner, reason="A wrong setting.")

        assert done.state == State.WITHDRAWN
        assert done.results.get().status == ResultStatus.WITHDRAWN
        with pytest.raises(NotAllowed, match="withdrew it"):
            moves.withdraw(one.pk, by=one.owner, reason="Again.")


def test_staff_and_reviewers_withdraw_what_is_accepted_and_nothing_else():
    for other in (UserFactory(staff=True), ReviewerFactory()):
        waiting, public = submitted(), accepted()

        with pytest.raises(NotAllowed, match="submitted it"):
            moves.withdraw(waiting.pk, by=other, reason="Wrong.")
        done = moves.withdraw(public.pk, by=other, reason="Made up.")

        assert done.events.get(step="withdrawn").text == "Made up."


def test_a_newer_one_takes_the_place_of_an_older():
    old = accepted()
    new = submitted(owner=old.owner, replaces=old)

    accept(new)

    old.refresh_from_db()
    assert (old.state, old.results.get().status) == ("superseded", "superseded")
    assert old.results.get().visibility == "public"
    assert old.events.last().details == {"by": str(new.pk)}


def test_what_was_withdrawn_meanwhile_cannot_be_replaced():
    old = accepted()
    new = submitted(owner=old.owner, replaces=old)
    moves.withdraw(old.pk, by=old.owner, reason="Wrong.")

    with pytest.raises(NotAllowed, match=r"not accepted any more.*withdrew it"):
        accept(new)

    new.refresh_from_db()
    assert (new.state, new.results.get().status) == ("submitted", "draft")
    # handed in again, it stands by itself
    moves.take_back(new.pk, by=new.owner)
    again = moves.submit(new.pk, by=new.owner)
    assert again.replaces is None
    assert accept(again).state == State.ACCEPTED


def test_nothing_of_another_owner_is_replaced():
    old = accepted()
    new = submitted(replaces=old)
    Submission.objects.filter(pk=new.pk).update(replaces=old)

    with pytest.raises(NotAllowed, match="another owner"):
        accept(new)

    assert Submission.objects.get(pk=old.pk).state == State.ACCEPTED


def test_owner_and_reviewers_talk_before_and_after_the_decision():
    one, rita = submitted(), ReviewerFactory()

    moves.comment(one.pk, by=rita, text="Which zone?")
    moves.comment(one.pk, by=one.owner, text="Zone b.")
    accept(one, by=rita)
    event = moves.comment(one.pk, by=one.owner, text="Thank\tyou\r\nall\0!")

    assert event.text == "Thank\tyou\nall !"
    assert one.events.filter(step="commented").count() == 3


def test_what_a_second_click_sends_again_is_one_comment_and_one_notice():
    one, rita = submitted(), ReviewerFactory()

    first = moves.comment(one.pk, by=rita, text="Which zone?")
    again = moves.comment(one.pk, by=rita, text="Which zone?")

    assert again == first
    assert one.events.filter(step="commented").count() == 1
    assert Notice.objects.filter(event=first, user=one.owner).count() == 1

    moves.comment(one.pk, by=one.owner, text="Which zone?")
    moves.comment(one.pk, by=rita, text="Which zone?")
    long_ago = timezone.now() - moves.SAID_TWICE
    one.events.filter(step="commented").update(at=long_ago)
    moves.comment(one.pk, by=rita, text="Which zone?")

    assert one.events.filter(step="commented").count() == 4


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_at_once_one_is_written():
    one, rita = submitted(), ReviewerFactory()

    in_threads(4, lambda: moves.comment(one.pk, by=rita, text="Which zone?"))

    assert one.events.filter(step="commented").count() == 1


def test_nobody_comments_on_a_draft_or_after_the_end():
    new, ended = draft(), submitted()
    moves.withdraw(ended.pk, by=ended.owner, reason="Wrong.")

    with pytest.raises(NotAllowed, match="Nobody else sees a draft"):
        moves.comment(new.pk, by=new.owner, text="hello")
    with pytest.raises(NotAllowed, match="conversation has ended"):
        moves.comment(ended.pk, by=ended.owner, text="hello")


@pytest.mark.django_db(transaction=True)
def test_of_two_reviewers_at_once_one_wins_and_the_other_is_told():
    promise()
    for _ in range(3):
        one = submitted()
        reviewers = [ReviewerFactory() for _ in range(4)]

        told = in_threads(len(reviewers), decide_in_turn(one, reviewers))

        winner = Submission.objects.get(pk=one.pk).reviewer
        assert told.count("") == 1
        assert all(f"{winner.username} accepted it on" in text for text in told if text)
        assert one.events.filter(step="accepted").count() == 1
        assert one.owner.notices.filter(event__step="accepted").count() == 1
        assert one.owner.rewards.count() == 1


def decide_in_turn(submission, reviewers):
    """What the losers were told; nothing for the winner."""
    todo, lock = iter(reviewers), threading.Lock()

    def decide():
        with lock:
            reviewer = User.objects.get(pk=next(todo).pk)
        try:
            accept(submission, by=reviewer)
        except NotAllowed as refused:
            return str(refused)
        return ""

    return decide
