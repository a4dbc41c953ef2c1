"""Whether a run or a report was tested as a paper's rows were, and so joins their chart."""

from dataclasses import dataclass

from benchruns.figures.alike import (
    MOST_LARGER,
    MOST_LONGER,
    MOST_THREADS,
    is_alike,
    is_apart,
)
from benchruns.reports.engine.members import Peers
from benchruns.reports.engine.section import Method
from benchruns.results.row import Row


@dataclass(frozen=True, slots=True)
class Unlike:
    """``duration`` in seconds, ``threads``, or ``data`` in bytes, of a row and a paper.

    A row that does not say how long it was measured has None as ``mine``.
    """

    name: str
    mine: float | None
    theirs: float


def unlike(row: Row, method: Method, peers: Peers) -> list[Unlike]:
    """By what a row is another test than the closest of a paper's; empty where it fits.

    A time that is not known fits no paper that states one. Other conditions that are not
    known of either are taken to fit: the row says that they are not known.
    """
    stated = method.duration_seconds
    found = _unlike("duration", row.seconds, stated, most=MOST_LONGER)
    if stated and not row.seconds:
        found = [Unlike("duration", None, stated)]
    return [*found, *_unlike_closest(row, peers)]


def _unlike_closest(row: Row, peers: Peers) -> list[Unlike]:
    closest: list[Unlike] | None = None
    for peer in peers.of(row):
        found = _unlike_peer(row, peer)
        if not found:
            return []
        if closest is None or len(found) < len(closest):
            closest = found
    return closest or []


def _unlike(
    name: str, mine: float | None, theirs: float | None, *, most: float
) -> list[Unlike]:
    if not mine or not theirs or not is_apart(mine, theirs, most):
        return []
    return [Unlike(name, mine, theirs)]


def _unlike_peer(row: Row, peer: Row) -> list[Unlike]:
    threads = _unlike("threads", row.threads, peer.threads, most=MOST_THREADS)
    if (
        row.data_bytes is None
        or peer.data_bytes is None
        or not _is_other_data(row, peer)
    ):
        return threads
    return [*threads, Unlike("data", row.data_bytes, peer.data_bytes)]


def _is_other_data(row: Row, peer: Row) -> bool:
    """Another size that takes another share of memory; of one class, the sizes alone."""
    if is_alike(row.data_bytes, peer.data_bytes) or _is_of_its_size(row, peer):
        return False
    if row.class_key and row.class_key == peer.class_key:
        return is_apart(row.data_bytes, peer.data_bytes, MOST_LARGER)
    return is_apart(row.over_memory, peer.over_memory, MOST_LARGER)


def _is_of_its_size(row: Row, peer: Row) -> bool:
    """Whether it repeats the row with as many rows: a paper's bytes are an estimate."""
    if row.reproduces != peer.id:
        return False
    sizes = ("rows", "scale", "hot_records")
    return all(getattr(row, name) == getattr(peer, name) for name in sizes)
