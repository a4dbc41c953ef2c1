"""What is doubted of a row, in one sentence at its figure or in few words at a verdict."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.findings import OF_REGIME, Finding, doubts, ratio_doubts, read
from benchruns.models import Result
from benchruns.results.row import Row
from benchruns.sentences.catalogue import worded
from benchruns.sentences.sentence import Text, Values, rendered
from benchruns.units import percent_text
from benchruns.vocabulary import Regime


def doubt_text(row: Row, *, is_of_regime: bool = True) -> str:
    """The worst of its doubts; empty where it bears none."""
    return first_doubt(row.findings, is_of_regime=is_of_regime)


def all_doubts_text(found: Iterable[Finding], *, is_of_regime: bool = True) -> str:
    """Each of them as its finding says it, for a file or a feed that has no page to open."""
    ordered = _worst_first(found, is_of_regime=is_of_regime)
    return " ".join(worded(each).message for each in ordered)


def regime_doubt(row: Row) -> str:
    """What is doubted of its regime alone; empty where nothing is."""
    return first_doubt(each for each in row.findings if each.code in OF_REGIME)


def doubt_of_result(result: Result) -> str:
    return first_doubt(map(read, result.findings))


def doubts_text(result: Result) -> str:
    """All its doubts in a sentence, each in few words; a single one as its finding says it."""
    clauses = doubts_of(result.findings)
    if len(clauses) < 2:
        return doubt_of_result(result)
    told = ", ".join(clauses)
    return f"{told[:1].upper()}{told[1:]}."


def first_doubt(findings: Iterable[Finding], *, is_of_regime: bool = True) -> str:
    found = _worst_first(findings, is_of_regime=is_of_regime)
    return worded(found[0]).message if found else ""


def _worst_first(findings: Iterable[Finding], *, is_of_regime: bool) -> list[Finding]:
    """What is asked of any regime leaves the doubts about it out; else they come first,
    since most readers ask by it. Then how it was measured, then what is stated of it.
    """
    order = list(BRIEF)
    return sorted(
        (
            each
            for each in doubts(findings)
            if is_of_regime or each.code not in OF_REGIME
        ),
        key=lambda each: (
            each.code not in OF_REGIME,
            order.index(each.code) if each.code in BRIEF else len(order),
        ),
    )


def doubt_of_cases(cases: Sequence[Sequence[Row]]) -> str:
    """Of a figure that rests on several: the sentence of the only case, or how many are
    in doubt. Empty where none is. A case of two rows is the ratio of them.
    """
    in_doubt = [
        text
        for rows in cases
        if (text := next(filter(None, map(doubt_text, rows)), "") or _of_ratio(rows))
    ]
    if not in_doubt:
        return ""
    if len(cases) == 1:
        return in_doubt[0]
    return _("%(count)s of %(all)s in doubt: see the findings.") % {
        "count": len(in_doubt),
        "all": len(cases),
    }


def _of_ratio(rows: Sequence[Row]) -> str:
    if len(rows) < 2:
        return ""
    found = chain.from_iterable(ratio_doubts(row.findings) for row in rows)
    return next((worded(each).message for each in found), "")


def doubts_of(found: Iterable[Mapping[str, Any]]) -> list[str]:
    """What stands in one line with a verdict, of a result's findings (JSON).

    Of those that doubt the result, and of no other: what the line calls in doubt proves no
    need. Each in its fewest words, and one that has no shorter wording as the findings say
    it.
    """
    stored = [each for each in found if each.get("code") and each.get("severity")]
    doubted = doubts(map(read, stored))
    known = {each.code: each.values for each in doubted}
    clauses: dict[str, str] = {}
    for code, text in BRIEF.items():
        if code in known:
            with suppress(KeyError):
                clauses[code] = rendered(text, known[code])
    for finding in doubted:
        if finding.code not in clauses:
            clauses[finding.code] = _as_clause(worded(finding).message)
    return list(clauses.values())


_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def doubts_of_each(
    results: Sequence[Iterable[Mapping[str, Any]]],
) -> list[tuple[str, list[int]]]:
    """What is doubted of several, each doubt once, with the places of those it is of.

    Of clauses that differ in their numbers alone the range is told: ``which took 47 to
    51 % of its CPU``.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for place, of_one in enumerate(results):
        for clause in doubts_of(of_one):
            found.setdefault(_NUMBER.sub("#", clause), []).append((place, clause))
    return [
        (_in_one([clause for _place, clause in told]), [place for place, _ in told])
        for told in found.values()
    ]


def _in_one(clauses: Sequence[str]) -> str:
    ranges = map(_range, zip(*map(_NUMBER.findall, clauses), strict=True))
    return _NUMBER.sub(lambda _number: next(ranges), clauses[0])


def _range(numbers: Iterable[str]) -> str:
    ordered = sorted(set(numbers), key=_amount)
    if len(ordered) == 1:
        return ordered[0]
    return _("%(least)s to %(most)s") % {"least": ordered[0], "most": ordered[-1]}


def _amount(number: str) -> float:
    return float(number.replace(",", ""))


def _as_clause(message: str) -> str:
    """The first sentence, to stand within another; a name keeps its capitals."""
    sentence = message.split(". ")[0].rstrip(".")
    first = sentence.split(" ")[0]
    if first[1:] and not first[1:].islower():
        return sentence
    return sentence[:1].lower() + sentence[1:]


def _short(values: Values) -> str:
    return _("only %(seconds)s s measured") % {"seconds": f"{values['seconds']:.3g}"}


def _varied(values: Values) -> str:
    return _("TPS varied by %(share)s") % {"share": percent_text(values["variation"])}


def _overrun(values: Values) -> str:
    return _("measured for %(measured)s s, %(asked)s s were asked for") % {
        "measured": f"{values['measured_s']:.0f}",
        "asked": values["asked_s"],
    }


MANY_OTHERS = 0.1  # of a machine's CPU: other programs are worth a word


def _shared(values: Values) -> str:
    others = values.get("programs_cpu")
    if others is None or others < MANY_OTHERS:
        return _("client and server shared a machine")
    return _(
        "client and server shared a machine with other programs, which took %(share)s of "
        "its CPU"
    ) % {"share": percent_text(others)}


def _other_regime(values: Values) -> str:
    return _("%(expected)s was expected") % {
        "expected": Regime(values["expected"]).label
    }


# By the codes of findings, in the order in which they are told; others come after them.
BRIEF: Mapping[str, Text] = {
    "duration": _overrun,
    "same_host": _shared,
    "loopback": gettext_lazy("client and server shared a machine, or had a tunnel"),
    "short": _short,
    "variation": _varied,
    "not_steady": gettext_lazy("throughput never settled"),
    "regime_differs": _other_regime,
}
