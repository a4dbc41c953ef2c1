"""Which results a list shows and in which order, as its address says."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from benchruns.engines import ENGINE_CHOICES
from benchruns.models import Provider, Result
from benchruns.results.engine_versions import versions_with_results
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads import WORKLOADS
from portal.api.filter_kinds import NULL
from portal.api.filters import ResultFilters
from portal.queries import rows as queries

# A page's words, and what the API calls the same.
NAMES: Mapping[str, str] = {
    "engine": "engine",
    "version": "engine_version",
    "provider": "provider",
    "provenance": "provenance",
    "workload": "workload",
    "regime": "regime",
}
CLASS, DOUBT, SORT, PAGE, FORMAT = "class", "doubt", "sort", "page", "format"
KNOWN = (*NAMES, CLASS, DOUBT, SORT, PAGE, FORMAT)
ORDERS = {
    "date": "shown_on",
    "tps": "tps",
    "qps": "qps",
    "latency": "latency_p95_ms",
}
NEWEST = "-date"
READ = ("instance_class__provider", "provider", "campaign", "source", "exclusion")
LONGEST_CODE = 120
Choices = Sequence[tuple[str, str | Promise]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A select with what is chosen in it."""

    name: str
    label: str
    chosen: str
    choices: Choices


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
        return any(self.words.get(name) for name in (*NAMES, CLASS, DOUBT))

    def results(self) -> QuerySet[Result]:
        """In the order asked for; a figure that is not known comes last."""
        if self.problems:
            return Result.objects.none()
        found: QuerySet[Result] = self._filters.qs.select_related(*READ)
        if code := self.words.get(CLASS):
            found = found.filter(instance_class__code__icontains=code)
        if doubt := self.words.get(DOUBT):
            empty = {"doubt": ""}
            found = found.exclude(**empty) if doubt == "yes" else found.filter(**empty)
        column = F(ORDERS[self.sort.removeprefix("-")])
        is_down = self.sort.startswith("-")
        order = column.desc(nulls_last=True) if is_down else column.asc(nulls_last=True)
        day = Coalesce(TruncDate("measured_at"), "published_on")
        return found.annotate(shown_on=day).order_by(order, "-created_at", "pk")

    def address(self, **changes: str) -> str:
        """The same view with some words changed; begins with ``?``."""
        words = {**self.words, **changes}
        kept = {name: word for name, word in words.items() if word and name in KNOWN}
        return f"?{urlencode(kept)}"

    def filters(self) -> list[Filter]:
        """Those of which there is a choice."""
        known = versions_with_results(self.viewer)
        versions = dict.fromkeys(each.slug for each in known)
        workloads = [(name, str(each.label)) for name, each in WORKLOADS.items()]
        offered: Sequence[tuple[str, str, Choices]] = (
            ("engine", _("Engine"), ENGINE_CHOICES),
            ("version", _("Version"), [(slug, slug) for slug in versions]),
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
        for name, given in query.lists():
            if name not in KNOWN:
                yield _("There is no filter “%(name)s”.") % {"name": name[:40]}
            elif len(given) > 1:
                yield _("Give “%(name)s” once.") % {"name": name}
        if self.sort.removeprefix("-") not in ORDERS:
            yield _("There is no order “%(word)s”.") % {"word": self.sort[:40]}
        if self.words.get(DOUBT, "") not in ("", "yes", "no"):
            yield _("“doubt” is yes or no.")
        if len(self.words.get(CLASS, "")) > LONGEST_CODE:
            yield _("No class has so long a name.")
        calls = {called: name for name, called in NAMES.items()}
        for called, errors in self._filters.errors.items():
            yield f"{calls.get(called, called)}: {' '.join(map(str, errors))}"
