"""What makes a row stale, in a word or two and in a sentence."""

from benchruns.models import InstanceClass
from benchruns.results.row import Row
from benchruns.results.staleness import ended_sale
from benchruns.sentences.catalogue import worded
from benchruns.sentences.findings.staleness import shortly


def sale_word(sold: InstanceClass) -> str:
    """Since when it is not sold any more; empty for a class that is."""
    ended = ended_sale(sold)
    return shortly(ended) if ended else ""


def stale_words(row: Row, known: str = "") -> list[tuple[str, str]]:
    """Short and at length; ``known`` is the engine and version that a page speaks of,
    whose end of support it tells by itself."""
    return [
        (shortly(finding), worded(finding).message)
        for finding in row.stale
        if finding.code != "support_ended" or row.engine_title != known
    ]
