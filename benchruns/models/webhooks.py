"""Addresses that are told of events, and what is, or was, to be sent to them."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils import timezone

from benchruns import encryption as secrets
from benchruns.models.base import PublicModel, one_of
from benchruns.names import hidden
from benchruns.vocabulary import DeliveryState


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """One's own, and for staff all."""
        if getattr(user, "is_staff", False):
            return self
        return self.filter(owner_id=user.pk)


class Webhook(PublicModel):
    """An address of the user's that is told of ``events`` (``WebhookEvent``), signed.

    ``address`` is shown and noted: what may be a secret in it is hidden. ``target`` is the
    whole, stored encrypted, which nobody but the worker that sends needs.
    Nothing is noted for one that is not ``is_active``, and nothing sent. ``address_by`` is
    the API token that said where it leads, unless its owner has let it be since; ``secret_by``
    the one that was given its secret; zero is one from before that was noted.
    A secret that a revoked token knew is gone, until another one is made.
    ``held_until`` is the time up to which one worker alone sends.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks"
    )
    address = models.CharField(max_length=500)
    target_encrypted = models.TextField()
    secret_encrypted = models.TextField(blank=True)
    events = models.JSONField()
    is_active = models.BooleanField(default=True)
    address_by = models.UUIDField(null=True)
    secret_by = models.UUIDField(null=True)
    held_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="webhook_newest_first")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_active=False) | ~Q(secret_encrypted=""),
                name="active_webhook_has_a_secret",
            )
        ]

    def __str__(self) -> str:
        return self.address

    @property
    def has_secret(self) -> bool:
        return bool(self.secret_encrypted)

    @property
    def target(self) -> str:
        return secrets.decrypt(self.target_encrypted)

    @target.setter
    def target(self, plain: str) -> None:
        self.address = hidden.shown(plain)
        self.target_encrypted = secrets.encrypt(plain)

    @property
    def secret(self) -> str:
        return secrets.decrypt(self.secret_encrypted)

    @secret.setter
    def secret(self, plain: str) -> None:
        self.secret_encrypted = secrets.encrypt(plain)


class AllowedReceiver(PublicModel):
    """A public IP address that ``allowed_by``, of the staff, let this webhook lead to.

    It goes when the webhook gets another address: a name may lead anywhere.
    """

    webhook = models.ForeignKey(
        Webhook, models.CASCADE, related_name="allowed_receivers"
    )
    # As a delivery's ``detail`` has it, with which the database compares it.
    address = models.CharField(max_length=45)
    allowed_at = models.DateTimeField(auto_now_add=True)
    allowed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["allowed_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "address"], name="receiver_is_allowed_once"
            )
        ]

    def __str__(self) -> str:
        return self.address


class DeliveryNumber(models.Model):
    """Numbers that rise, whichever machine draws one: clocks of machines differ.

    What comes of another's doing draws after it. The newest stays, for the next to follow.
    """

    def __str__(self) -> str:
        return str(self.pk)


class Delivery(PublicModel):
    """One event for one webhook, written in the transaction of what happened.

    ``body`` is sent as it stands, so that a second try says the same. ``number`` is its
    place among those of its webhook, ``waits_since`` when it was written, or asked for again.
    Of the last
    try: ``status_code``, or ``code`` and ``detail`` of why there was none
    (``benchruns.sentences.webhooks.deliveries``). Of what a receiver wrote nothing is kept.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=40)
    body = models.TextField()
    state = models.CharField(
        max_length=10, choices=DeliveryState, default=DeliveryState.WAITING
    )
    created_at = models.DateTimeField(default=timezone.now)
    number = models.BigIntegerField(db_default=0)
    waits_since = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    status_code = models.PositiveIntegerField(null=True)
    code = models.CharField(max_length=40, blank=True)
    detail = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name_plural = "deliveries"
        constraints = [
            one_of("state", DeliveryState, name="delivery_state_is_known"),
            models.CheckConstraint(
                condition=Q(
                    state=DeliveryState.WAITING,
                    next_try_at__isnull=False,
                    finished_at__isnull=True,
                )
                | (
                    ~Q(state=DeliveryState.WAITING)
                    & Q(next_try_at__isnull=True, finished_at__isnull=False)
                ),
                name="waiting_delivery_has_a_next_try",
            ),
        ]
        indexes = [
            models.Index(
                fields=["webhook", "number"],
                condition=Q(state="waiting"),
                name="delivery_waiting",
            ),
            models.Index(
                fields=["webhook", "-created_at", "-id"], name="delivery_newest_first"
            ),
            models.Index(fields=["finished_at"], name="delivery_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.id}"
