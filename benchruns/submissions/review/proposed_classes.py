"""Providers and classes that submissions name and the catalogue lacks, entered into it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from benchruns.catalogue.entry.known import Classes, lock_providers
from benchruns.engines import ENGINES
from benchruns.errors import NotAllowed
from benchruns.models import InstanceClass, Provider, Result, Submission
from benchruns.models.results import ResultQuerySet
from benchruns.names.class_words import read_class_word
from benchruns.names.rules import provider_slug
from benchruns.submissions.understanding.understood import Run, understand
from benchruns.vocabulary import ResultStatus

DETAILS = ("family", "max_connections", "iops")


@dataclass(frozen=True, slots=True)
class Matched:
    """``stated`` is what the report calls the class that is ``row`` in the catalogue."""

    stated: str
    row: InstanceClass


@dataclass(frozen=True, slots=True)
class _Name:
    """What a class is found by; ``slug`` is its provider's, ``code`` in no case.

    Without a ``code`` it names a provider alone: too little is known of the class.
    """

    slug: str
    engine: str = ""
    code: str = ""


def enter(
    submission: Submission,
    results: ResultQuerySet,
    *,
    known_as: InstanceClass | None = None,
) -> int:
    """Link the results without a class to that and the provider they name; how many.

    What the catalogue lacks is made, or is the class that it is ``known_as`` there. A
    class needs a provider, a code and a size: without these a result stands alone, with
    its provider. Two that enter the same class at once share it.
    """
    ids, named = _named(submission, results)
    lock_providers(name.slug for name in named)
    known = _Known({name.code for name in named if name.code})
    return sum(
        results.filter(pk__in=[ids[run.key] for run in runs]).update(
            **_entered(name, runs[0], known, known_as)
        )
        for name, runs in named.items()
    )


def matched(submission: Submission, word: str) -> Matched:
    """The class of the catalogue that ``word`` names, for the one that a report names anew.

    NotAllowed where there is none of this name, or of another engine, or where the report
    names not exactly one that the catalogue lacks.
    """
    drafts = Result.objects.filter(submission=submission, status=ResultStatus.DRAFT)
    new = _new_classes(submission, drafts)
    if len(new) != 1:
        raise NotAllowed(
            _("The report names %(count)d classes that the catalogue lacks, not one.")
            % {"count": len(new)}
        )
    ((name, run),) = new.items()
    key = read_class_word(word)
    row = None
    if key and key.engine == name.engine:
        found = InstanceClass.objects.filter(
            provider_id=key.provider, engine=key.engine, code=key.code
        )
        row = found.select_related("provider").first()
    if row is None:
        raise NotAllowed(
            _("The catalogue has no class %(word)s for %(engine)s.")
            % {"word": word, "engine": ENGINES[name.engine].label}
        )
    return Matched(stated=run.value("instance_class"), row=row)


def _new_classes(submission: Submission, results: ResultQuerySet) -> dict[_Name, Run]:
    """Those that nothing in the catalogue is called like, each with a run of it."""
    _ids, named = _named(submission, results)
    known = _Known({name.code for name in named if name.code})
    return {
        name: runs[0]
        for name, runs in named.items()
        if name.code and runs[0].instance_class is None and known.find(name) is None
    }


def _named(
    submission: Submission, results: ResultQuerySet
) -> tuple[dict[tuple[Any, Any], Any], dict[_Name, list[Run]]]:
    """Ids of results without a class by file and row, and the runs by what they name."""
    ids = {
        (file, row): id
        for file, row, id in results.filter(instance_class__isnull=True).values_list(
            "submitted_file_id", "submitted_row", "id"
        )
    }
    named: dict[_Name, list[Run]] = defaultdict(list)
    for run in understand(submission).runs if ids else ():
        if run.key in ids and (name := _name_of(run)):
            named[name].append(run)
    return ids, named


def enter_missing() -> int:
    """For results in lists without a provider, as older releases left some; how many."""
    lost = Result.objects.filter(
        status=ResultStatus.CURRENT, provider__isnull=True, submission__isnull=False
    )
    submissions = Submission.objects.filter(pk__in=lost.values("submission"))
    return sum(_enter_lost(submission) for submission in submissions)


@transaction.atomic
def _enter_lost(submission: Submission) -> int:
    results = Result.objects.filter(submission=submission, status=ResultStatus.CURRENT)
    return enter(submission, results)


def _name_of(run: Run) -> _Name | None:
    """None where no provider is known."""
    stated = run.value("provider")
    if run.provider is None and not stated:
        return None
    slug = run.provider.pk if run.provider else provider_slug(stated)
    needed = ("instance_class", "vcpus", "memory_gb")
    if not all(run.value(name) for name in needed):
        return _Name(slug)
    return _Name(slug, run.value("engine"), run.value("instance_class").casefold())


class _Known:
    """The classes of each provider as the first report of it finds them."""

    def __init__(self, codes: set[str]) -> None:
        self.codes = codes
        self.classes: dict[str, Classes] = {}

    def find(self, name: _Name) -> InstanceClass | None:
        if name.slug not in self.classes:
            self.classes[name.slug] = Classes.of([name.slug], codes=self.codes)
        return self.classes[name.slug].find(name.slug, name.engine, name.code)


def _entered(
    name: _Name, run: Run, known: _Known, known_as: InstanceClass | None
) -> Mapping[str, Any]:
    """The columns of a result."""
    found = run.instance_class  # it may have come since the result was derived
    if found is None and known_as is not None and name.code:
        found = known.find(name) or known_as
    if found is not None:
        return {"instance_class": found, "provider": found.provider}
    provider, _is_new = Provider.objects.get_or_create(
        slug=name.slug, defaults={"name": run.value("provider")}
    )
    if not name.code:
        return {"provider": provider}
    if found := known.find(name):  # entered since it was understood
        return {"instance_class": found, "provider": provider}
    details = {detail: run.value(detail) for detail in DETAILS}
    instance_class, _is_new = InstanceClass.objects.get_or_create(
        provider=provider,
        engine=name.engine,
        code=run.value("instance_class"),
        defaults={
            "vcpus": run.value("vcpus"),
            "memory_gb": run.value("memory_gb"),
            **{key: value for key, value in details.items() if value is not None},
        },
    )
    return {"instance_class": instance_class, "provider": provider}
