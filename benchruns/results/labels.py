"""What tells rows apart in words: the server, the load, the code of the class."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.results.row import Row, count_text
from benchruns.units import size_text
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label
from benchruns.workloads.words import WORDS

SHORT_ID = 8  # characters that tell ids apart to the eye


def place_text(row: Row) -> str:
    """``m1.medium, 4 vCPU, 16 GB``, as far as it is known; with its load if measured."""
    parts = [_short_name(row)] if row.class_key else []
    parts.append(size_text(row.vcpus, row.memory_gb))
    if not row.is_published:
        parts.append(load_text(row))
    return ", ".join(filter(None, parts))


def title_text(row: Row) -> str:
    """``OLTP read/write, c2.xlarge, 2026-11-29``: a result that has no name of its own."""
    day = row.measured_at or row.published_on
    return _titled(row, f"{day:%Y-%m-%d}" if day else "")


def titles_of(rows: Iterable[Row]) -> dict[str, str]:
    """A title for each row by its id: those of one title have the minute besides, and
    where that is one as well the beginning of their ids."""
    every = {row.id: row for row in rows}
    titles = {id: title_text(row) for id, row in every.items()}
    for told_apart in (_to_the_minute, _with_id):
        times = Counter(titles.values())
        titles = {
            id: told_apart(every[id]) if times[title] > 1 else title
            for id, title in titles.items()
        }
    return titles


def _to_the_minute(row: Row) -> str:
    if row.measured_at is None:
        return title_text(row)
    return _titled(row, f"{row.measured_at:%Y-%m-%d %H:%M} UTC")


def _with_id(row: Row) -> str:
    return f"{_to_the_minute(row)}, {row.id[:SHORT_ID]}"


def _titled(row: Row, time: str) -> str:
    place = short_code(row.place) or row.engine_title
    parts = (workload_label(row.workload), place, time)
    return ", ".join(filter(None, parts))


def load_text(row: Row) -> str:
    """``4 threads, 0.1 M rows``: what tells repeats on one server apart."""
    workload = WORKLOADS.get(row.workload)
    words = WORDS["threads"] if workload is None else workload.words
    is_in_warehouses = workload is not None and workload.has_kinds
    parts = [words.counted(row.threads)] if row.threads else []
    if is_in_warehouses and row.scale:
        text = ngettext("%(count)s warehouse", "%(count)s warehouses", row.scale)
        parts.append(text % {"count": f"{row.scale:,}"})
    if not is_in_warehouses and row.rows:
        parts.append(_("%(count)s rows") % {"count": count_text(row.rows)})
    return ", ".join(parts)


def _short_name(row: Row) -> str:
    """The short code; the family where the code only spells out the size."""
    spells_size = f"{row.vcpus}vcpu" in row.place
    return row.family if spells_size and row.family else short_code(row.place)


def short_code(code: str) -> str:
    """``c2.xlarge`` for ``rds.mysql.c2.xlarge``: what tells classes of a chart apart."""
    prefixes = ("rds.mysql.", "rds.mssql.", "rds.")
    return next((code.removeprefix(p) for p in prefixes if code.startswith(p)), code)
