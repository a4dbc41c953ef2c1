"""What each grade earns from now on; staff change it, the audit log keeps each change."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import FieldErrors
from benchruns.models import RewardPolicy
from benchruns.submissions.rewards.refusals import require_staff
from benchruns.vocabulary import AuditAction, Grade

LONGEST_GIFT = 200
LONGEST_TERMS = 5000
LONGEST_VALIDITY = 3650  # days
TOLD = ("is_active", "discount_percent", "gift", "terms", "valid_days")


def in_force() -> list[RewardPolicy]:
    """What accepted submissions earn now; grades that earn nothing are absent."""
    return list(RewardPolicy.objects.filter(is_active=True))


@transaction.atomic
def change(
    grade: str,
    *,
    by: AbstractBaseUser,
    is_active: bool,
    discount_percent: int,
    gift: str,
    terms: str,
    valid_days: int | None,
) -> RewardPolicy:
    """Set what a grade earns; codes that were issued keep their terms.

    Raises NotAllowed for others than staff, FieldErrors for values out of range.
    """
    require_staff(by)
    wanted: dict[str, Any] = {
        "is_active": is_active,
        "discount_percent": discount_percent,
        "gift": " ".join(gift.replace("\0", " ").split()),
        "terms": terms.replace("\0", " ").strip(),
        "valid_days": valid_days,
    }
    if errors := _errors(grade, wanted):
        raise FieldErrors(errors)
    policy = RewardPolicy.objects.select_for_update().get_or_create(
        grade=grade, defaults={"is_active": False}
    )[0]
    before = {name: getattr(policy, name) for name in TOLD}
    if before == wanted:
        return policy
    RewardPolicy.objects.filter(pk=grade).update(
        **wanted, changed_by=by.pk, changed_at=timezone.now()
    )
    record(AuditAction.POLICY_CHANGED, by=by, grade=grade, before=before, after=wanted)
    policy.refresh_from_db()
    return policy


def _errors(grade: str, wanted: dict[str, Any]) -> dict[str, str]:
    errors = {}
    if grade not in Grade.values:
        errors["grade"] = _("Give a grade: %(grades)s.") % {
            "grades": ", ".join(Grade.values)
        }
    if not 0 <= wanted["discount_percent"] <= 100:
        errors["discount_percent"] = _("Give a discount from 0 to 100 %.")
    days = wanted["valid_days"]
    if days is not None and not 1 <= days <= LONGEST_VALIDITY:
        errors["valid_days"] = _(
            "Give 1 to %(most)s days, or leave it empty for codes that do not expire."
        ) % {"most": f"{LONGEST_VALIDITY:,}"}
    for name, most in (("gift", LONGEST_GIFT), ("terms", LONGEST_TERMS)):
        if len(wanted[name]) > most:
            errors[name] = _("Write %(most)d characters at most.") % {"most": most}
    if wanted["is_active"] and not (wanted["discount_percent"] or wanted["gift"]):
        errors.setdefault(
            "discount_percent", _("A reward is a discount, a gift, or both.")
        )
    return errors
