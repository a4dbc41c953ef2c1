"""Series of a Prometheus exporter's text, of which few are read and the rest never parsed.

The format: https://prometheus.io/docs/instrumenting/exposition_formats/ . Whoever
answers decides what there is to parse, once a second, in a process that measures: so
lines of other series are passed over before, and the others are limited in number,
length and sum. The limits are those of a machine of four hundred CPUs.
"""

import math
import re
from collections.abc import Iterable, Iterator

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

MOST_LINES = 4096
LONGEST_LINE = 2**10
MOST_BYTES = 2**19
# What the parser raises of texts that are none: it looks for more than there is, and
# divides whole numbers of any length.
_NO_SERIES = (ArithmeticError, LookupError, ValueError)


def lines_of(names: Iterable[str]) -> re.Pattern[bytes]:
    """Whole lines of the series with these names.

    A line without its end was cut: the figure at its end is another one.
    """
    name = "|".join(re.escape(each) for each in names)
    return re.compile(rf"^(?:{name})[{{ \t][^\n]*\n".encode(), re.MULTILINE)


def read(body: bytes, lines: re.Pattern[bytes]) -> list[Sample]:
    """ValueError for what is no such text, or more than a machine has to tell."""
    text = b"".join(_bounded(body, lines)).decode(errors="replace")
    try:
        families = text_string_to_metric_families(text)
        return [sample for family in families for sample in family.samples]
    except _NO_SERIES as error:
        raise ValueError(f"no series: {str(error)[:200]}") from error


def _bounded(body: bytes, lines: re.Pattern[bytes]) -> Iterator[bytes]:
    size = 0
    for number, found in enumerate(lines.finditer(body), start=1):
        length = found.end() - found.start()
        size += length
        if number > MOST_LINES or length > LONGEST_LINE or size > MOST_BYTES:
            raise ValueError("more than a machine has to tell")
        yield found.group()


def number_of(sample: Sample) -> float | None:
    """None where it is not finite, or negative: no seconds, bytes or shares are."""
    try:
        value = float(sample.value)
    except OverflowError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
