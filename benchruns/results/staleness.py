"""What makes a result stale: its age, or that nobody supports or sells any more what it is of.

It holds on the day on which it is looked at, and so is found then and never stored.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from django.conf import settings
from django.utils import timezone

from benchruns.engines import support_of
from benchruns.findings import Finding
from benchruns.models import InstanceClass, Result
from benchruns.vocabulary import Severity

DAYS_A_YEAR = 365.25


def today() -> date:
    return timezone.now().date()


def findings_of(result: Result) -> tuple[Finding, ...]:
    """A note for each reason; of a result that is loaded with its class."""
    return tuple(_findings(result))


def of_several(results: Iterable[Result]) -> list[Finding]:
    """Each reason once, with the results that it is true of."""
    said: dict[str, tuple[Finding, list[str]]] = {}
    for result in results:
        for finding in findings_of(result):
            _first, ids = said.setdefault(finding.identity, (finding, []))
            ids.append(str(result.pk))
    return [
        Finding(
            code=finding.code,
            severity=finding.severity,
            results=tuple(ids),
            values=finding.values,
        )
        for finding, ids in said.values()
    ]


def ended_support(engine: str, engine_version: str) -> Finding | None:
    """What is said of an engine that its vendor mends no longer."""
    support = support_of(engine, engine_version)
    if support is None or support.ends_on >= today():
        return None
    return Finding(
        code="support_ended",
        severity=Severity.NOTE,
        values={
            "engine": engine,
            "engine_version": engine_version,
            "ended_on": support.ends_on.isoformat(),
            "source": support.source,
        },
    )


def ended_sale(sold: InstanceClass) -> Finding | None:
    """What is said of a class that cannot be bought anew."""
    if sold.sale_ends_on is None or sold.sale_ends_on >= today():
        return None
    return Finding(
        code="sale_ended",
        severity=Severity.NOTE,
        values={
            "instance_class": sold.code,
            "ended_on": sold.sale_ends_on.isoformat(),
            "source": sold.source_text,
        },
    )


def _findings(result: Result) -> Iterator[Finding]:
    if ended := ended_support(result.engine, result.engine_version):
        yield ended
    sold = result.instance_class
    if sold is not None and (ended := ended_sale(sold)):
        yield ended
    day, most = _day_of(result), settings.RESULT_STALE_YEARS * DAYS_A_YEAR
    if day is not None and (today() - day).days > most:
        yield Finding(
            code="old_result",
            severity=Severity.NOTE,
            values={"day": day.isoformat(), "years": settings.RESULT_STALE_YEARS},
        )


def _day_of(result: Result) -> date | None:
    """On which it was measured, else on which its paper was published."""
    if result.measured_at is not None:
        return result.measured_at.date()
    return result.published_on
