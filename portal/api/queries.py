"""The rows of the API with all that their answers need, in a fixed number of queries."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Prefetch, QuerySet

from benchruns.models import (
    Attempt,
    Campaign,
    Command,
    Endpoint,
    InstanceClass,
    Result,
    Run,
)
from portal.endpoint_queries import with_last_check

Viewer = AbstractBaseUser | AnonymousUser


def instance_classes() -> QuerySet[InstanceClass]:
    return InstanceClass.objects.all()


def campaigns() -> QuerySet[Campaign]:
    return Campaign.objects.select_related("source")


def campaigns_in_detail() -> QuerySet[Campaign]:
    commands = Command.objects.select_related("instance_class")
    return campaigns().prefetch_related(
        Prefetch("commands", commands), "statements", "irregularities"
    )


def results(viewer: Viewer) -> QuerySet[Result]:
    return Result.objects.visible_to(viewer).select_related(
        "instance_class", "campaign"
    )


def endpoints(viewer: Viewer) -> QuerySet[Endpoint]:
    return with_last_check(Endpoint.objects.visible_to(viewer))


def runs(viewer: Viewer) -> QuerySet[Run]:
    """With ``last_attempts``, which holds the last one's evidence."""
    last = Attempt.objects.order_by("-number").only("run_id", "number", "evidence")[:1]
    return (
        Run.objects.visible_to(viewer)
        .defer("output_tail")
        .select_related("endpoint", "result")
        .prefetch_related(Prefetch("attempts", last, to_attr="last_attempts"))
    )
