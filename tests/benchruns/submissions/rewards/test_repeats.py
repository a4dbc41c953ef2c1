"""One report earns one code, however often and in whatever words it is submitted."""

import pytest

from benchruns.models import Reward
from benchruns.submissions.review import moves
from benchruns.submissions.rewards import issue
from benchruns.submissions.rewards import redeem as redeeming
from tests.benchruns.submissions.review.under_review import (
    accept,
    accepted,
    draft,
    promise,
)
from tests.factories import UserFactory
from tests.submission_factories import SubmittedFileFactory, SubmittedResultFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OTHER = {"tps": 150.0, "qps": 3000.0}  # the first one has 100 TPS


@pytest.fixture
def staff():
    return UserFactory(staff=True, username="sam")


@pytest.fixture
def reward():
    promise()
    return accepted().reward


def redeem(reward, staff):
    redeeming.redeem(issue.code_of(reward, viewer=reward.owner), by=staff)


def again(reward, *, text="another", owner=None, format="sysbench", **figures):
    """A submission with this text and these figures, beside the one that was rewarded."""
    newer = draft(owner=owner or reward.owner)
    newer.results.update(**figures)
    for submission, words in ((reward.submission, "a report"), (newer, text)):
        SubmittedFileFactory(submission=submission, text=words, format=format)
    return moves.submit(newer.pk, by=newer.owner)


SAME = pytest.mark.parametrize(
    "same",
    [{"text": "a report", **OTHER}, {"text": "a report\n"}],
    ids=["the same text", "the same figures"],
)


@SAME
def test_what_earned_a_redeemed_code_earns_no_other(reward, staff, same):
    redeem(reward, staff)
    moves.withdraw(reward.submission_id, by=reward.owner, reason="Once more.")

    newer = accept(again(reward, **same))

    assert Reward.objects.get() == reward
    assert issue.redeemed_before(newer) == reward


@SAME
def test_what_is_submitted_again_takes_its_code_along(reward, same):
    newer = accept(again(reward, **same))

    reward.refresh_from_db()
    assert reward.revoked_at is not None
    assert newer.reward.revoked_at is None
    assert issue.redeemed_before(newer) is None


def test_one_run_among_many_is_found(reward, staff):
    redeem(reward, staff)
    newer = draft(owner=reward.owner)
    newer.results.update(**OTHER)
    SubmittedResultFactory(draft=True, submission=newer)

    accept(moves.submit(newer.pk, by=newer.owner))

    assert Reward.objects.get() == reward


@pytest.mark.parametrize(
    "differing", [OTHER, {"threads": 16}, {"qps": 2000.01}, {"workload": "oltp_legacy"}]
)
def test_another_run_earns_its_own(reward, staff, differing):
    redeem(reward, staff)

    assert accept(again(reward, **differing)).reward.redeemed_at is None


@pytest.mark.parametrize("format", ["mysql-variables", "postgresql-settings"])
def test_one_servers_settings_belong_to_many_reports(reward, staff, format):
    redeem(reward, staff)
    newer = again(reward, text="a report", format=format, **OTHER)

    assert accept(newer).reward.redeemed_at is None


@SAME
def test_somebody_elses_code_takes_nobodys(reward, staff, same):
    redeem(reward, staff)

    newer = accept(again(reward, owner=UserFactory(), **same))

    assert newer.reward.redeemed_at is None
