"""What tells rows apart in words: the server, the load, the code of the class."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.results.row import Row, count_text
from benchruns.units import size_text
from benchruns.workloads import WORKLOADS
from benchruns.workloads.words import WORDS


def place_text(row: Row) -> str:
    """``m1.medium, 4 vCPU, 16 GB``, as far as it is known; with its load if measured."""
    parts = [_short_name(row)] if row.class_key else []
    parts.append(size_text(row.vcpus, row.memory_gb))
    if not row.is_published:
        parts.append(load_text(row))
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
