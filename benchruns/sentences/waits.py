"""What the sessions of a load waited for, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.evidence.waits import Wait
from benchruns.units import percent_text

LABELS: Mapping[str, Promise] = {
    Wait.WORKING: gettext_lazy("working"),
    Wait.ROW_LOCK: gettext_lazy("row locks"),
    Wait.LOCK: gettext_lazy("other locks"),
    Wait.LOG: gettext_lazy("log writes"),
    Wait.REPLICATION: gettext_lazy("replication"),
    Wait.DATA_READ: gettext_lazy("data reads"),
    Wait.DATA_WRITE: gettext_lazy("data writes"),
    Wait.INTERNAL: gettext_lazy("internal locks"),
    Wait.OTHER: gettext_lazy("other waits"),
    Wait.CLIENT: gettext_lazy("between statements"),
}
_ADVICE: Mapping[str, Promise] = {
    Wait.ROW_LOCK: gettext_lazy(
        "Transactions that change the same rows go one after the other, however many CPUs "
        "the server has: spread them over more rows, or make them shorter."
    ),
    Wait.LOCK: gettext_lazy("See what holds whole tables, as ALTER TABLE does."),
    Wait.LOG: gettext_lazy(
        "Each commit waits until the log is on the disk: a faster log disk helps."
    ),
    Wait.REPLICATION: gettext_lazy("Each commit waits for a standby."),
    Wait.DATA_READ: gettext_lazy(
        "A larger buffer or a disk with more reads a second helps."
    ),
    Wait.DATA_WRITE: gettext_lazy("A disk with more writes a second helps."),
    Wait.INTERNAL: gettext_lazy(
        "Sessions wait for each other inside the server: fewer threads may do more."
    ),
}

Told = Mapping[str, Any]  # an attempt's ``evidence["bottleneck"]["evidence"]``


def percent(share: float) -> str:
    """``67 %``; what was seen is never nothing."""
    if 0 < share < 0.005:
        return _("under 1 %")
    return percent_text(share)


def longest(watched: Told) -> str:
    """``67 % row locks``; empty where no wait takes much of the sessions' time."""
    wait = watched.get("longest_wait")
    share = (watched.get("waits") or {}).get(wait)
    if not wait or share is None:
        return ""
    return f"{percent(share)} {LABELS.get(wait, wait)}"


def advice(watched: Told) -> str:
    """What the longest wait means; empty where none is named."""
    words = longest(watched)
    if not words:
        return ""
    said = _("The load's sessions spent %(share)s of their time on %(wait)s.")
    share, _percent, wait = words.split(" ", 2)
    parts = [said % {"share": f"{share} %", "wait": wait}]
    if row := hot_row(watched):
        parts.append(_("Most waited for %(row)s.") % {"row": row})
    if text := _ADVICE.get(watched["longest_wait"]):
        parts.append(str(text))
    return " ".join(parts)


def hot_row(watched: Told) -> str:
    """``the row 100 of sbtest1``, or its table; empty where the server showed none."""
    row = watched.get("hot_row")
    if not row:
        return ""
    key, table = row.get("key"), row.get("table")
    if not key:
        return _("rows of %(table)s") % {"table": table}
    return _("the row with key %(key)s of %(table)s") % {"key": key, "table": table}
