"""Instance classes that submissions name and the catalogue lacks, entered into it."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.text import slugify

from benchruns.models import InstanceClass, Provider, Submission
from benchruns.models.results import ResultQuerySet
from benchruns.submissions.understanding import Run, understand

LONGEST_SLUG = 50
DETAILS = ("family", "max_connections", "iops")


@dataclass(frozen=True, slots=True)
class _Name:
    """What a class is found by; ``slug`` is its provider's."""

    slug: str
    engine: str
    code: str


def enter(submission: Submission, results: ResultQuerySet) -> int:
    """Link the results without a class to the one they name, made if need be; how many.

    A class needs a provider, a code and a size: without these a result stands alone.
    Two that enter the same class at once share it.
    """
    ids = {
        (file, row): id
        for file, row, id in results.filter(instance_class__isnull=True).values_list(
            "submitted_file_id", "submitted_row", "id"
        )
    }
    if not ids:
        return 0
    named: dict[_Name, list[Run]] = defaultdict(list)
    for run in understand(submission).runs:
        if run.key in ids and (name := _name_of(run)):
            named[name].append(run)
    return sum(
        results.filter(pk__in=[ids[run.key] for run in runs]).update(
            instance_class=(found := _entered(name, runs[0])), provider=found.provider
        )
        for name, runs in named.items()
    )


def _name_of(run: Run) -> _Name | None:
    """None where too little is known to enter it."""
    if run.provider is not None:
        slug = run.provider.pk
    else:
        stated = (run.value("provider") or "").replace("_", "-")
        slug = slugify(stated)[:LONGEST_SLUG]
    needed = (slug, run.value("instance_class"), run.value("vcpus"))
    if not all(needed) or not run.value("memory_gb"):
        return None
    return _Name(slug, run.value("engine"), run.value("instance_class"))


def _entered(name: _Name, run: Run) -> InstanceClass:
    if run.instance_class is not None:  # it came since the result was derived
        return run.instance_class
    provider, _is_new = Provider.objects.get_or_create(
        slug=name.slug, defaults={"name": run.value("provider")}
    )
    details = {detail: run.value(detail) for detail in DETAILS}
    return InstanceClass.objects.get_or_create(
        provider=provider,
        engine=name.engine,
        code=name.code,
        defaults={
            "vcpus": run.value("vcpus"),
            "memory_gb": run.value("memory_gb"),
            **{key: value for key, value in details.items() if value is not None},
        },
    )[0]
