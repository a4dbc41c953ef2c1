"""What is kept of versions and holds for a reader; of the others the results are asked.

It is of the current results. It does not hold of a version of which one was written since,
nor of one of which this reader has private results.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Manager, Q, QuerySet

from benchruns.models import ChangedVersion, Result, VersionSummary
from benchruns.vocabulary import ResultStatus, Visibility

Viewer = AbstractBaseUser | AnonymousUser
Key = tuple[str, str]
# Another one where a release keeps other things of a version: what older ones kept is not
# believed.
MADE_FOR = "6"
# What is read of each by who asks for no more.
COUNTS = ("counts", "class_count", "class_count_of_all")
# The same and how many are of each kind.
KINDS = (*COUNTS, "kinds")


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionSummaries:
    """Summaries that hold, by engine and version, and the versions whose results are asked."""

    holding: Mapping[Key, VersionSummary]
    live: Collection[Key]

    @property
    def of_live(self) -> Q:
        """The condition of the results that are asked; of none where there is no version.

        As deep as there are engines, however many versions: SQLite takes no deeper one than
        of a thousand.
        """
        versions: dict[str, list[str]] = defaultdict(list)
        for engine, version in self.live:
            versions[engine].append(version)
        of_engines = (
            Q(engine=engine, engine_version__in=found)
            for engine, found in versions.items()
        )
        return reduce(or_, of_engines, Q(pk__in=()))


def version_summaries(
    user: Viewer, *, columns: Collection[str] = COUNTS
) -> VersionSummaries:
    """In two queries, three of somebody who is signed in.

    ``columns`` are what is wanted of each: pictures are long.
    """
    # Notes are read first: what is written between the two is noted, or in the summary.
    live = set(_keys(ChangedVersion.objects))
    if user.is_authenticated and not sees_all(user):
        private = Result.objects.filter(
            owner=user.pk, visibility=Visibility.PRIVATE, status=ResultStatus.CURRENT
        )
        live.update(_keys(private))
    found = {
        (each.engine, each.engine_version): each
        for each in VersionSummary.objects.only(
            "engine", "engine_version", "made_for", *columns
        )
    }
    live.update(key for key, each in found.items() if each.made_for != MADE_FOR)
    holding = {key: each for key, each in found.items() if key not in live}
    return VersionSummaries(holding=holding, live=live)


def sees_all(user: Viewer) -> bool:
    return bool(getattr(user, "is_staff", False))


def _keys(rows: Manager[ChangedVersion] | QuerySet[Result]) -> Collection[Key]:
    return set(rows.order_by().values_list("engine", "engine_version").distinct())
