"""How many results there are of each kind that their list is filtered by."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count

from benchruns.models import VersionSummary
from benchruns.models.results import ResultQuerySet
from benchruns.results.version_summaries import sees_all
from benchruns.vocabulary import Visibility

# What a kind is told by; an engine's version has its own.
VISIBILITY = "visibility"
NAMES = (VISIBILITY, "provenance", "workload", "regime", "provider", "doubt")
Word = str | None  # None where it is not known


def kinds_of(results: ResultQuerySet) -> list[Sequence[Any]]:
    """The words of each kind in the order of NAMES, and how many are of it; one query."""
    counted = results.order_by().values_list(*NAMES).annotate(count=Count("pk"))
    return [list(kind) for kind in counted]


def count_of(
    summaries: Iterable[VersionSummary],
    user: AbstractBaseUser | AnonymousUser,
    wanted: Mapping[str, Iterable[Word]],
) -> int:
    """Those that the user may see of which each name has one of the words ``wanted``."""
    asked: dict[str, list[Word]] = {name: [*words] for name, words in wanted.items()}
    asked[VISIBILITY] = [*Visibility] if sees_all(user) else [Visibility.PUBLIC]
    places = [(NAMES.index(name), words) for name, words in asked.items()]
    return sum(
        count
        for *kind, count in _kinds(summaries)
        if all(kind[place] in words for place, words in places)
    )


def _kinds(summaries: Iterable[VersionSummary]) -> Iterator[Sequence[Any]]:
    for each in summaries:
        yield from each.kinds
