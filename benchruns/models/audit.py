"""Who did what, from where, when."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from benchruns.models.rewards import Reward
from benchruns.vocabulary import AuditAction


class AddedOnly(models.QuerySet["AuditEntry"]):
    """Rows that nobody changes; what is past its time goes by ``retire`` alone."""

    def update(self, **_values: Any) -> NoReturn:
        raise TypeError("entries of the audit log are only added")

    def delete(self) -> NoReturn:
        raise TypeError("entries of the audit log are only added")

    def retire(self) -> int:
        """Delete these for good, as a rule on how long they stay asks; their number.

        The database refuses it outside ``benchruns.audit.trigger.lifted``.
        """
        return self._raw_delete(self.db)


class AuditEntry(models.Model):
    """One act. ``action`` is a value of ``AuditAction``; ``door`` and ``address`` say
    where it came from, ``token_*`` the API token that asked if one did, ``subject_*`` what
    it was done to, also after that is gone.

    ``details`` are JSON: what changed, or why.
    """

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150, blank=True)
    door = models.CharField(max_length=10, blank=True)
    address = models.GenericIPAddressField(null=True)
    request = models.CharField(max_length=64, blank=True)
    token_id = models.UUIDField(null=True)  # a token may go, with its user
    token_hint = models.CharField(max_length=12, blank=True)
    action = models.CharField(max_length=40)
    subject_kind = models.CharField(max_length=40, blank=True)
    subject_id = models.CharField(max_length=64, blank=True)
    subject_name = models.CharField(max_length=200, blank=True)
    reward = models.ForeignKey(Reward, models.PROTECT, null=True, related_name="audit")
    details = models.JSONField(default=dict)

    objects = AddedOnly.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["subject_kind", "subject_id"], name="audit_subject"),
            models.Index(
                fields=["token_id"],
                name="audit_token",
                condition=models.Q(token_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} at {self.at}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("entries of the audit log are only added")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("entries of the audit log are only added")

    @property
    def action_label(self) -> str:
        """Its code for an action of a release that is not this one."""
        known = self.action in AuditAction.values
        return str(AuditAction(self.action).label) if known else self.action
