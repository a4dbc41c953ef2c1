"""The answer of each version of an engine, where a need names none of them.

A class may reach with one version what it misses with another: an answer of all versions
together would say nothing of the one that somebody runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef

from benchruns.catalogue.needs.need import (
    Need,
    Outcome,
    asked_for,
    conditions,
    counted,
    seen_versions,
)
from benchruns.models import InstanceClass


@dataclass(frozen=True, slots=True, kw_only=True)
class OfVersion:
    """How many classes reached the need with a version, and for how many it is doubted.

    ``code``, ``vcpus`` and ``memory_gb`` are the smallest of those that reached it; None
    where none did.
    """

    engine: str
    engine_version: str
    reached: int
    doubted: int
    code: str | None
    vcpus: int | None
    memory_gb: float | None


def by_version(
    need: Need, user: AbstractBaseUser | AnonymousUser
) -> Sequence[OfVersion]:
    """The versions of the need's engine, newest first; two queries.

    Empty where the need names a version or no engine, or one version alone has results.
    A budget counts for nothing here.
    """
    if not need.engine or need.engine_version is not None:
        return []
    versions = [seen for seen in seen_versions(user) if seen[0] == need.engine]
    if len(versions) < 2:
        return []
    of_class = counted(asked_for(need, user)).filter(instance_class=OuterRef("pk"))
    where = conditions(need)
    asked = {
        f"{outcome}_{number}": Exists(
            of_class.filter(where.of(outcome), engine_version=version)
        )
        for number, (_engine, version) in enumerate(versions)
        for outcome in (Outcome.FOUND, Outcome.DOUBTED)
    }
    classes = InstanceClass.objects.order_by("vcpus", "memory_gb", "code", "pk")
    rows = list(classes.annotate(**asked).values("code", "vcpus", "memory_gb", *asked))
    answers = []
    for number, (engine, version) in enumerate(versions):
        reached, doubted = (
            f"{outcome}_{number}" for outcome in (Outcome.FOUND, Outcome.DOUBTED)
        )
        found = [row for row in rows if row[reached]]
        smallest = found[0] if found else {}
        answers.append(
            OfVersion(
                engine=engine,
                engine_version=version,
                reached=len(found),
                doubted=sum(row[doubted] and not row[reached] for row in rows),
                code=smallest.get("code"),
                vcpus=smallest.get("vcpus"),
                memory_gb=smallest.get("memory_gb"),
            )
        )
    return answers
