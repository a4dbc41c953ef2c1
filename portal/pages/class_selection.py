"""Reads the catalogue's address into a selection, and writes it back."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from benchruns.class_catalogue import FACETS, HAS, RANGES, SORTS, Selection

SHORT = {"vcpus": "vcpu", "memory_gb": "memory"}
LONGEST_TEXT = 100


def read_selection(query: QueryDict) -> tuple[Selection, list[str]]:
    """The selection, and one sentence for each word that it cannot have."""
    problems: list[str] = []
    chosen = {
        name: tuple(dict.fromkeys(query.getlist(name)))
        for name in FACETS
        if query.getlist(name)
    }
    least: dict[str, float] = {}
    most: dict[str, float] = {}
    for name in RANGES:
        for suffix, bounds in (("min", least), ("max", most)):
            value = _number(query, f"{SHORT[name]}_{suffix}", problems)
            if value is not None:
                bounds[name] = value
    has = [word for word in query.getlist("has") if word in HAS]
    problems += [
        _("Unknown kind of results “%(word)s”; it is left out.") % {"word": word[:60]}
        for word in query.getlist("has")
        if word not in HAS
    ]
    sort = query.get("sort") or "vcpu"
    if sort.removeprefix("-") not in SORTS:
        problems.append(
            _("Unknown order “%(word)s”; sorted by vCPU.") % {"word": sort[:60]}
        )
        sort = "vcpu"
    page = _number(query, "page", problems)
    selection = Selection(
        chosen=chosen,
        least=least,
        most=most,
        has=tuple(has),
        text=query.get("q", "").strip()[:LONGEST_TEXT],
        sort=sort,
        page=int(page) if page is not None and page >= 1 else 1,
    )
    return selection, problems


def _number(query: QueryDict, name: str, problems: list[str]) -> float | None:
    word = query.get(name, "").strip()
    if not word:
        return None
    try:
        value = float(word)
    except ValueError:
        value = -1
    if 0 <= value < 1e9:
        return value
    problems.append(
        _("“%(word)s” is no number for %(name)s; it is left out.")
        % {"word": word[:60], "name": name}
    )
    return None


def address(selection: Selection, **changes: str | int) -> str:
    """The query of a selection with some words changed; always begins with ``?``."""
    words: list[tuple[str, object]] = [
        (name, word) for name, chosen in selection.chosen.items() for word in chosen
    ]
    words += _bounds("min", selection.least) + _bounds("max", selection.most)
    words += [("has", word) for word in selection.has]
    if selection.text:
        words.append(("q", selection.text))
    if "sort" not in changes and selection.sort != "vcpu":
        words.append(("sort", selection.sort))
    words += list(changes.items())
    return f"?{urlencode(words)}"


def _bounds(suffix: str, bounds: Mapping[str, float]) -> list[tuple[str, object]]:
    return [(f"{SHORT[name]}_{suffix}", f"{value:g}") for name, value in bounds.items()]


def sort_addresses(selection: Selection) -> dict[str, dict[str, str]]:
    """For each column the address that sorts by it and its state for readers.

    Figures start with the largest; the sorted column turns round.
    """
    figures = ("cached", "disk_io", "legacy", "results")
    columns = {}
    for name in SORTS:
        first = f"-{name}" if name in figures else name
        other = name if first.startswith("-") else f"-{name}"
        is_sorted = selection.sort in (first, other)
        columns[name] = {
            "href": address(
                selection, sort=other if selection.sort == first else first
            ),
            "state": _direction(selection.sort) if is_sorted else "",
        }
    return columns


def _direction(sort: str) -> str:
    return "descending" if sort.startswith("-") else "ascending"
