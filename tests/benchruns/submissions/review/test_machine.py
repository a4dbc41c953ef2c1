"""The moves of submissions in any order, by anybody, with any version."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from benchruns.errors import NotAllowed
from benchruns.models import Result, Submission
from benchruns.submissions.review import moves
from benchruns.vocabulary import SubmissionState
from tests.benchruns.submissions.review.under_review import accepted, draft, promise
from tests.examples import few_or
from tests.factories import UserFactory
from tests.submission_factories import ReviewerFactory

State = SubmissionState
TERMINAL = {State.REJECTED, State.WITHDRAWN, State.SUPERSEDED}
FROM = {
    State.DRAFT: {State.SUBMITTED, State.WITHDRAWN},
    State.SUBMITTED: {
        State.DRAFT,
        State.CHANGES_REQUESTED,
        State.ACCEPTED,
        State.REJECTED,
        State.WITHDRAWN,
    },
    State.CHANGES_REQUESTED: {State.SUBMITTED, State.WITHDRAWN},
    State.ACCEPTED: {State.WITHDRAWN, State.SUPERSEDED},
}

people = st.sampled_from(["owner", "reviewer", "second", "staff", "stranger"])
versions = st.integers(min_value=0, max_value=3)
texts = st.sampled_from(["", "because"])


class Moves(RuleBasedStateMachine):
    """One submission that replaces an accepted one; each move by anybody at any time."""

    def __init__(self) -> None:
        super().__init__()
        promise()
        owner = ReviewerFactory(is_superuser=True)
        self.people = {
            "owner": owner,
            "reviewer": ReviewerFactory(),
            "second": ReviewerFactory(),
            "staff": UserFactory(staff=True),
            "stranger": UserFactory(),
        }
        self.old = accepted(owner=owner)
        self.new = draft(owner=owner, replaces=self.old)
        self.last = {self.old.pk: State.ACCEPTED, self.new.pk: State.DRAFT}
        self.submitted = 0

    def attempt(self, move, submission=None, *, who, **given):
        """Make the move, or be told why not; whether it was made."""
        try:
            move((submission or self.new).pk, by=self.people[who], **given)
        except (NotAllowed, Submission.DoesNotExist):
            return False
        return True

    @rule(who=people)
    def submit(self, who) -> None:
        if self.attempt(moves.submit, who=who):
            assert who == "owner"
            self.submitted += 1

    @rule()
    def its_owner_submits(self) -> None:
        self.submit("owner")

    @rule(who=people)
    def take_back(self, who) -> None:
        if self.attempt(moves.take_back, who=who):
            assert who == "owner"

    @rule(who=people, reason=texts, is_old=st.booleans())
    def withdraw(self, who, reason, is_old) -> None:
        submission = self.old if is_old else self.new
        was_public = self.last[submission.pk] == State.ACCEPTED
        if self.attempt(moves.withdraw, submission, who=who, reason=reason):
            assert reason
            assert who == "owner" or (was_public and who != "stranger")

    @rule(who=people, text=texts, version=versions)
    def request_changes(self, who, text, version) -> None:
        self.decide(moves.request_changes, who, version, text=text, needs=text)

    @rule(who=people, text=texts, version=versions)
    def reject(self, who, text, version) -> None:
        self.decide(moves.reject, who, version, text=text, needs=text)

    @rule(who=people, version=versions, grade=st.sampled_from(["accepted", "", "A"]))
    def accept(self, who, version, grade) -> None:
        self.decide(moves.accept, who, version, grade=grade, needs=grade == "accepted")

    @rule()
    def it_is_accepted_as_it_stands(self) -> None:
        self.accept("reviewer", self.submitted, "accepted")

    def decide(self, move, who, version, *, needs, **given) -> None:
        if self.attempt(move, who=who, version=version, **given):
            assert needs
            assert who in ("reviewer", "second")
            assert version == self.submitted

    @rule(who=people, text=texts)
    def comment(self, who, text) -> None:
        if self.attempt(moves.comment, who=who, text=text):
            assert text
            assert who in ("owner", "reviewer", "second")

    @invariant()
    def moves_are_those_of_the_plan(self) -> None:
        for submission in (self.old, self.new):
            submission.refresh_from_db()
            before, now = self.last[submission.pk], submission.state
            assert now == before or now in FROM.get(before, set())
            self.last[submission.pk] = State(now)

    @invariant()
    def versions_count_submissions(self) -> None:
        assert self.new.version == self.submitted
        handed_in = self.new.events.filter(step="submitted")
        assert handed_in.count() == self.submitted

    @invariant()
    def nobody_decides_on_their_own(self) -> None:
        for submission in (self.old, self.new):
            assert submission.reviewer_id != submission.owner_id
            decisions = submission.events.filter(
                step__in=["accepted", "rejected", "changes_requested"]
            )
            assert not decisions.filter(actor=submission.owner_id).exists()

    @invariant()
    def there_is_a_grade_if_it_was_accepted_once(self) -> None:
        was_accepted = self.new.accepted_at is not None
        assert bool(self.new.grade) == was_accepted
        assert self.new.events.filter(step="accepted").count() == was_accepted
        is_replaced = self.new.replaces_id is not None
        assert (self.old.state == State.SUPERSEDED) == (was_accepted and is_replaced)

    @invariant()
    def only_accepted_results_are_public_and_current(self) -> None:
        for submission in (self.old, self.new):
            result = Result.objects.get(submission=submission)
            is_current = submission.state == State.ACCEPTED
            assert (result.status == "current") == is_current
            was_accepted = submission.accepted_at is not None
            assert (result.visibility == "public") == was_accepted

    @invariant()
    def one_code_at_most_is_good(self) -> None:
        codes = self.people["owner"].rewards
        good = codes.filter(revoked_at__isnull=True)
        accepted_ones = [
            submission.pk
            for submission in (self.old, self.new)
            if submission.state == State.ACCEPTED
        ]
        assert list(good.values_list("submission", flat=True)) == accepted_ones


class TestMoves(Moves.TestCase, TestCase):
    settings = settings(
        max_examples=few_or(150, few=6), stateful_step_count=20, deadline=None
    )


pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
