"""What is doubted of a row, in the one sentence that stands at its figure."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from benchruns.findings import OF_REGIME, Finding, doubts
from benchruns.results.row import Row
from benchruns.sentences.catalogue import worded


def doubt_text(row: Row, *, is_of_regime: bool = True) -> str:
    """The first of its doubts; empty where it bears none."""
    return first_doubt(row.findings, is_of_regime=is_of_regime)


def first_doubt(findings: Iterable[Finding], *, is_of_regime: bool = True) -> str:
    """What is asked of any regime leaves the doubts about it out; else they come first,
    since most readers ask by it.
    """
    found = doubts(findings)
    if is_of_regime:
        found.sort(key=lambda each: each.code not in OF_REGIME)
    else:
        found = [each for each in found if each.code not in OF_REGIME]
    return worded(found[0]).message if found else ""


def doubt_of_cases(cases: Sequence[Sequence[Row]]) -> str:
    """Of a figure that rests on several: the sentence of the only case, or how many are
    in doubt. Empty where none is.
    """
    in_doubt = [
        text
        for rows in cases
        if (text := next(filter(None, map(doubt_text, rows)), ""))
    ]
    if not in_doubt:
        return ""
    if len(cases) == 1:
        return in_doubt[0]
    return _("%(count)s of %(all)s in doubt: see the findings.") % {
        "count": len(in_doubt),
        "all": len(cases),
    }
