"""Finds texts by their words: workloads, sources, facts, terms, commands, statements."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Protocol, TypeVar

from django.db.models import Q

from benchruns.glossary.words import Word, all_words
from benchruns.models import CampaignNote, Command, Source, Statement
from benchruns.sources.facts import Fact, all_facts
from benchruns.sources.outputs import Output, all_outputs
from benchruns.sources.terms import Term, all_terms
from benchruns.workloads import WORKLOADS, Workload
from benchruns.workloads.guide import Topic

MOST_OF_A_KIND = 20


class Searched(Protocol):
    @property
    def searched(self) -> str:
        """All that a word may occur in, without case."""


Text = TypeVar("Text", bound=Searched)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicFound:
    """What the guide says of a workload, under one heading."""

    workload: Workload
    topic: Topic


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What words lead to; at most MOST_OF_A_KIND of each."""

    workloads: Sequence[Workload] = ()
    topics: Sequence[TopicFound] = ()
    words: Sequence[Word] = ()
    terms: Sequence[Term] = ()
    sources: Sequence[Source] = ()
    facts: Sequence[Fact] = ()
    outputs: Sequence[Output] = ()
    commands: Sequence[Command] = ()
    statements: Sequence[Statement] = ()
    notes: Sequence[CampaignNote] = ()

    @property
    def total(self) -> int:
        return sum(self._lengths)

    @property
    def longest(self) -> int:
        """How many there are of the kind that has most."""
        return max(self._lengths)

    @property
    def _lengths(self) -> list[int]:
        return [len(getattr(self, kind.name)) for kind in fields(self)]


def find_texts(words: Sequence[str]) -> Texts:
    """Every word must occur, in any place and without case."""
    parts = [word.casefold() for word in words]
    if not parts:
        return Texts()
    return Texts(
        workloads=_first(WORKLOADS.values(), parts, of=_of_workload),
        topics=_first(_topics(), parts, of=lambda found: found.topic.text),
        words=_searched(all_words(), parts),
        terms=_searched(all_terms(), parts),
        sources=_first(
            Source.objects.all(), parts, of=lambda each: f"{each.title} {each.slug}"
        ),
        facts=_searched(all_facts(), parts),
        outputs=_searched(all_outputs(), parts),
        commands=list(
            Command.objects.filter(
                _all_in(parts, "command", "phase", "tool")
            ).select_related("instance_class", "source")[:MOST_OF_A_KIND]
        ),
        statements=list(
            Statement.objects.filter(
                _all_in(parts, "statement", "sql_type", "script")
            ).select_related("source")[:MOST_OF_A_KIND]
        ),
        notes=list(
            CampaignNote.objects.filter(
                _all_in(parts, "title", "text")
            ).prefetch_related("campaigns")[:MOST_OF_A_KIND]
        ),
    )


Item = TypeVar("Item")


def _first(
    texts: Iterable[Item], parts: Sequence[str], *, of: Callable[[Item], str]
) -> list[Item]:
    found = (each for each in texts if _holds(of(each).casefold(), parts))
    return [each for each, _place in zip(found, range(MOST_OF_A_KIND), strict=False)]


def _searched(texts: Iterable[Text], parts: Sequence[str]) -> list[Text]:
    return _first(texts, parts, of=lambda each: each.searched)


def _holds(text: str, parts: Sequence[str]) -> bool:
    return all(part in text for part in parts)


def _of_workload(workload: Workload) -> str:
    """A statement of its own is a way to it, too."""
    sent = " ".join(line.sql for line in workload.script)
    texts = (workload.name, workload.label, workload.summary, workload.tool, sent)
    return " ".join(map(str, texts))


def _topics() -> Iterable[TopicFound]:
    for workload in WORKLOADS.values():
        for topic in workload.documentation:
            yield TopicFound(workload=workload, topic=topic)


def _all_in(parts: Sequence[str], *columns: str) -> Q:
    wanted = Q()
    for part in parts:
        one = Q()
        for column in columns:
            one |= Q(**{f"{column}__icontains": part})
        wanted &= one
    return wanted
