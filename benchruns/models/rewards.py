"""What accepted submissions are rewarded with, and who did what with the codes."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from benchruns.models.base import PublicModel, one_of
from benchruns.models.submissions import Submission
from benchruns.vocabulary import Grade


class RewardPolicy(models.Model):
    """What one grade earns from now on; codes that were issued keep their terms.

    ``valid_days`` null: codes do not expire. Where it is not active, nothing is issued.
    """

    grade = models.CharField(primary_key=True, max_length=10, choices=Grade)
    is_active = models.BooleanField(default=True)
    discount_percent = models.PositiveIntegerField(default=0)
    gift = models.CharField(max_length=200, blank=True)
    terms = models.TextField(blank=True)
    valid_days = models.PositiveIntegerField(null=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["grade"]
        verbose_name_plural = "reward policies"
        constraints = [
            one_of("grade", Grade, name="policy_grade_is_known"),
            models.CheckConstraint(
                condition=Q(discount_percent__lte=100), name="discount_is_a_share"
            ),
            models.CheckConstraint(
                condition=Q(valid_days__isnull=True) | Q(valid_days__gt=0),
                name="validity_is_some_days",
            ),
        ]

    def __str__(self) -> str:
        return str(Grade(self.grade).label)


class Reward(PublicModel):
    """The one code that a submission earned, with its terms as they were.

    The code is encrypted at rest (``benchruns.encryption``); ``code_hash`` is the SHA-256
    that staff find it by.
    """

    submission = models.OneToOneField(Submission, models.PROTECT, related_name="reward")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rewards"
    )
    grade = models.CharField(max_length=10, choices=Grade)
    discount_percent = models.PositiveIntegerField()
    gift = models.CharField(max_length=200, blank=True)
    terms = models.TextField(blank=True)
    code_encrypted = models.TextField()
    code_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    redeemed_at = models.DateTimeField(null=True)
    redeemed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-issued_at", "-id"]
        constraints = [
            one_of("grade", Grade, name="reward_grade_is_known"),
            models.CheckConstraint(
                condition=Q(redeemed_at__isnull=True, redeemed_by__isnull=True)
                | Q(redeemed_at__isnull=False, redeemed_by__isnull=False),
                name="redeemed_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(redeemed_at__isnull=True) | Q(revoked_at__isnull=True),
                name="redeemed_or_revoked",
            ),
        ]

    def __str__(self) -> str:
        return f"reward of {self.submission_id}"
