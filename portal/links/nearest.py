"""The way from a figure of one's own to the vendors' rows that are nearest to it."""

from django.urls import reverse

from benchruns.comparison.nearest import published_of_load
from benchruns.models import Result
from benchruns.vocabulary import Provenance, ResultStatus


def url_of(result: Result | None) -> str:
    """Empty where no paper has the load, and for a row that is a paper's or a draft."""
    if result is None or result.provenance == Provenance.PUBLISHED:
        return ""
    is_shown = result.status == ResultStatus.CURRENT
    if not is_shown or not published_of_load(result).exists():
        return ""
    return reverse("portal:result-beside-published", args=[result.pk])
