"""What a search field offers while one types: places to go to, the likeliest first.

At least one of each kind that has any, as far as there is room; then more of the first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from benchruns.engines import ENGINES
from benchruns.models import Run
from benchruns.reports.search import Found, find
from benchruns.reports.text_search import Texts, find_texts
from portal.links.sources import fact_url, source_url
from portal.pages.search.findings import findings, rules
from portal.pages.search.guide_texts import passages
from portal.web import permissions

MOST = 8
MOST_OF_A_KIND = 5
LONGEST = 80  # characters of a sentence that is offered
Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    name: str
    kind: str
    address: str


def suggestions(text: str, *, user: Viewer) -> list[Suggestion]:
    if not text:
        return []
    words = text.split()
    found, texts = find(text, user=user), find_texts(words)
    kinds = [
        list(_engines(found)),
        list(_classes(found)),
        list(_runs(found, user)),
        list(_workloads(texts)),
        list(_glossary(texts)),
        list(_guide(texts, words)),
        list(_sources(texts)),
        list(_findings(words)),
    ]
    return _in_turn([_likeliest(kind, words) for kind in kinds])


def _likeliest(kind: list[Suggestion], words: Sequence[str]) -> list[Suggestion]:
    """What is called so before what only has the words in its text."""
    parts = [word.casefold() for word in words]
    named = [all(part in each.name.casefold() for part in parts) for each in kind]
    order = sorted(range(len(kind)), key=lambda place: not named[place])
    return [kind[place] for place in order[:MOST_OF_A_KIND]]


def _in_turn(kinds: Sequence[Sequence[Suggestion]]) -> list[Suggestion]:
    """The first of each kind is sure of a place; shown kind by kind."""
    rounds = chain.from_iterable(zip_longest(*kinds))
    chosen = [each for each in rounds if each is not None][:MOST]
    return [each for kind in kinds for each in kind if each in chosen]


def _engines(found: Found) -> Iterator[Suggestion]:
    for version in found.versions:
        yield Suggestion(
            name=version.title,
            kind=_("engine"),
            address=reverse(
                "portal:engine-version", args=[version.engine, version.slug]
            ),
        )


def _classes(found: Found) -> Iterator[Suggestion]:
    for one in found.classes:
        yield Suggestion(
            name=one.code,
            # a provider sells one code for several engines
            kind=_("%(engine)s, %(vcpus)s vCPU, %(memory)s GB")
            % {
                "engine": ENGINES[one.engine].label,
                "vcpus": one.vcpus,
                "memory": f"{one.memory_gb:g}",
            },
            address=reverse(
                "portal:class-detail", args=[one.provider_id, one.engine, one.code]
            ),
        )


def _runs(found: Found, user: Viewer) -> Iterator[Suggestion]:
    for run in found.runs:
        yield Suggestion(
            name=name_of(run, user) or str(run.pk),
            kind=_("run"),
            address=reverse("portal:run-detail", args=[run.pk]),
        )


def name_of(run: Run, user: Viewer) -> str:
    """What its owner calls it, for who may know."""
    return run.name if permissions.is_owner_or_staff(user, run.owner_id) else ""


def _workloads(texts: Texts) -> Iterator[Suggestion]:
    for workload in texts.workloads:
        yield Suggestion(
            name=str(workload.label),
            kind=_("workload"),
            address=reverse("portal:guide-workload", args=[workload.name]),
        )


def _glossary(texts: Texts) -> Iterator[Suggestion]:
    address = reverse("portal:guide-glossary")
    for word in texts.words:
        yield Suggestion(
            name=word.name, kind=_("glossary"), address=f"{address}#{word.anchor}"
        )
    for term in texts.terms:
        yield Suggestion(
            name=term.english, kind=_("glossary"), address=f"{address}#{term.anchor}"
        )


def _guide(texts: Texts, words: Sequence[str]) -> Iterator[Suggestion]:
    for passage in passages(words):
        yield Suggestion(name=passage.title, kind=_("guide"), address=passage.url)
    for topic in texts.topics:
        yield Suggestion(
            name=f"{topic.workload.label}: {topic.topic.title}",
            kind=_("guide"),
            address=reverse("portal:guide-workload", args=[topic.workload.name]),
        )
    for rule in rules(words):
        yield Suggestion(
            name=rule.label,
            kind=_("fair comparison"),
            address=f"{reverse('portal:guide-fairness')}#rule-{rule.code}",
        )


def _sources(texts: Texts) -> Iterator[Suggestion]:
    for source in texts.sources:
        yield Suggestion(
            name=source.title, kind=_("source"), address=source_url(source.pk)
        )
    for fact in texts.facts:
        yield Suggestion(
            name=fact.subject, kind=_("fact of a paper"), address=fact_url(fact)
        )


def _findings(words: Sequence[str]) -> Iterator[Suggestion]:
    for found in findings(words):
        yield Suggestion(
            name=f"{found.row.place}: {_short(found.message)}",
            # a paper prints one class for several versions, with one and the same doubt
            kind=_("finding, %(version)s") % {"version": found.row.engine_title},
            address=reverse("portal:result-detail", args=[found.row.id]),
        )


def _short(sentence: str) -> str:
    return Truncator(sentence).chars(LONGEST)
