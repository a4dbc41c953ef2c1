"""What a search field offers while one types: places to go to, the likeliest first."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from benchruns.reports.search import find
from benchruns.reports.text_search import find_texts

MOST = 8
MOST_OF_A_KIND = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    name: str
    kind: str
    address: str


def suggestions(
    text: str, *, user: AbstractBaseUser | AnonymousUser
) -> list[Suggestion]:
    if not text:
        return []
    return list(_places(text, user))[:MOST]


def _places(text: str, user: AbstractBaseUser | AnonymousUser) -> Iterator[Suggestion]:
    found = find(text, user=user)
    for version in found.versions[:MOST_OF_A_KIND]:
        yield Suggestion(
            name=version.title,
            kind=_("engine"),
            address=reverse(
                "portal:engine-version", args=[version.engine, version.slug]
            ),
        )
    for one in found.classes[:MOST_OF_A_KIND]:
        yield Suggestion(
            name=one.code,
            kind=_("%(vcpus)s vCPU, %(memory)s GB")
            % {"vcpus": one.vcpus, "memory": f"{one.memory_gb:g}"},
            address=reverse(
                "portal:class-detail", args=[one.provider_id, one.engine, one.code]
            ),
        )
    for run in found.runs[:MOST_OF_A_KIND]:
        yield Suggestion(
            name=str(run.pk),
            kind=_("run"),
            address=reverse("portal:run-detail", args=[run.pk]),
        )
    texts = find_texts(text.split())
    for workload in texts.workloads[:MOST_OF_A_KIND]:
        yield Suggestion(
            name=str(workload.label),
            kind=_("workload"),
            address=reverse("portal:guide-workload", args=[workload.name]),
        )
    for word in texts.words[:MOST_OF_A_KIND]:
        yield Suggestion(
            name=word.name,
            kind=_("glossary"),
            address=f"{reverse('portal:guide-glossary')}#{word.anchor}",
        )
