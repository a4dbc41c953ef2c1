"""Issuing the one code of an accepted submission, and showing it to its owner."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from cryptography.fernet import InvalidToken
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Manager, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns import encryption as secrets
from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.models import Result, Reward, RewardPolicy, Submission, SubmittedFile
from benchruns.parsers.tool_report import KINDS, Kind
from benchruns.submissions.checks import duplicates
from benchruns.submissions.rewards import codes
from benchruns.submissions.rewards.revoke import Ending, revoke_if_unredeemed
from benchruns.vocabulary import AuditAction

SETTINGS = [name.value for name, kind in KINDS.items() if kind == Kind.SETTINGS]


def issue(submission: Submission, *, by: AbstractBaseUser) -> Reward | None:
    """The code that the policy of its grade promises; None where nothing is issued.

    Called in the transaction that accepts. A report earns one code, however often it is
    submitted: an older one that was not redeemed is revoked, and after one that was
    redeemed there is nothing more.
    """
    policy = RewardPolicy.objects.filter(grade=submission.grade, is_active=True).first()
    if policy is None or not _gave_up_older(submission, by=by):
        return None
    code = codes.new()
    reward = Reward.objects.create(
        submission=submission,
        owner_id=submission.owner_id,
        grade=policy.grade,
        discount_percent=policy.discount_percent,
        gift=policy.gift,
        terms=policy.terms,
        code_encrypted=secrets.encrypt(code),
        code_hash=codes.digest(code),
        expires_at=_end_of(policy),
    )
    record(AuditAction.CODE_ISSUED, by=by, reward=reward, grade=policy.grade)
    return reward


def code_of(reward: Reward, *, viewer: AbstractBaseUser | AnonymousUser) -> str:
    """The code in plain text, for its owner alone; NotAllowed for others."""
    if not viewer.is_authenticated or reward.owner_id != viewer.pk:
        raise NotAllowed(_("Only its owner may see a code."))
    try:
        return secrets.decrypt(reward.code_encrypted)
    except InvalidToken as error:
        raise NotAllowed(
            _("The code cannot be read: its key is missing here. Tell the staff.")
        ) from error


def redeemed_before(submission: Submission) -> Reward | None:
    """The redeemed code that the same report earned, so that this one earns none."""
    earlier = (reward for reward, _why in _earlier(submission))
    return next((reward for reward in earlier if reward.redeemed_at), None)


def _end_of(policy: RewardPolicy) -> datetime | None:
    if policy.valid_days is None:
        return None
    return timezone.now() + timedelta(days=policy.valid_days)


def _gave_up_older(submission: Submission, *, by: AbstractBaseUser) -> bool:
    """Whether no code of the same report was or can be redeemed any more."""
    return all(
        revoke_if_unredeemed(reward, by=by, why=why)
        for reward, why in _earlier(submission)
    )


def _earlier(submission: Submission) -> Iterator[tuple[Reward, Ending]]:
    """Codes of the same report, each with why it cannot stand any more.

    Of what it replaces, and of what that replaced, and so on; then of others of the same
    owner that hold one of its texts, or a run with the figures of one of its own: a
    blank more makes another text of the same report.
    """
    seen = {submission.pk}
    replaced = submission.replaces
    while replaced is not None and replaced.pk not in seen:
        seen.add(replaced.pk)
        for reward in Reward.objects.filter(submission=replaced):
            yield reward, Ending.REPLACED
        replaced = replaced.replaces
    texts = _reports(submission.files).values("sha256")
    others = _reports(SubmittedFile.objects).filter(sha256__in=texts)
    own = Reward.objects.filter(owner_id=submission.owner_id)
    for reward in own.filter(submission__in=others.values("submission")).exclude(
        submission__in=seen
    ):
        seen.add(reward.submission_id)
        yield reward, Ending.SAME_TEXT
    rewarded = Result.objects.filter(submission__in=own.values("submission"))
    again = duplicates.repeated(
        list(submission.results.all()), among=rewarded.exclude(submission__in=seen)
    )
    for reward in own.filter(submission__in={row.submission_id for row in again}):
        yield reward, Ending.SAME_FIGURES


def _reports(files: Manager[SubmittedFile]) -> QuerySet[SubmittedFile]:
    """Those that tell of a run: one server's settings belong to many reports."""
    return files.filter(removed_at__isnull=True).exclude(format__in=SETTINGS)
