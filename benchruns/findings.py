"""A finding: one line of a data, fairness or run check."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from benchruns.vocabulary import Doubt, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check found, without a word: ``benchruns.sentences`` has those.

    ``code`` reads as words and is one per rule. ``results`` are the public ids of the
    rows it concerns besides the one that carries it. ``values`` holds all that the
    sentences state, exact.
    """

    code: str
    severity: str
    results: tuple[str, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)  # JSON

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "results": list(self.results)}

    @property
    def identity(self) -> str:
        """The same of two findings that say the same, of whichever rows."""
        return json.dumps([self.code, self.values], sort_keys=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated(Finding):
    """One whose sentences state ``facts`` as well, which no program is told."""

    facts: dict[str, Any] = field(default_factory=dict)  # JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded(Finding):
    """A finding as a reader gets it, in the reader's language."""

    message: str
    why: str = ""
    remedy: str = ""

    @property
    def identity(self) -> str:
        return json.dumps([self.code, self.message])


def read(data: Mapping[str, Any]) -> Finding:
    """What ``as_dict`` made; what else a row holds is left.

    An older release stored sentences: where values do not tell them, they are still there.
    """
    kind = Worded if "message" in data else Stated if "facts" in data else Finding
    known = {each.name: data[each.name] for each in fields(kind) if each.name in data}
    return kind(**{**known, "results": tuple(data.get("results", ()))})


# Cautions on where the data was read from; any other is on the figure or its method.
OF_REGIME = frozenset(
    {"regime_label", "regime_not_shown", "regime_differs", "above_best_of_class"}
)
# These say that the server could do more, or what is not in the row: all it shows holds.
AT_LEAST = frozenset({"client_bound", "rate_not_reached", "latency_log_not_whole"})
# These leave open what the row's ratio to another one says, and nothing of the row itself.
OF_RATIO = frozenset({"threads_differ"})
# At a figure whose regime or method is in doubt; a legend or a note has its word.
DAGGER = "†"


def doubts(found: Iterable[Finding]) -> list[Finding]:
    """The cautions that leave a row's claim open."""
    return [
        each
        for each in found
        if each.severity == Severity.CAUTION and each.code not in AT_LEAST | OF_RATIO
    ]


def ratio_doubts(found: Iterable[Finding]) -> list[Finding]:
    """The cautions that leave open the ratio of a row to another one of its test."""
    return [
        each
        for each in found
        if each.severity == Severity.CAUTION and each.code not in AT_LEAST
    ]


def doubt_of(stored: Iterable[Mapping[str, Any]]) -> str:
    """What a row's findings, as dicts, leave open: a ``Doubt``, or empty.

    One on the figure counts more: it holds in whatever regime the row is looked at. A
    damaged caution, which nobody can read, doubts the figure.
    """
    codes = {
        each.get("code") for each in stored if each.get("severity") == Severity.CAUTION
    }
    if codes - AT_LEAST - OF_RATIO - OF_REGIME:
        return Doubt.FIGURE.value
    return Doubt.REGIME.value if codes & OF_REGIME else ""


def gravest(found: Iterable[str]) -> str:
    """Of several rows' ``doubt``; empty where none bears one."""
    known = set(found)
    return next((each for each in (Doubt.FIGURE, Doubt.REGIME) if each in known), "")


def marked(text: str, doubt: str | bool) -> str:  # noqa: FBT001 (a filter of templates)
    """With its sign right behind it, where it is in doubt."""
    return f"{text}{DAGGER}" if doubt else text


def columns_of(found: Iterable[Finding]) -> dict[str, Any]:
    """What a result stores of its findings."""
    stored = [each.as_dict() for each in found]
    return {"findings": stored, "doubt": doubt_of(stored)}
