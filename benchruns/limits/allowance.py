"""How much one user may have: of everybody's settings, or as staff set it for the user."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.audit.record import record
from benchruns.models import UserLimit
from benchruns.vocabulary import AuditAction, Limit


def most_of(user: AbstractBaseUser, limit: Limit) -> int:
    own = UserLimit.objects.filter(user_id=user.pk, limit=limit).first()
    return own.most if own else everybodys(limit)


def everybodys(limit: Limit) -> int:
    return int(settings.LIMITS[limit])


def own_values(user: AbstractBaseUser) -> dict[Limit, int]:
    """Those that staff set for the user."""
    rows = UserLimit.objects.filter(user_id=user.pk)
    return {Limit(name): most for name, most in rows.values_list("limit", "most")}


@transaction.atomic
def change(
    user: AbstractBaseUser, values: Mapping[Limit, int | None], *, by: AbstractBaseUser
) -> None:
    """Set these for the user; None takes everybody's value again."""
    before = own_values(user)
    for limit, most in values.items():
        if before.get(limit) == most:
            continue
        if most is None:
            UserLimit.objects.filter(user_id=user.pk, limit=limit).delete()
        else:
            UserLimit.objects.update_or_create(
                user_id=user.pk, limit=limit, defaults={"most": most}
            )
        record(
            AuditAction.LIMIT_CHANGED,
            by=by,
            on=user,
            name=user.get_username(),
            limit=str(limit),
            before=before.get(limit),
            after=most,
        )
