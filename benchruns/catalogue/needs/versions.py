"""The answer of each version of an engine, where a need names none of them.

A class may reach with one version what it misses with another: an answer of all versions
together would say nothing of the one that somebody runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Subquery

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
    where none did. ``doubted_code`` is the smallest of those in doubt, ``doubted_tps`` its
    highest figure of them.
    """

    engine: str
    engine_version: str
    reached: int
    doubted: int
    code: str | None
    vcpus: int | None
    memory_gb: float | None
    doubted_code: str | None
    doubted_tps: float | None


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
    asked: dict[str, Exists | Subquery] = {}
    for number, (_engine, version) in enumerate(versions):
        found = of_class.filter(where.of(Outcome.FOUND), engine_version=version)
        doubted = of_class.filter(where.of(Outcome.DOUBTED), engine_version=version)
        asked[f"found_{number}"] = Exists(found)
        asked[f"doubted_{number}"] = Subquery(
            doubted.order_by("-tps").values("tps")[:1]
        )
    classes = InstanceClass.objects.order_by("vcpus", "memory_gb", "code", "pk")
    rows = list(classes.annotate(**asked).values("code", "vcpus", "memory_gb", *asked))
    answers = []
    for number, (engine, version) in enumerate(versions):
        reached = [row for row in rows if row[f"found_{number}"]]
        in_doubt = [
            row
            for row in rows
            if row[f"doubted_{number}"] is not None and not row[f"found_{number}"]
        ]
        smallest = reached[0] if reached else {}
        first = in_doubt[0] if in_doubt else {}
        answers.append(
            OfVersion(
                engine=engine,
                engine_version=version,
                reached=len(reached),
                doubted=len(in_doubt),
                code=smallest.get("code"),
                vcpus=smallest.get("vcpus"),
                memory_gb=smallest.get("memory_gb"),
                doubted_code=first.get("code"),
                doubted_tps=first.get(f"doubted_{number}"),
            )
        )
    return answers
