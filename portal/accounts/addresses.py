"""Which mail addresses of an account may set its password, and who is told of changes.

Who knows a password can give the account an address of their own. So an address is new for a
week after it was given or confirmed, and while it is new it sets no password, is not made the
first one, and is removed by a new password; the others are told of it at once.
"""

from collections.abc import Sequence
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.models import NewAddress

WAIT = timedelta(days=7)


@transaction.atomic
def note_new(user: User, email: str) -> None:
    """From now on it is new; called before it is stored, so that none is old by mistake."""
    NewAddress.objects.filter(user=user, since__lte=timezone.now() - WAIT).delete()
    NewAddress.objects.update_or_create(
        user=user, email=email.lower(), defaults={"since": timezone.now()}
    )


def new_of(user: User) -> set[str]:
    """The new ones, in small letters."""
    new = NewAddress.objects.filter(user=user, since__gt=timezone.now() - WAIT)
    return set(new.values_list("email", flat=True))


def told_of(user: User) -> list[str]:
    """Where the owner is told of a change: each confirmed address and the user's own."""
    rows = EmailAddress.objects.filter(user=user, verified=True)
    found = [*rows.order_by("pk").values_list("email", flat=True)]
    current = User.objects.values_list("email", flat=True).get(pk=user.pk)
    return [*{each.lower(): each for each in (*found, current) if each}.values()]


def trusted_of(user: User) -> list[str]:
    """Those of ``told_of`` that are not new: by them a password may be set."""
    new = new_of(user)
    return [each for each in told_of(user) if each.lower() not in new]


def trusting(users: Sequence[User], email: str) -> list[User]:
    """Those of ``users`` whose password may be set by it. One query, also for none of them."""
    email = email.lower()
    own = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=email)
    new = NewAddress.objects.filter(
        user=OuterRef("pk"), email=email, since__gt=timezone.now() - WAIT
    )
    asked = User.objects.filter(pk__in=[user.pk for user in users] or [0])
    theirs = asked.filter(Exists(own.filter(verified=True)) | Q(email__iexact=email))
    return list(theirs.exclude(Exists(new)))


def keep_first(user: User) -> None:
    """Of an account that staff made its address is the first, before another one can be."""
    if user.email and not EmailAddress.objects.filter(user=user, primary=True).exists():
        EmailAddress.objects.update_or_create(
            user=user, email=user.email, defaults={"primary": True}
        )


@transaction.atomic
def remove_new(user: User, *, by: User | None) -> list[str]:
    """Remove the new ones, also where one is the first; what they were."""
    new = new_of(user)
    rows = EmailAddress.objects.filter(user=user)
    gone = [each for each in rows.order_by("pk") if each.email.lower() in new]
    if not gone:
        return []
    rows.filter(pk__in=[each.pk for each in gone]).delete()
    first = rows.order_by("-primary", "-verified", "pk").first()
    if first is not None:
        rows.filter(pk=first.pk).update(primary=True)
    if user.email.lower() in new:
        user.email = first.email if first else ""
        User.objects.filter(pk=user.pk).update(email=user.email)
    record(AuditAction.MAIL_CHANGED, by=by, on=user, change="removed", count=len(gone))
    return [each.email for each in gone]
