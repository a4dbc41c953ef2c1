"""Results that repeat one load on one endpoint, and what is watched in them."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef, Q

from benchruns.findings import gravest
from benchruns.models.base import PublicModel, one_of
from benchruns.models.endpoints import Endpoint
from benchruns.models.results import Result
from benchruns.vocabulary import Doubt, RegressionState, WatchedFigure


class SeriesQuerySet(models.QuerySet["Series"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """Those with a result that the user may see."""
        seen = Result.objects.visible_to(user).filter(series=OuterRef("pk"))
        return self.filter(Exists(seen))


class Series(PublicModel):
    """Results of the same endpoint, workload and parameters, over time.

    ``parameters_key`` is a digest of ``parameters``: see ``benchruns.runs.series``.
    """

    endpoint = models.ForeignKey(Endpoint, models.PROTECT, related_name="series")
    workload = models.CharField(max_length=40)
    parameters = models.JSONField()
    parameters_key = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SeriesQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name_plural = "series"
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="series_newest_first")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint", "workload", "parameters_key"],
                name="one_series_a_load",
            )
        ]

    def __str__(self) -> str:
        return f"series of {self.workload} {self.id}"


class RegressionRule(PublicModel):
    """When a series counts as worse: by ``threshold_percent``, seen ``repeats`` times.

    ``evaluated_at`` is when its series was last looked at; null looks at once.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="regression_rules"
    )
    series = models.ForeignKey(Series, models.CASCADE, related_name="rules")
    figure = models.CharField(max_length=20, choices=WatchedFigure)
    threshold_percent = models.FloatField()
    repeats = models.PositiveIntegerField(default=3)
    is_active = models.BooleanField(default=True)
    sends_mail = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    evaluated_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "series", "figure"], name="one_rule_a_figure"
            ),
            models.CheckConstraint(
                condition=Q(threshold_percent__gt=0, threshold_percent__lt=100),
                name="rule_threshold_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(repeats__gte=1), name="rule_has_repeats"
            ),
            one_of("figure", WatchedFigure, name="rule_figure_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.figure} worse by {self.threshold_percent:g} %"


class Regression(PublicModel):
    """A change for the worse that a rule saw, from ``first_result`` on.

    ``before`` and ``after`` are medians, in the unit of the rule's figure. A suspected
    one becomes confirmed by repeats, or refuted by one that is as good as before; a
    confirmed one ends when the figure is back. ``doubt_before`` and ``doubt_after`` are the
    gravest of the results just before it and of those that are worse.
    """

    rule = models.ForeignKey(RegressionRule, models.CASCADE, related_name="regressions")
    first_result = models.ForeignKey(Result, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=RegressionState)
    before = models.FloatField()
    after = models.FloatField()
    seen = models.PositiveIntegerField(default=1)
    doubt_before = models.CharField(max_length=10, choices=Doubt, blank=True)
    doubt_after = models.CharField(max_length=10, choices=Doubt, blank=True)
    found_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    mail_error = models.TextField(blank=True)

    class Meta:
        ordering = ["-found_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["rule", "first_result"], name="one_regression_a_start"
            ),
            one_of("state", RegressionState, name="regression_state_is_known"),
            *(
                one_of(name, ["", *Doubt.values], name=f"regression_{name}_is_known")
                for name in ("doubt_before", "doubt_after")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} regression of {self.rule}"

    @property
    def doubt(self) -> str:
        """Of the change: the gravest of both sides; empty where nothing is."""
        return gravest((self.doubt_before, self.doubt_after))
