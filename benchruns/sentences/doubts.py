"""What is doubted of a row, in the one sentence that stands at its figure."""

from benchruns.findings import OF_REGIME, doubts
from benchruns.results.row import Row
from benchruns.sentences.catalogue import worded


def doubt_text(row: Row, *, is_of_regime: bool = True) -> str:
    """The first of its doubts; empty where it bears none.

    What is asked of any regime leaves the doubts about it out; else they come first,
    since most readers ask by it.
    """
    found = doubts(row.findings)
    if is_of_regime:
        found.sort(key=lambda each: each.code not in OF_REGIME)
    else:
        found = [each for each in found if each.code not in OF_REGIME]
    return worded(found[0]).message if found else ""
