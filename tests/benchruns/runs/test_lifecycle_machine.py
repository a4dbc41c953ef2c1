"""The state machine under any order of moves, from workers old and new."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from benchruns.errors import NotAllowed
from benchruns.failures.failure import Failure
from benchruns.models import Attempt, Result, Run
from benchruns.runs import lifecycle
from benchruns.vocabulary import TERMINAL_STATES, RunState
from tests.examples import few_or
from tests.factories import ResultFactory, RunFactory, ServerFactory

attempts = st.integers(min_value=0, max_value=5)


class Moves(RuleBasedStateMachine):
    """One run; every rule may be tried at any time with any attempt number."""

    def __init__(self) -> None:
        super().__init__()
        self.run = RunFactory()
        self.server = ServerFactory()
        self.history = [self.run.state]

    def write(self, move) -> None:
        """A worker's write may lose its lease, and nothing else."""
        try:
            move()
        except lifecycle.LeaseLost:
            before = self.history[-1]
            self.run.refresh_from_db()
            assert self.run.state == before

    @rule()
    def claim(self) -> None:
        lifecycle.claim(self.run.id, server=self.server, worker="w")

    @rule(attempt=attempts)
    def renew(self, attempt) -> None:
        self.write(lambda: lifecycle.renew(self.run.id, attempt=attempt))

    @rule(attempt=attempts)
    def succeed(self, attempt) -> None:
        result = ResultFactory.build(
            measured=True, run=self.run, owner=self.run.owner, endpoint=None
        )
        self.write(
            lambda: lifecycle.succeed(self.run.id, attempt=attempt, result=result)
        )

    @rule(attempt=attempts)
    def fail(self, attempt) -> None:
        failure = Failure(code="any")
        self.write(
            lambda: lifecycle.fail(self.run.id, attempt=attempt, failure=failure)
        )

    @rule(attempt=attempts)
    def confirm_cancelled(self, attempt) -> None:
        self.write(lambda: lifecycle.confirm_cancelled(self.run.id, attempt=attempt))

    @rule(attempt=attempts, is_planned=st.booleans())
    def lose(self, attempt, is_planned) -> None:
        lifecycle.lose(self.run.id, attempt=attempt, is_planned=is_planned)

    @rule(seconds=st.integers(-60, 60))
    def reap(self, seconds) -> None:
        Run.objects.filter(state=RunState.RUNNING).update(
            lease_expires_at=timezone.now() + timedelta(seconds=seconds)
        )
        lifecycle.reap()

    @rule()
    def cancel(self) -> None:
        try:
            lifecycle.request_cancel(self.run.id)
        except NotAllowed:
            assert self.history[-1] in TERMINAL_STATES

    @invariant()
    def rows_are_whole(self) -> None:
        self.run.refresh_from_db()
        if self.history[-1] in TERMINAL_STATES:
            assert self.run.state == self.history[-1]
        self.history.append(self.run.state)
        open_attempts = Attempt.objects.filter(run=self.run, outcome="").count()
        assert open_attempts == (self.run.state == RunState.RUNNING)
        assert Attempt.objects.filter(run=self.run).count() == self.run.attempt
        results = Result.objects.filter(run=self.run).count()
        assert results == (self.run.state == RunState.SUCCEEDED)


class TestMoves(Moves.TestCase, TestCase):
    settings = settings(
        max_examples=few_or(400, few=15), stateful_step_count=25, deadline=None
    )


pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
