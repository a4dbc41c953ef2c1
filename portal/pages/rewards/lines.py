"""Rewards and acts on them, as lines of pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.errors import NotAllowed
from benchruns.models import AuditEntry, Reward
from benchruns.sentences.rewards import reason_of
from benchruns.submissions.review.result_names import title_of
from benchruns.submissions.rewards import issue
from benchruns.submissions.rewards.policy import TOLD
from benchruns.submissions.rewards.redeem import Why
from benchruns.submissions.rewards.status import Standing, standing
from benchruns.vocabulary import AuditAction, Grade
from portal.formats.figures import DASH
from portal.web.permissions import Viewer

LONGEST_VALUE = 60  # of a gift or terms in the log

_TERMS: Mapping[str, str | Promise] = {
    "is_active": gettext_lazy("active"),
    "discount_percent": gettext_lazy("discount"),
    "gift": gettext_lazy("gift"),
    "terms": gettext_lazy("terms"),
    "valid_days": gettext_lazy("valid days"),
}
_WHY: Mapping[str, str | Promise] = {
    Why.UNKNOWN: gettext_lazy("there is no such code"),
    Why.OWN: gettext_lazy("it was their own"),
    Why.REDEEMED: gettext_lazy("it was redeemed already"),
    Why.REVOKED: gettext_lazy("it is revoked"),
    Why.EXPIRED: gettext_lazy("it has expired"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardLine:
    """A reward as staff see it, without its code."""

    reward: Reward
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReward:
    """A reward as its owner sees it; ``problem`` says why there is no ``code``."""

    reward: Reward
    standing: Standing
    title: str
    code: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    entry: AuditEntry
    words: str


def reward_line(reward: Reward) -> RewardLine:
    return RewardLine(reward=reward, standing=standing(reward, at=timezone.now()))


def own_reward(reward: Reward, *, viewer: Viewer) -> OwnReward:
    code = problem = ""
    try:
        code = issue.code_of(reward, viewer=viewer)
    except NotAllowed as refused:
        problem = str(refused)
    return OwnReward(
        reward=reward,
        standing=standing(reward, at=timezone.now()),
        title=title_of(reward.submission),
        code=code,
        problem=problem,
    )


def log_line(entry: AuditEntry) -> LogLine:
    return LogLine(entry, _words(entry))


def _words(entry: AuditEntry) -> str:
    """What an entry tells beside its action; empty where that says it all."""
    details = entry.details
    match entry.action:
        case AuditAction.POLICY_CHANGED:
            changes = ", ".join(_changes(details["before"], details["after"]))
            return f"{_grade(details['grade'])}: {changes}"
        case AuditAction.CODE_ISSUED:
            return _grade(details["grade"])
        case AuditAction.CODE_REVOKED:
            return reason_of(details)
        case AuditAction.CODE_REFUSED:
            return str(_WHY[details["why"]])
        case _:
            return ""


def _grade(grade: str) -> str:
    return str(Grade(grade).label)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """ "discount 10 → 20", one for each that is otherwise."""
    for name in TOLD:
        if before[name] != after[name]:
            yield f"{_TERMS[name]} {_value(before[name])} → {_value(after[name])}"


def _value(value: object) -> str:
    if value is None or value == "":
        return DASH
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return Truncator(str(value)).chars(LONGEST_VALUE)
