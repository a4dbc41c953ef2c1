"""How a comparison is shown: the options of its address and the links that change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from benchruns.comparison import Asked, Complaint, words_of
from benchruns.comparison.asked import LONGEST
from benchruns.comparison.entries import Entry

WORDS: Mapping[str, tuple[str, ...]] = {
    "show": ("absolute", "relative", "percent"),
    "scale": ("linear", "log"),
    "per": ("class", "vcpu", "gb"),
    "view": ("bars", "scaling", "latency", "timeline", "repeats"),
    "only": ("", "differing"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Each option is one of its ``WORDS``, of which the first is the default.

    ``price`` is a choice of prices as addresses carry it; empty takes the usual one.
    """

    show: str = "absolute"
    scale: str = "linear"
    per: str = "class"
    view: str = "bars"
    only: str = ""
    price: str = ""

    @property
    def is_log(self) -> bool:
        return self.scale == "log"

    @property
    def words(self) -> list[tuple[str, str]]:
        """Those that are not the default."""
        chosen = [(name, getattr(self, name)) for name in (*WORDS, "price")]
        return [(n, word) for n, word in chosen if word != WORDS.get(n, ("",))[0]]


def read_view(query: Mapping[str, Sequence[str]]) -> tuple[View, list[Complaint]]:
    """The options, and one sentence for each word that is none."""
    problems = []
    chosen = {}
    for name, known in WORDS.items():
        word = (query.get(name) or [known[0]])[-1] or known[0]
        if word in known:
            chosen[name] = word
            continue
        message = _("“%(word)s” is no choice of “%(name)s”; choose %(known)s.")
        told = {
            "word": word[:LONGEST],
            "name": name,
            "known": ", ".join(filter(None, known)),
        }
        problems.append(Complaint(name, message % told))
    price = (query.get("price") or [""])[-1]
    return View(**chosen, price=price), problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses of the same comparison with one thing changed."""

    asked: Asked
    view: View

    @property
    def words(self) -> list[tuple[str, str]]:
        """What a form must carry along."""
        return [*words_of(self.asked), *self.view.words]

    @property
    def here(self) -> str:
        return address(self.asked, self.view)

    @property
    def all_bars(self) -> str:
        return self.to(view="bars")

    def to(self, **options: str) -> str:
        """With these options of the view."""
        return address(self.asked, replace(self.view, **options))

    def answer(self, word: str, **more: str) -> str:
        """The same as a file: ``csv``, ``svg``; ``more`` says which chart."""
        return address(self.asked, self.view, format=word, **more)

    def with_baseline(self, entry: Entry) -> str:
        return address(replace(self.asked, baseline=entry.key), self.view)

    def with_others(self, others: Mapping[UUID, UUID]) -> str:
        """Other results in place of some that the address names."""
        return address(_with_others(self.asked, others), self.view)

    def without(self, entry: Entry) -> str:
        """Taken out where the address names it, hidden where a size brought it."""
        return address(_without(self.asked, entry), self.view)

    def hiding(self, entry: Entry) -> str:
        return address(_hiding(self.asked, entry), self.view)

    def showing(self, entry: Entry) -> str:
        hidden = self.asked.hidden - {entry.key}
        return address(replace(self.asked, hidden=hidden), self.view)


def address(asked: Asked, view: View, **more: str) -> str:
    words = [*words_of(asked), *view.words, *more.items()]
    path = reverse("portal:compare")
    return f"{path}?{urlencode(words, safe='/:@')}" if words else path


def _hiding(asked: Asked, entry: Entry) -> Asked:
    return replace(
        _with_other_baseline(asked, entry), hidden=asked.hidden | {entry.key}
    )


def _with_others(asked: Asked, others: Mapping[UUID, UUID]) -> Asked:
    words = {str(old): str(new) for old, new in others.items()}
    return replace(
        asked,
        results=tuple(others.get(id_, id_) for id_ in asked.results),
        baseline=words.get(asked.baseline, asked.baseline),
        pins=frozenset(),
    )


def _without(asked: Asked, entry: Entry) -> Asked:
    kept = _with_other_baseline(asked, entry)
    results = tuple(id_ for id_ in kept.results if str(id_) != entry.key)
    if results != kept.results:
        return replace(kept, results=results)
    versions = tuple(v for v in kept.versions if v != entry.engine_version)
    if kept.versions and len(kept.classes) == 1:
        return replace(kept, versions=versions)
    classes = tuple(key for key in kept.classes if key != entry.class_key)
    if classes != kept.classes and not kept.versions:
        return replace(kept, classes=classes)
    return _hiding(asked, entry)


def _with_other_baseline(asked: Asked, entry: Entry) -> Asked:
    is_baseline = asked.baseline in (entry.key, entry.key.split("@")[0])
    return replace(asked, baseline="") if is_baseline else asked
