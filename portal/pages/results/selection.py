"""Which results a list shows and in which order, as its address says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Exists, F, OrderBy, OuterRef, Q, QuerySet, Sum, Value
from django.db.models.functions import NullIf
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _

from benchruns.catalogue.best_results import result_count
from benchruns.engines import ENGINE_CHOICES, ENGINES, UNSTATED, version_slug
from benchruns.models import InstanceClass, Provider, Result, Run
from benchruns.results.engine_versions import EngineVersion, versions_with_results
from benchruns.results.kinds import Word, count_of
from benchruns.results.version_summaries import (
    COUNTS,
    KINDS,
    VersionSummaries,
    version_summaries,
)
from benchruns.vocabulary import Doubt, Provenance, Regime
from benchruns.workloads import WORKLOADS
from portal.api.filter_kinds import NULL
from portal.api.filters import ResultFilters
from portal.queries import rows as queries
from portal.web.address_words import LONGEST_WORD, faults_of_filters, no_such

# A page's words, and what the API calls the same.
NAMES: Mapping[str, str] = {
    "engine": "engine",
    "provider": "provider",
    "provenance": "provenance",
    "workload": "workload",
    "regime": "regime",
}
VERSION = "version"
CLASS, DOUBT, SORT, PAGE, FORMAT = "class", "doubt", "sort", "page", "format"
KNOWN = (*NAMES, VERSION, CLASS, DOUBT, SORT, PAGE, FORMAT)
OF_THE_VIEW = {SORT, PAGE, FORMAT}
TOLD_BY_VERSIONS = {"engine", VERSION, "provenance", "workload"}
ORDERS = {
    "date": "day",
    "tps": "tps",
    "qps": "qps",
    "latency": "latency_p95_ms",
}
NEWEST = "-date"
READ = ("instance_class__provider", "provider", "campaign", "source", "exclusion")
FEW = 5  # classes, whose results are put in order without an index
LONGEST_CODE = 120
Choices = Sequence[tuple[str, str | Promise]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A select with what is chosen in it."""

    name: str
    label: str
    chosen: str
    choices: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Ids of results: of those whose figure is ``known`` in its order, then of the others.

    Apart, an index has each in its order, on any database; in one order with what is not
    known at its end PostgreSQL has none.
    """

    known: QuerySet[Result, UUID]
    unknown: QuerySet[Result, UUID]

    def __getitem__(self, part: slice) -> Sequence[UUID]:
        """One query; two or three where the part goes beyond those that are known."""
        first, last = part.start or 0, part.stop
        found = list(self.known[first:last])
        if len(found) == last - first or self.unknown.query.is_empty():
            return found
        is_told = found or not first
        count = first + len(found) if is_told else self.known.order_by().count()
        return [*found, *self.unknown[max(first - count, 0) : last - count]]


class Selection:
    """``problems`` are what is wrong with the address; nothing is found then."""

    def __init__(self, request: HttpRequest) -> None:
        self.viewer = request.user
        self.words = {name: word.strip() for name, word in request.GET.dict().items()}
        self.sort = self.words.get(SORT) or NEWEST
        asked = QueryDict(mutable=True)
        for name, called in NAMES.items():
            if self.words.get(name):
                asked[called] = self.words[name]
        self._filters = ResultFilters(
            asked, queries.results(self.viewer), request=request
        )
        self.problems = list(self._problems(request.GET))

    @property
    def is_filtered(self) -> bool:
        return any(self.words.get(name) for name in (*NAMES, VERSION, CLASS, DOUBT))

    def results(self) -> QuerySet[Result]:
        """In the order asked for; a figure that is not known comes last."""
        return self._to_show(self._found()).order_by(*self._order())

    def keys(self) -> "Keys":
        """Of the same, in the same order: a page is found without reading what is on others."""
        found = self._found().order_by().values_list("pk", flat=True)
        if self.problems:
            return Keys(known=found, unknown=found)
        name = ORDERS[self.sort.removeprefix("-")]
        falling = "-" if self.sort.startswith("-") else ""
        order = (f"{falling}{name}", "-created_at", "pk")
        if self.sort == NEWEST:  # the first of all days is in its place
            return Keys(known=found.order_by(*order), unknown=found.none())
        if name == "day":
            known, unknown = Q(day__gt=date.min), Q(day=date.min)
        else:
            known, unknown = (
                Q(**{f"{name}__isnull": is_null}) for is_null in (False, True)
            )
        return Keys(
            known=found.filter(known).order_by(*order),
            unknown=found.filter(unknown).order_by("-created_at", "pk"),
        )

    def count(self) -> int:
        """How many they are: by what is kept of each version, where that tells it."""
        asked = {name for name, word in self.words.items() if word} - OF_THE_VIEW
        if asked == {CLASS} and not self.problems:
            classes = self._classes().annotate(count=result_count(self.viewer))
            return int(classes.aggregate(total=Sum("count"))["total"] or 0)
        if self.problems or CLASS in asked:
            return self._found().order_by().count()
        if asked - TOLD_BY_VERSIONS:
            return self._count_by_kinds()
        engine = self.words.get("engine", "")
        versions = (
            self._asked_versions()
            if VERSION in asked
            else [each for each in self.versions if engine in ("", each.engine)]
        )
        return sum(
            each.count(
                provenance=self.words.get("provenance", ""),
                workload=self.words.get("workload", ""),
            )
            for each in versions
        )

    def _count_by_kinds(self) -> int:
        """Of versions where what is kept does not hold, the results are counted."""
        summaries, engine = self._summaries, self.words.get("engine", "")
        asked = {each.version for each in self.versions if engine in ("", each.engine)}
        if self.words.get(VERSION):
            asked = {each.version for each in self._asked_versions()}
        kept = [
            each
            for each in summaries.holding.values()
            if each.engine_version in asked and engine in ("", each.engine)
        ]
        count = count_of(kept, self.viewer, self._kinds())
        if summaries.live:
            count += self._found().filter(summaries.of_live).order_by().count()
        return count

    def _kinds(self) -> dict[str, list[Word]]:
        """What is asked for, as kinds have it."""
        kinds: dict[str, list[Word]] = {
            name: [None if word == NULL else word]
            for name in ("provenance", "workload", "regime", "provider")
            if (word := self.words.get(name))
        }
        if doubt := self.words.get(DOUBT):
            kinds[DOUBT] = list(Doubt) if doubt == "yes" else [""]
        return kinds

    def _classes(self) -> QuerySet[InstanceClass]:
        return InstanceClass.objects.filter(
            code__icontains=self.words[CLASS]
        ).order_by()

    def rows_of(self, keys: Iterable[UUID]) -> list[Result]:
        """Those, in their order."""
        wanted = list(keys)
        found = self._to_show(Result.objects.all()).in_bulk(wanted)
        return [found[key] for key in wanted if key in found]

    def _found(self) -> QuerySet[Result]:
        if self.problems:
            return Result.objects.none()
        found: QuerySet[Result] = self._filters.qs
        if self.words.get(VERSION):
            asked = {each.version for each in self._asked_versions()}
            found = found.filter(engine_version__in=asked)
        if self.words.get(CLASS):
            found = found.filter(self._of_classes)
        if doubt := self.words.get(DOUBT):
            empty = {"doubt": ""}
            found = found.exclude(**empty) if doubt == "yes" else found.filter(**empty)
        return found

    @cached_property
    def _of_classes(self) -> Q:
        """A few classes are named, so that an index finds their results."""
        few = list(self._classes().values_list("pk", flat=True)[: FEW + 1])
        if len(few) <= FEW:
            return Q(instance_class__in=few)
        return Q(instance_class__code__icontains=self.words[CLASS])

    def _to_show(self, found: QuerySet[Result]) -> QuerySet[Result]:
        own_run = Run.objects.visible_to(self.viewer).filter(pk=OuterRef("run_id"))
        return found.select_related(*READ).annotate(
            run_is_visible=Exists(own_run), run_name=F("run__name")
        )

    def _order(self) -> Iterator[str | OrderBy]:
        if self.problems:
            return
        name = ORDERS[self.sort.removeprefix("-")]
        if self.sort == NEWEST:
            yield f"-{name}"  # none is null, so an index has them in this order
        elif self.sort.startswith("-"):
            yield F(name).desc(nulls_last=True)
        else:
            known = NullIf(name, Value(date.min)) if name == "day" else F(name)
            yield known.asc(nulls_last=True)
        yield from ("-created_at", "pk")

    def address(self, **changes: str) -> str:
        """The same view with some words changed; begins with ``?``."""
        words = {**self.words, **changes}
        kept = {name: word for name, word in words.items() if word and name in KNOWN}
        return f"?{urlencode(kept)}"

    @cached_property
    def versions(self) -> list[EngineVersion]:
        """Those with results that the reader may see."""
        return versions_with_results(self.viewer, summaries=self._summaries)

    @cached_property
    def _summaries(self) -> VersionSummaries:
        asked = any(self.words.get(name) for name in ("provider", "regime", DOUBT))
        return version_summaries(self.viewer, columns=KINDS if asked else COUNTS)

    @cached_property
    def filters(self) -> list[Filter]:
        """Those of which there is a choice."""
        called = {each.slug: each.version or _("not stated") for each in self.versions}
        workloads = [(name, str(each.label)) for name, each in WORKLOADS.items()]
        offered: Sequence[tuple[str, str, Choices]] = (
            ("engine", _("Engine"), ENGINE_CHOICES),
            (VERSION, _("Version"), list(called.items())),
            (
                "provider",
                _("Provider"),
                list(Provider.objects.order_by("name").values_list("slug", "name")),
            ),
            ("provenance", _("From"), Provenance.choices),
            ("workload", _("Workload"), workloads),
            (
                "regime",
                _("Data read from"),
                [*Regime.choices, (NULL, _("not determined"))],
            ),
            (DOUBT, _("In doubt"), [("yes", _("yes")), ("no", _("no"))]),
        )
        return [
            Filter(
                name=name,
                label=label,
                chosen=self.words.get(name, ""),
                choices=choices,
            )
            for name, label, choices in offered
        ]

    def _problems(self, query: QueryDict) -> Iterator[str]:
        yield from faults_of_filters(query, known=KNOWN, choices={})
        if self.sort.removeprefix("-") not in ORDERS:
            yield _("There is no order “%(word)s”.") % {"word": self.sort[:40]}
        if len(self.words.get(CLASS, "")) > LONGEST_CODE:
            yield _("No class has so long a name.")
        yield from self._unknown_words()
        calls = {called: name for name, called in NAMES.items()}
        known = {each.name for each in self.filters}
        for called, errors in self._filters.errors.items():
            name = calls.get(called, called)
            if name not in known:  # said above, with what there is
                yield f"{name}: {' '.join(map(str, errors))}"

    def _unknown_words(self) -> Iterator[str]:
        """Of each select, with what there is to choose from."""
        for each in self.filters:
            known = [word for word, _label in each.choices]
            if not each.chosen or each.chosen in known:
                continue
            if each.name == DOUBT:
                yield _("“doubt” is yes or no.")
            elif each.name != VERSION:
                yield no_such(each.name, each.chosen, known)
        if self.words.get(VERSION) and not self._asked_versions():
            yield self._unknown_version(self.words[VERSION])

    def _unknown_version(self, word: str) -> str:
        engine = ENGINES.get(self.words.get("engine", ""))
        of_engine = [
            each.version or each.slug  # as the address takes them, too
            for each in self.versions
            if engine is None or each.engine == engine.name
        ]
        name = f"{engine.label} {word}" if engine else word
        text = _("There is no result of %(name)s. Versions with results: %(known)s.")
        known = ", ".join(dict.fromkeys(of_engine)) or "–"
        return text % {"name": name[:LONGEST_WORD], "known": known}

    def _asked_versions(self) -> list[EngineVersion]:
        """Of the engine asked for; of one that is not known, of any."""
        word = self.words[VERSION]
        slug = UNSTATED if word == NULL else version_slug(word)
        engine = self.words.get("engine", "")
        return [
            each
            for each in self.versions
            if each.slug == slug and (each.engine == engine or engine not in ENGINES)
        ]
