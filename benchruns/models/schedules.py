"""Runs and sweeps that recur, and what came of each time."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q

from benchruns.models.base import PublicModel, one_of
from benchruns.models.endpoints import Endpoint
from benchruns.vocabulary import OccurrenceState, PauseReason, WhenBusy


class ScheduleQuerySet(models.QuerySet["Schedule"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """One's own, and for staff all."""
        if getattr(user, "is_staff", False):
            return self
        return self.filter(owner_id=user.pk)


class Schedule(PublicModel):
    """A run or a sweep that is started again and again.

    ``request`` is what is started, with the keys of the API's body (``benchruns.schedules.stored``).
    Its times are those of ``crontab`` in ``time_zone``, or each ``every_seconds`` from
    ``starts_at`` on, where ``crontab`` is empty. ``next_at`` is the next of them, null when
    none is left or it is paused. ``failed_in_row`` counts the last times that failed.
    ``tokens`` are the ids of the owner's API tokens that made it, changed it or let it go on
    since its owner did so on a page.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="schedules"
    )
    endpoint = models.ForeignKey(Endpoint, models.PROTECT, related_name="schedules")
    name = models.CharField(max_length=120)
    request = models.JSONField()
    crontab = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    every_seconds = models.PositiveIntegerField(null=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    when_busy = models.CharField(max_length=10, choices=WhenBusy, default=WhenBusy.SKIP)
    paused_at = models.DateTimeField(null=True)
    paused_for = models.CharField(max_length=20, choices=PauseReason, blank=True)
    next_at = models.DateTimeField(null=True)
    failed_in_row = models.PositiveIntegerField(default=0)
    tokens = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ScheduleQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            one_of("when_busy", WhenBusy, name="schedule_knows_what_when_busy"),
            models.CheckConstraint(
                condition=Q(crontab="", every_seconds__gte=1)
                | (~Q(crontab="") & Q(every_seconds__isnull=True)),
                name="schedule_has_one_rhythm",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True, paused_for="")
                | (
                    Q(paused_at__isnull=False, next_at__isnull=True) & ~Q(paused_for="")
                ),
                name="paused_schedule_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="schedule_newest_first"),
            models.Index(
                fields=["next_at"],
                condition=Q(next_at__isnull=False),
                name="schedule_due",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Occurrence(PublicModel):
    """One time of a schedule, and what came of it; or times that were missed in a row.

    ``due_at`` is when it should have been, ``at`` when it was looked at. ``count`` is above
    1 for missed times alone, of which the last was ``until``. ``values`` hold why it was
    skipped or refused, for ``benchruns.sentences.schedules``, or that the schedule has been
    given another request since.
    """

    schedule = models.ForeignKey(Schedule, models.CASCADE, related_name="occurrences")
    due_at = models.DateTimeField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=OccurrenceState)
    is_by_hand = models.BooleanField(default=False)
    count = models.PositiveIntegerField(default=1)
    until = models.DateTimeField(null=True)
    values = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-due_at"]
        constraints = [
            one_of("state", OccurrenceState, name="occurrence_state_is_known"),
            models.UniqueConstraint(
                fields=["schedule", "due_at"],
                condition=Q(is_by_hand=False),
                name="each_time_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["schedule"],
                condition=Q(state="started"),
                name="occurrence_going_on",
            ),
            models.Index(
                fields=["at"],
                condition=Q(state__in=["skipped", "refused"]),
                name="occurrence_without_runs",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} at {self.due_at}"
