"""What the portal keeps for programs: tokens, keys of feeds, answers to repeats."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from benchruns.limits import door
from benchruns.limits.usage import Used
from benchruns.models.base import PublicModel, one_of
from benchruns.vocabulary import Limit


class TokenScope(models.TextChoices):
    READ = "read", _("read")
    WRITE = "write", _("read and write")


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def valid(self, *, at: datetime) -> Self:
        unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=at)
        return self.filter(unexpired, revoked_at__isnull=True)


class ApiToken(PublicModel):
    """A key for programs. Only its SHA-256 is kept: keys are long and random."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens"
    )
    # The token that asked for it, with which it ends.
    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="children"
    )
    name = models.CharField(max_length=100)
    scope = models.CharField(max_length=5, choices=TokenScope)
    key_hash = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [one_of("scope", TokenScope, name="token_scope_is_known")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_valid(self) -> bool:
        return self.revoked_at is None and (
            self.expires_at is None or self.expires_at > timezone.now()
        )

    @staticmethod
    def hash(key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()

    @classmethod
    def used_by(cls, user: AbstractBaseUser) -> Used:
        """How many of the user's work."""
        own = cls.objects.filter(user_id=user.pk).valid(at=timezone.now())
        return Used(amount=own.count())

    @classmethod
    @transaction.atomic
    def issue(
        cls,
        user: AbstractBaseUser,
        *,
        name: str,
        scope: str,
        expires_at: datetime | None = None,
        key: str | None = None,
        parent: "ApiToken | None" = None,
    ) -> tuple["ApiToken", str]:
        """A new token and its key, which is shown once and never stored.

        LimitReached where the user has too many.
        """
        door.admit(user, Limit.TOKENS, used=cls.used_by(user))
        key = key or f"bb_{secrets.token_urlsafe(32)}"
        token = cls.objects.create(
            user_id=user.pk,
            parent=parent,
            name=name,
            scope=scope,
            expires_at=expires_at,
            key_hash=cls.hash(key),
            hint=key[:8],
        )
        return token, key


class FeedKey(PublicModel):
    """Opens the private feed of one user: see ``portal.accounts.feed_keys``."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed_key"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"feed of {self.user_id}"


class NewAddress(models.Model):
    """A mail address that an account was given of late: see ``portal.accounts.addresses``."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    email = models.EmailField()  # in small letters
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "email"], name="one_new_address_an_account"
            )
        ]

    def __str__(self) -> str:
        return self.email


class IdempotencyRecord(models.Model):
    """The answer to a POST that carried an Idempotency-Key, given again on a retry.

    So is that of a form which is sent again: see ``portal.actions.runs.start_once``.
    """

    LIFETIME = timedelta(days=1)

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    location = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")
        ]

    def __str__(self) -> str:
        return self.key

    def insert(self) -> None:
        """IntegrityError when the key lives; those of its user that have expired go."""
        IdempotencyRecord.objects.filter(
            user_id=self.user_id, created_at__lte=timezone.now() - self.LIFETIME
        ).delete()
        self.save(force_insert=True)

    def find(self) -> Self | None:
        """The living record of the same key."""
        return (
            type(self)
            .objects.filter(
                user_id=self.user_id,
                key=self.key,
                created_at__gt=timezone.now() - self.LIFETIME,
            )
            .first()
        )
