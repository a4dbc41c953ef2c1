"""By what a run that repeats a published row was another test than the row."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchruns.figures.alike import (
    MOST_LARGER,
    MOST_LONGER,
    MOST_THREADS,
    is_alike,
    is_apart,
)
from benchruns.models import Result
from benchruns.reproduction.published_load import published_ratio
from benchruns.vocabulary import Regime
from benchruns.workloads.size import Size

SIZES = ("rows", "scale", "hot_records")
# The columns by which two rows are held against each other, of either.
OF_THE_TEST = (
    *("tables", "table_size", "total_records", "scale", "hot_records"),
    *("data_bytes", "buffer_bytes", "threads", "regime"),
)


@dataclass(frozen=True, slots=True)
class Unlike:
    """``rows``, ``scale``, ``hot_records``, ``buffer`` (the data's share of it),
    ``duration`` in seconds or ``threads``, as published and here; of a server its ``engine``
    (with the version, as readers call it), ``vcpus`` or ``memory_gb``."""

    name: str
    published: str | float
    here: str | float


def unlike(published: Result, measured: Result) -> list[Unlike]:
    """Empty for the same test, on whatever server; what is not known is the same.

    Data that was scaled is another test by itself: a smaller load may fit a buffer, a
    processor's cache and a log that the published one did not. Of one size, the buffer
    decides, unless it held all of the data there and here; duration and threads count as
    in a comparison.
    """
    resized = next(_resized(published, measured), None)
    found = [resized] if resized else list(_of_buffer(published, measured))
    return [*found, *_of_load(published, measured)]


def unlike_planned(
    published: Result,
    *,
    size: Size,
    data_bytes: int,
    buffer_bytes: int | None,
    regime: Regime | None,
    duration_seconds: int,
    threads: int | None,
) -> list[Unlike]:
    """The same of a run that is only planned, so that it is read before it is started.

    ``threads`` null where a sweep looks for them.
    """
    planned = Result(
        **size.columns,
        data_bytes=data_bytes,
        buffer_bytes=buffer_bytes,
        regime=regime,
        duration_s=duration_seconds,
        threads=threads,
    )
    return unlike(published, planned)


def _resized(published: Result, measured: Result) -> Iterator[Unlike]:
    for name in SIZES:
        theirs, ours = getattr(published, name), getattr(measured, name)
        if theirs and ours and not is_alike(theirs, ours):
            yield Unlike(name, theirs, ours)


def _of_buffer(published: Result, measured: Result) -> Iterator[Unlike]:
    if not measured.data_bytes or not measured.buffer_bytes:
        return
    theirs = published_ratio(published)
    ours = measured.data_bytes / measured.buffer_bytes
    if not theirs or (_is_held(published, theirs) and _is_held(measured, ours)):
        return
    if is_apart(theirs, ours, MOST_LARGER):
        yield Unlike("buffer", theirs, ours)


def _is_held(row: Result, ratio: float) -> bool:
    """Whether its buffer had room for all that was read: how much is left tells nothing."""
    return row.regime == Regime.CACHED and ratio <= 1


def _of_load(published: Result, measured: Result) -> Iterator[Unlike]:
    campaign = published.campaign
    asked = measured.parameters.get("duration_seconds")
    for name, theirs, ours, most in (
        (
            "duration",
            campaign.duration_seconds if campaign else None,
            measured.duration_s or asked,
            MOST_LONGER,
        ),
        ("threads", published.threads, measured.threads, MOST_THREADS),
    ):
        if theirs and ours and is_apart(theirs, ours, most):
            yield Unlike(name, theirs, ours)
