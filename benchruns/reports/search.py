"""Finds versions, classes, campaigns, submissions and runs by a word."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from benchruns.engines import version_slug
from benchruns.models import Campaign, InstanceClass, Run, Submission
from benchruns.reports.search_words import Wanted, wanted_of
from benchruns.results.engine_versions import EngineVersion, versions_with_results

MOST_OF_A_KIND = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignFound:
    campaign: Campaign
    version_slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a word leads to; at most MOST_OF_A_KIND of each."""

    versions: Sequence[EngineVersion] = ()
    classes: Sequence[InstanceClass] = ()
    campaigns: Sequence[CampaignFound] = ()
    submissions: Sequence[Submission] = ()
    runs: Sequence[Run] = ()

    @property
    def total(self) -> int:
        kinds = (
            self.versions,
            self.classes,
            self.campaigns,
            self.submissions,
            self.runs,
        )
        return sum(len(kind) for kind in kinds)


def find(text: str, *, user: AbstractBaseUser | AnonymousUser) -> Found:
    """Every word of the text must occur; a size (``8 vcpu``) asks for classes alone.

    A submission or run is found by its id or its beginning, a run by its name or tags, too.
    """
    wanted = wanted_of(text)
    if wanted.has_size:
        return Found(classes=_classes(wanted))
    words = wanted.words
    if not words:
        return Found()
    return Found(
        versions=[
            version
            for version in versions_with_results(user)
            if all(word.lower() in version.title.lower() for word in words)
        ],
        classes=_classes(wanted),
        campaigns=_campaigns(words),
        submissions=_submissions(words, user),
        runs=_runs(words, user),
    )


def _classes(wanted: Wanted) -> list[InstanceClass]:
    asked = Q()
    if wanted.vcpus is not None:
        asked &= Q(vcpus=wanted.vcpus)
    if wanted.memory_gb is not None:
        asked &= Q(memory_gb=wanted.memory_gb)
    for word in wanted.words:
        asked &= (
            Q(code__icontains=word)
            | Q(provider__name__icontains=word)
            | Q(engine__icontains=word)
            | Q(family__icontains=word)
        )
    found = InstanceClass.objects.filter(asked).select_related("provider")
    return list(found[:MOST_OF_A_KIND])


def _campaigns(words: Sequence[str]) -> list[CampaignFound]:
    wanted = Q()
    for word in words:
        wanted &= (
            Q(title__icontains=word) | Q(slug__icontains=word) | Q(tool__icontains=word)
        )
    found = Campaign.objects.standing().filter(wanted).select_related("provider")
    return [
        CampaignFound(
            campaign=campaign, version_slug=version_slug(campaign.engine_version)
        )
        for campaign in found[:MOST_OF_A_KIND]
    ]


def _submissions(
    words: Sequence[str], user: AbstractBaseUser | AnonymousUser
) -> Sequence[Submission]:
    """By the name that its submitter wants to be told, too: the text as a whole."""
    wanted = Q(credit__icontains=" ".join(words))
    if len(words) == 1 and (ids := _ids(words[0])):
        wanted |= Q(pk__gte=ids[0], pk__lte=ids[1])
    return list(Submission.objects.visible_to(user).filter(wanted)[:MOST_OF_A_KIND])


def _runs(
    words: Sequence[str], user: AbstractBaseUser | AnonymousUser
) -> Sequence[Run]:
    """By the id, where one may see it; by name and tags, where one may know these."""
    runs = Run.objects.visible_to(user)
    called = Q()
    for word in words:
        called &= Q(name__icontains=word) | Q(tags__icontains=word.lower())
    found = {
        run.pk: run for run in runs.labels_seen_by(user).filter(called)[:MOST_OF_A_KIND]
    }
    ids = _ids(words[0]) if len(words) == 1 else None
    if ids is not None:
        by_id = runs.filter(pk__gte=ids[0], pk__lte=ids[1])
        found |= {run.pk: run for run in by_id[:MOST_OF_A_KIND]}
    return list(found.values())[:MOST_OF_A_KIND]


def _ids(word: str) -> tuple[UUID, UUID] | None:
    """UUIDs are ordered by their hexadecimal digits, so a beginning is a range."""
    digits = word.replace("-", "").lower()
    if len(digits) < 4 or len(digits) > 32 or set(digits) - set("0123456789abcdef"):
        return None
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))
