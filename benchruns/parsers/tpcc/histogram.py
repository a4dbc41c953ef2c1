"""The histogram that ``benchbook-tpcc`` prints, as counts."""

import binascii
import struct
import zlib

from hdrh.codec import HdrCookieException, HdrLengthException
from hdrh.histogram import HdrHistogram

from benchruns.figures.histograms import HDR, US_A_MS, Histogram

_UNREADABLE = (
    *(HdrCookieException, HdrLengthException, binascii.Error),
    *(struct.error, zlib.error, ValueError, IndexError, TypeError),
)


def histogram_of(text: str, *, events: int) -> Histogram | None:
    """None of a text that is none, or counts other transactions than the report."""
    try:
        found = HdrHistogram.decode(text)
        counted = [
            (each.value_iterated_to / US_A_MS, each.count_added_in_this_iter_step)
            for each in found.get_recorded_iterator()
        ]
    except _UNREADABLE:
        return None
    if sum(count for _value, count in counted) != events:
        return None
    return Histogram.of_ms(counted, source=HDR)
