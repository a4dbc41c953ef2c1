"""Uploaded test reports, the files they hold, and what was done with them."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from benchruns.models.base import PublicModel, one_of
from benchruns.vocabulary import Grade, SubmissionState, SubmissionStep, Visibility

REVIEWERS = "reviewer"  # the group of those who may review
_KNOWN = "_is_reviewer"  # where a user object keeps whether it is of them


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """Those that were accepted once, one's own; what was handed in for reviewers.

        Staff see what reviewers see: a draft is its owner's alone, also one that was
        taken back, and one that was withdrawn after that. One with a result that a
        licence keeps private is not for everybody.
        """
        withheld = Q(results__visibility=Visibility.PRIVATE)
        seen = Q(accepted_at__isnull=False) & ~withheld
        if user.is_authenticated:
            seen |= Q(owner_id=user.pk)
        if is_reviewer(user) or getattr(user, "is_staff", False):
            handed_in = Q(version__gt=0) & ~Q(state=SubmissionState.DRAFT)
            seen |= Q(handed_in, ~_taken_back())
        return self.filter(seen)


def _taken_back() -> Exists:
    """Whether its owner took back what was submitted last."""
    return Exists(
        SubmissionEvent.objects.filter(
            submission=OuterRef("pk"),
            step=SubmissionStep.TAKEN_BACK,
            version=OuterRef("version"),
        )
    )


class Submission(PublicModel):
    """An uploaded test report on its way from a draft to a reviewed result.

    ``statement`` holds what its owner states, by the names of
    ``benchruns.submissions.statement.fields`` as JSON; ``parameter_settings`` the server's
    settings as pasted and read. ``credit`` is the name that the public page gives,
    empty for none. ``version`` counts how often it was submitted. ``checks`` and
    ``rating`` are what the programs found when it was last derived. ``grade`` is set by
    the reviewer who accepted it. ``replaces`` is an accepted submission of the same
    owner that this one will supersede.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="submissions"
    )
    state = models.CharField(
        max_length=20, choices=SubmissionState, default=SubmissionState.DRAFT
    )
    statement = models.JSONField(default=dict)
    parameter_settings = models.JSONField(default=dict)
    credit = models.CharField(max_length=80, blank=True)
    version = models.PositiveIntegerField(default=0)
    checks = models.JSONField(default=list)
    rating = models.JSONField(default=dict)
    grade = models.CharField(max_length=10, choices=Grade, blank=True)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    replaces = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="replaced_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    submitted_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="submission_newest_first"),
            models.Index(fields=["state", "submitted_at"], name="submission_queue"),
            models.Index(
                fields=["-accepted_at", "-id"],
                condition=Q(accepted_at__isnull=False),
                name="submission_accepted",
            ),
            models.Index(
                fields=["state", "-accepted_at", "-id"],
                name="submission_state_accepted",
            ),
        ]
        constraints = [
            one_of("state", SubmissionState, name="submission_state_is_known"),
            models.CheckConstraint(
                condition=Q(grade="") | Q(grade__in=Grade.values),
                name="submission_grade_is_known",
            ),
            models.CheckConstraint(
                condition=Q(reviewer__isnull=True) | ~Q(reviewer=F("owner")),
                name="nobody_reviews_their_own",
            ),
            models.CheckConstraint(
                condition=~Q(state=SubmissionState.ACCEPTED)
                | (~Q(grade="") & Q(reviewer__isnull=False, accepted_at__isnull=False)),
                name="accepted_submission_has_a_grade",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[SubmissionState.DRAFT, SubmissionState.WITHDRAWN]
                )
                | Q(version__gt=0, submitted_at__isnull=False),
                name="submission_was_submitted",
            ),
        ]

    def __str__(self) -> str:
        return f"submission {self.id}"


class SubmittedFile(PublicModel):
    """One uploaded file, kept compressed, with what it was read as.

    ``content`` is zlib-compressed. Secrets, hosts and accounts in it are blanked before
    it is kept, a workbook is written anew, and ``sha256`` is of the bytes kept: one of
    the upload would let a blanked secret be guessed. ``archive`` names the zip or gzip
    file that it came in. ``report`` is its ``ToolReport`` as JSON
    (``benchruns.parsers.stored.report``), ``statement`` what differs from the
    submission's for this file. A file that was removed after a submission stays for
    the history, with ``removed_at``.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    archive = models.CharField(max_length=200, blank=True)
    content = models.BinaryField()
    size_bytes = models.BigIntegerField()
    sha256 = models.CharField(max_length=64, db_index=True)
    format = models.CharField(max_length=40)
    tool = models.CharField(max_length=40)
    tool_version = models.CharField(max_length=40, blank=True)
    parser_version = models.CharField(max_length=20)
    report = models.JSONField()
    statement = models.JSONField(default=dict)
    added_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["added_at", "name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "sha256"],
                condition=Q(removed_at__isnull=True),
                name="one_file_a_text",
            )
        ]

    def __str__(self) -> str:
        return self.name


class SubmissionEvent(models.Model):
    """One step in the history of a submission: who did what, when.

    ``text`` is a comment, a reason or a file's name. ``details`` holds, of a submitting,
    the statement, settings and files as they were, so that versions can be told apart.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="events")
    step = models.CharField(max_length=20, choices=SubmissionStep)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=0)
    text = models.TextField(blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ["at", "id"]
        constraints = [one_of("step", SubmissionStep, name="submission_step_is_known")]

    def __str__(self) -> str:
        return f"{self.step} of {self.submission_id}"


class Notice(models.Model):
    """What one user is told: on the page, and by mail where there is mail.

    Of one step of a submission (``event``), that a ``schedule`` paused itself (``code``, a
    ``PauseReason``), that no load generator can serve a ``run``, or that staff deleted a
    schedule whose name was ``deleted_name``.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices"
    )
    event = models.ForeignKey(
        SubmissionEvent, models.CASCADE, null=True, related_name="notices"
    )
    schedule = models.ForeignKey(
        "benchruns.Schedule", models.CASCADE, null=True, related_name="notices"
    )
    run = models.ForeignKey(
        "benchruns.Run", models.CASCADE, null=True, related_name="notices"
    )
    code = models.CharField(max_length=20, blank=True)
    deleted_name = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    mail_error = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "event"], name="one_notice_an_event"
            ),
            models.CheckConstraint(
                condition=Q(
                    event__isnull=False,
                    schedule__isnull=True,
                    run__isnull=True,
                    deleted_name="",
                )
                | Q(
                    event__isnull=True,
                    schedule__isnull=False,
                    run__isnull=True,
                    deleted_name="",
                )
                | Q(
                    event__isnull=True,
                    schedule__isnull=True,
                    run__isnull=False,
                    deleted_name="",
                )
                | Q(event__isnull=True, schedule__isnull=True, run__isnull=True)
                & ~Q(deleted_name=""),
                name="notice_is_of_one_thing",
            ),
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=Q(read_at__isnull=True), name="notice_unread"
            ),
            models.Index(
                fields=["user", "-created_at", "-id"], name="notice_newest_first"
            ),
        ]

    def __str__(self) -> str:
        return f"notice to {self.user_id}"


def is_inside(submission: Submission, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether the user is its owner, of the reviewers or staff.

    They read what was uploaded and stated; everybody else what was recognised in it.
    """
    return (
        (user.is_authenticated and submission.owner_id == user.pk)
        or is_reviewer(user)
        or bool(getattr(user, "is_staff", False))
    )


def is_reviewer(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether the user is of the reviewers; superusers are. Asked once a user object."""
    if not user.is_authenticated:
        return False
    if getattr(user, "is_superuser", False):
        return True
    known: bool | None = getattr(user, _KNOWN, None)
    if known is None:
        known = Group.objects.filter(name=REVIEWERS, user=user.pk).exists()
        setattr(user, _KNOWN, known)
    return known
