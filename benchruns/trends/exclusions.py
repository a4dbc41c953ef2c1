"""Leaving an outlier out of medians and maxima, with a reason, and taking it back."""

from datetime import UTC
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.models import Exclusion, Result
from benchruns.trends import regressions
from benchruns.vocabulary import AuditAction, Provenance, ResultStatus

SHORTEST_REASON = 5  # others read it, and must be able to judge it
LONGEST_REASON = 500
Viewer = AbstractBaseUser | AnonymousUser


class BadReason(ValueError):
    """The reason is empty or too long; the text says so."""


def exclude(result_id: UUID, *, by: Viewer, reason: str) -> Exclusion:
    """Leave a result out, as its owner or as staff; raises NotAllowed or BadReason.

    Of two at once one is refused: one in force is unique.
    """
    text = cleaned_reason(reason)
    if by.pk is None:
        raise NotAllowed(_("Log in to exclude a result."))
    try:
        with transaction.atomic():
            made = Exclusion.objects.create(
                result_id=result_id, reason=text, excluded_by_id=by.pk
            )
            counted = _changeable(result_id, by).filter(exclusion__isnull=True)
            if not counted.update(exclusion=made):
                raise NotAllowed(_why_not(result_id, by))
            _reconsider(result_id)
            _note(AuditAction.RESULT_EXCLUDED, made, by, reason=text)
    except IntegrityError as error:
        raise NotAllowed(_why_not(result_id, by)) from error
    return made


def include(result_id: UUID, *, by: Viewer) -> Exclusion:
    """Count an excluded result again; its exclusion stays as history."""
    with transaction.atomic():
        in_force = Exclusion.objects.filter(
            result__in=_changeable(result_id, by), undone_at__isnull=True
        )
        found = in_force.first()
        if found is None or not in_force.filter(pk=found.pk).update(
            undone_by=by.pk, undone_at=timezone.now()
        ):
            raise NotAllowed(_why_not(result_id, by, default=_("It is not excluded.")))
        Result.objects.filter(exclusion=found.pk).update(exclusion=None)
        _reconsider(result_id)
        _note(AuditAction.RESULT_INCLUDED, found, by)
    found.refresh_from_db()
    return found


def _note(act: AuditAction, on: Exclusion, by: Viewer, **details: Any) -> None:
    who = by if isinstance(by, AbstractBaseUser) else None
    record(act, by=who, on=on.result, **details)


def is_changeable(result: Result, *, by: Viewer) -> bool:
    """Whether this user may exclude the result, or include it again."""
    is_staff = bool(getattr(by, "is_staff", False))
    is_own = by.is_authenticated and result.owner_id == by.pk
    is_current = result.status == ResultStatus.CURRENT
    is_of_user = result.provenance != Provenance.PUBLISHED
    return is_current and is_of_user and (is_staff or is_own)


def _reconsider(result_id: UUID) -> None:
    """What counts has changed for those who watch its series."""
    found = Result.objects.filter(pk=result_id).values_list("series_id", flat=True)
    regressions.reconsider(found.get())


def _changeable(result_id: UUID, by: Viewer) -> QuerySet[Result]:
    current = Result.objects.filter(pk=result_id, status=ResultStatus.CURRENT)
    results = current.exclude(provenance=Provenance.PUBLISHED)
    is_staff = bool(getattr(by, "is_staff", False))
    return results if is_staff else results.filter(owner_id=by.pk)


def cleaned_reason(reason: str) -> str:
    """The reason on one line; raises BadReason."""
    text = " ".join(reason.replace("\0", " ").split())
    if len(text) < SHORTEST_REASON:
        raise BadReason(_("Say in some words why the result is left out."))
    if len(text) > LONGEST_REASON:
        raise BadReason(
            _("A reason has at most %(most)d characters; this one has %(count)d.")
            % {"most": LONGEST_REASON, "count": len(text)}
        )
    return text


def _why_not(result_id: UUID, by: Viewer, *, default: str = "") -> str:
    """Why nothing was changed, as the row stands now."""
    result = (
        Result.objects.at_address(by)
        .filter(pk=result_id)
        .select_related("exclusion__excluded_by")
        .first()
    )
    if result is None:
        return _("There is no such result.")
    if result.provenance == Provenance.PUBLISHED:
        return _("Vendor rows stand as they were printed: none is excluded.")
    if result.status != ResultStatus.CURRENT:
        return _("Only a current result can be excluded: this one counts nowhere.")
    if not is_changeable(result, by=by):
        return _("Only its owner and staff may exclude or include a result.")
    if result.exclusion is None:
        return default or _("It was included again just now; try once more.")
    return _("%(name)s excluded it already, on %(time)s: %(reason)s") % {
        "name": result.exclusion.excluded_by.get_username(),
        "time": f"{result.exclusion.excluded_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC",
        "reason": result.exclusion.reason,
    }
