"""The published rows in memory, read once for a module: loading them takes a second."""

from django.db import transaction

from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.reproduction.reproduce import Reproduction, reproduce
from tests.published_database import fill


def read(django_db_blocker) -> list[Result]:
    """All 143, with what they belong to; the database is left as it was.

    A module whose fixture does this must have tests that are marked ``django_db``.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        fill()
        found = list(
            Result.objects.select_related(
                "source",
                "provider",
                "instance_class__source",
                "campaign__source",
            ).order_by("published_key")
        )
        transaction.set_rollback(True)
    return found


def store(row: Result) -> Result:
    """One of them with all it refers to, as ``load`` would have stored it."""
    campaign, instance_class = row.campaign, row.instance_class
    for each in (row.source, campaign.source, row.provider, instance_class.source):
        if each is not None:
            each.save()
    instance_class.save()
    campaign.save()
    row.save()
    return row


def family_of(row: Result) -> str:
    return ENGINES[row.engine].family


def of_campaign(rows: list[Result], slug: str, **facts) -> Result:
    """The first row of a campaign that has these values."""
    return next(
        row
        for row in rows
        if row.campaign.slug == slug
        and all(getattr(row, name) == value for name, value in facts.items())
    )


def pgbench_row(**facts) -> Result:
    """Not stored, as the papers print one."""
    return Result(
        provenance="published",
        engine="postgresql",
        workload="pgbench_read_only",
        threads=8,
        memory_gb=16,
        total_records=facts["scale"] * 100_000,
        **facts,
    )


def repeated(row: Result, **how) -> Reproduction:
    return reproduce(row, family=family_of(row), **how)


def told(reproduction: Reproduction) -> list[tuple]:
    return [
        (each.kind, each.name, each.published, each.here)
        for each in reproduction.differences
    ]
