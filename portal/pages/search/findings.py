"""What is said of published rows and of comparisons, found by its words."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from benchruns.models import Result
from benchruns.results.readable import readable
from benchruns.results.row import Row, read_row
from benchruns.sentences.catalogue import worded
from benchruns.sentences.fairness.table import CONDITIONS

MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingFound:
    """A finding of a published row, in the reader's words."""

    row: Row
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFound:
    """A rule of fair comparisons; its code is its anchor in the guide."""

    code: str
    label: str
    why: str


def findings(words: Sequence[str]) -> list[FindingFound]:
    """By the code, what was found and why; of published rows, which all may see.

    Two queries: what is said of all flagged rows until enough is found, then those rows.
    """
    parts = [word.casefold() for word in words]
    if not parts:
        return []
    told = _told(parts)
    rows = (
        Result.objects.filter(pk__in=told)
        .select_related("instance_class", "provider", "campaign", "source", "exclusion")
        .order_by("engine", "engine_version", "published_key")
    )
    read = readable(rows, lambda result: _found(result, told[result.pk]))
    return [each for of_row in read.rows for each in of_row][:MOST]


def _told(parts: Sequence[str]) -> dict[UUID, list[str]]:
    """The messages that hold all the words, by row."""
    told: dict[UUID, list[str]] = {}
    count = 0
    rows = Result.objects.of_papers().flagged().values_list("pk", "findings")
    for pk, stored in rows.iterator():
        messages = []
        # A damaged row is in no list.
        with suppress(TypeError, ValueError, LookupError, AttributeError):
            messages = _messages(stored, parts)
        if messages:
            told[pk] = messages
            count += len(messages)
        if count >= MOST:
            break
    return told


def _messages(stored: Sequence[Mapping[str, Any]], parts: Sequence[str]) -> list[str]:
    return [
        known.message
        for known in map(worded, stored)
        if _holds(f"{known.code} {known.message} {known.why}", parts)
    ]


def _found(result: Result, messages: Sequence[str]) -> list[FindingFound]:
    row = read_row(result, run_is_visible=False)
    return [FindingFound(row=row, message=message) for message in messages]


def rules(words: Sequence[str]) -> list[RuleFound]:
    parts = [word.casefold() for word in words]
    known = (
        RuleFound(code=code, label=str(said.label), why=said.why_for([]))
        for code, said in CONDITIONS.items()
    )
    return [
        rule
        for rule in known
        if parts and _holds(f"{rule.code} {rule.label} {rule.why}", parts)
    ]


def _holds(text: str, parts: Sequence[str]) -> bool:
    return all(part in text.casefold() for part in parts)
