"""Keys of private feeds: what stands in the address of one, and whose it is.

A feed reader cannot log in, so its address is the key. It opens feeds and nothing else.
It is signed with the account's password, so that a new password ends it.
"""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.models import FeedKey

SIGNATURE = 32  # characters


def key_of(user: User) -> str | None:
    """The key in force; None for who has none."""
    key = FeedKey.objects.filter(user=user).first()
    return _signed(key, user) if key else None


@transaction.atomic
def renew(user: User) -> None:
    """Make a key; the one before opens nothing any more."""
    # Two at once take turns: the later one ends the key of the other.
    User.objects.select_for_update().get(pk=user.pk)
    FeedKey.objects.filter(user=user).delete()
    FeedKey.objects.create(user=user)
    record(AuditAction.FEED_KEY_MADE, by=user, on=user)


@transaction.atomic
def revoke(user: User) -> None:
    if FeedKey.objects.filter(user=user).delete()[0]:
        record(AuditAction.FEED_KEY_REVOKED, by=user, on=user)


def user_of(key: str) -> User | None:
    """Whose private feed a key opens; None for one that is not in force."""
    try:
        key_id = UUID(key.partition("-")[0])
    except ValueError:
        return None
    found = FeedKey.objects.select_related("user").filter(
        pk=key_id, user__is_active=True
    )
    row = found.first()
    if row is None:
        return None
    user: User = row.user
    return user if constant_time_compare(key, _signed(row, user)) else None


def _signed(key: FeedKey, user: User) -> str:
    # the salt stays as it is, as do the addresses that people have given their readers
    signed = salted_hmac(
        "portal.feed_keys", f"{key.pk}:{user.password}", algorithm="sha256"
    )
    return f"{key.pk.hex}-{signed.hexdigest()[:SIGNATURE]}"
