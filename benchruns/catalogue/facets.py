"""The boxes to tick beside the catalogue, and how many classes each would leave."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES

FACETS = ("engine", "provider", "family", "ratio")
HAS = ("regimes", "legacy", "measured")
# Memory per vCPU, GB: sizes are sold at 1, 2, 4 or 8, and at odd ones near these.
RATIO_BOUNDS = {"to-2": 2.0, "to-4": 4.0, "to-8": 8.0}
RATIO_ABOVE = "above-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One box to tick: how many classes it would leave under the other choices.

    ``is_known`` where any class has it, whatever else is chosen.
    """

    word: str
    label: str
    count: int
    is_chosen: bool
    is_known: bool = True

    @property
    def is_dim(self) -> bool:
        """It would give nothing."""
        return not self.count and not self.is_chosen


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What classes are chosen by; ``fits``: whether text and numbers let them in.

    Each kind is one object, told apart by identity: that makes counting cheap.
    """

    engine: str
    provider: str
    family: str
    per_vcpu: float | None
    has: frozenset[str]
    fits: bool

    @property
    def ratio(self) -> str:
        if self.per_vcpu is None:
            return ""
        for word, most in RATIO_BOUNDS.items():
            if self.per_vcpu <= most:
                return word
        return RATIO_ABOVE

    def word(self, facet: str) -> str:
        return str(getattr(self, facet))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The boxes that are ticked: any word of a facet, every kind of results."""

    chosen: Mapping[str, tuple[str, ...]]
    has: tuple[str, ...]

    def lets(self, kind: Kind, *, but: str = "") -> bool:
        """Whether a class stays, whatever is chosen in the facet ``but``."""
        return (
            kind.fits
            and all(
                facet == but or kind.word(facet) in words
                for facet, words in self.chosen.items()
            )
            and kind.has.issuperset(self.has)
        )


def facets(
    kinds: Counter[Kind], choices: Choices, providers: Mapping[str, str]
) -> dict[str, Sequence[Facet]]:
    """Every word of the whole catalogue, and those that were chosen in vain."""
    return {
        name: _facet(kinds, choices, name, _labels(name, kinds, providers))
        for name in FACETS
    }


def _facet(
    kinds: Counter[Kind], choices: Choices, name: str, labels: Mapping[str, str]
) -> list[Facet]:
    counts: Counter[str] = Counter()
    for kind, count in kinds.items():
        if choices.lets(kind, but=name):
            counts[kind.word(name)] += count
    chosen = choices.chosen.get(name, ())
    words = [*labels, *(word for word in chosen if word not in labels)]
    return [
        Facet(
            word=word,
            label=labels.get(word, word),
            count=counts[word],
            is_chosen=word in chosen,
            is_known=word in labels,
        )
        for word in words
    ]


def has_facets(kinds: Counter[Kind], choices: Choices) -> Sequence[Facet]:
    """Each further kind of results narrows: counted beside those already ticked."""
    left = [(kind, count) for kind, count in kinds.items() if choices.lets(kind)]
    labels = {
        "regimes": _("cached and disk I/O"),
        "legacy": _("legacy OLTP"),
        "measured": _("measured here"),
    }
    return [
        Facet(
            word=word,
            label=labels[word],
            count=sum(count for kind, count in left if word in kind.has),
            is_chosen=word in choices.has,
        )
        for word in HAS
    ]


def _labels(
    name: str, kinds: Iterable[Kind], providers: Mapping[str, str]
) -> dict[str, str]:
    """A word and its label, in the order of labels; what is not stated comes last."""
    if name == "ratio":
        return _ratio_labels(kinds)
    words = {kind.word(name) for kind in kinds}
    if name == "engine":
        return {word: engine.label for word, engine in ENGINES.items() if word in words}
    names = providers if name == "provider" else {}
    found = {word: names.get(word, word) for word in words if word}
    ordered = dict(sorted(found.items(), key=lambda pair: pair[1].lower()))
    return ordered | ({"": _("not stated")} if "" in words else {})


def _ratio_labels(kinds: Iterable[Kind]) -> dict[str, str]:
    """``1 to 2``, ``4``: the ratios that there are within the bounds of a word."""
    seen: dict[str, set[float]] = {word: set() for word in (*RATIO_BOUNDS, RATIO_ABOVE)}
    for kind in kinds:
        if kind.per_vcpu is not None:
            seen[kind.ratio].add(kind.per_vcpu)
    return {word: _span(ratios) for word, ratios in seen.items() if ratios}


def _span(numbers: Collection[float]) -> str:
    least, most = f"{min(numbers):.3g}", f"{max(numbers):.3g}"
    words = {"least": least, "most": most}
    return least if least == most else _("%(least)s to %(most)s") % words
