"""The rows of the API with all that their answers need, in a fixed number of queries."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, Prefetch, QuerySet, When

from benchruns.catalogue.figures import figures_of, with_repeats
from benchruns.catalogue.pricing import prices
from benchruns.models import (
    Attempt,
    Campaign,
    Command,
    DataSet,
    Endpoint,
    InstanceClass,
    Result,
    Run,
    Submission,
    Sweep,
)
from benchruns.reproduction.other_test import OF_THE_TEST
from benchruns.reproduction.ratios import COMPARED
from benchruns.runs import kept_data
from portal.queries.endpoints import with_last_check

Viewer = AbstractBaseUser | AnonymousUser
OF_A_RESULT = ("instance_class", "campaign", "exclusion__excluded_by")
# What ``sweep_report`` reads of a run: a page of sweeps may hold thousands.
OF_A_REPEAT = (
    "sweep_id",
    "sweep_position",
    "repetition",
    "state",
    "parameters",
    "result__engine",
    "result__variant",
    "result__tps",
    "result__qps",
    "result__tpm",
    "result__nopm",
    "result__latency_p95_ms",
    "result__batch_requests_per_s",
    "result__reads_per_s",
    "result__writes_per_s",
    "result__regime",
    "result__doubt",
    "result__findings",
    "result__workload",
    "result__parameters",
    "result__duration_s",
    "result__exclusion__reason",
    *(f"result__{name}" for name in OF_THE_TEST),
    *(
        f"reproduces__{name}"
        for name in (
            *("workload", "engine", "variant", "tool", "tool_version", "memory_gb"),
            *("campaign__duration_seconds", "doubt", *OF_THE_TEST, *COMPARED),
        )
    ),
)


def instance_classes() -> QuerySet[InstanceClass]:
    """With ``current_prices``."""
    newest = Prefetch("prices", prices.current(), to_attr="current_prices")
    return InstanceClass.objects.prefetch_related(newest)


def with_best_figures(
    classes: Sequence[InstanceClass], viewer: Viewer, *, repeated: bool = False
) -> Sequence[InstanceClass]:
    """The same classes, each with ``best_figures`` as the serializer reads them.

    With the repeats of each figure if ``repeated``.
    """
    figures = figures_of([each.pk for each in classes], viewer)
    if repeated:
        figures = with_repeats(figures, viewer)
    for each in classes:
        best = figures[each.pk].best.items()
        vars(each)["best_figures"] = {name: figure.first for name, figure in best}
    return classes


def campaigns() -> QuerySet[Campaign]:
    """Those of lists: the ones that stand."""
    return campaigns_at_address().filter(pk__in=Campaign.objects.standing())


def campaigns_at_address() -> QuerySet[Campaign]:
    """What is to be seen by its name, withdrawn ones too."""
    return Campaign.objects.select_related("source", "draft")


def campaigns_in_detail() -> QuerySet[Campaign]:
    commands = Command.objects.select_related("instance_class")
    return campaigns_at_address().prefetch_related(
        Prefetch("commands", commands), "statements", "irregularities"
    )


def results(viewer: Viewer) -> QuerySet[Result]:
    """Those of lists: the current ones."""
    return Result.objects.visible_to(viewer).select_related(*OF_A_RESULT)


def results_at_address(viewer: Viewer) -> QuerySet[Result]:
    """What is to be seen by its id, withdrawn ones and drafts too."""
    return Result.objects.at_address(viewer).select_related(*OF_A_RESULT)


def submissions(viewer: Viewer) -> QuerySet[Submission]:
    """With the ids of their results."""
    results = Result.objects.only("submission_id").order_by("pk")
    return (
        Submission.objects.visible_to(viewer)
        .defer("checks", "rating", "parameter_settings")
        .select_related("owner", "reviewer")
        .prefetch_related(Prefetch("results", results))
    )


def endpoints(viewer: Viewer) -> QuerySet[Endpoint]:
    """With ``is_of_others``, 0 or 1: staff see theirs as well."""
    found = Endpoint.objects.visible_to(viewer).annotate(
        is_of_others=Case(When(owner_id=viewer.pk, then=0), default=1)
    )
    return with_last_check(found)


def runs(viewer: Viewer) -> QuerySet[Run]:
    """With ``last_attempts``, which holds the last one's evidence."""
    last = Attempt.objects.order_by("-number").only("run_id", "number", "evidence")[:1]
    return (
        Run.objects.visible_to(viewer)
        .defer("output_tail")
        .select_related("endpoint", "result", "reproduces__campaign", "occurrence")
        .prefetch_related(Prefetch("attempts", last, to_attr="last_attempts"))
    )


def sweeps(viewer: Viewer) -> QuerySet[Sweep]:
    """One's own and those with public runs, with ``seen_runs`` and what these say."""
    seen = Run.objects.visible_to(viewer)
    attempts = Attempt.objects.only("run_id", "number", "evidence")
    runs = (
        seen.select_related("result__exclusion", "reproduces__campaign")
        .only(*OF_A_REPEAT)
        .prefetch_related(Prefetch("attempts", attempts))
        .order_by("sweep_position")
    )
    return (
        Sweep.objects.visible_to(viewer)
        .select_related("endpoint")
        .prefetch_related(Prefetch("runs", runs, to_attr="seen_runs"))
    )


def data_sets(viewer: Viewer) -> QuerySet[DataSet]:
    return kept_data.shown_to(viewer).select_related("run")


def checked_at(endpoint: Endpoint) -> datetime | None:
    """When the facts were read that a plan rests on: see ``run_plan.server_found``."""
    reached = endpoint.checks.filter(finished_at__isnull=False).exclude(server={})
    return reached.values_list("finished_at", flat=True).first()
