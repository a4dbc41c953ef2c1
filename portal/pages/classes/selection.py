"""Reads the catalogue's address into what is to be shown, and writes it back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from benchruns.catalogue.catalogue import DEFAULT_SORT, Selection
from benchruns.catalogue.columns import NUMBERS, PRICED, SORTS
from benchruns.catalogue.facets import FACETS, HAS, Facet
from benchruns.catalogue.number_filter import NumberFilter, NumberFilterError, parse
from benchruns.catalogue.pricing import prices
from portal.pages.classes.columns import COLUMNS, DEFAULT, loads_of
from portal.web.address_words import LONGEST_WORD, unknown_names

LONGEST_TEXT = 100
LARGEST_PAGE = 1_000_000
MOST_KNOWN = 12  # more words are no help in a sentence
ALL_COLUMNS = "all"
# How addresses named the ends of a range before there were expressions.
RANGES = {"vcpu": "vcpu", "memory": "memory"}
OLD = tuple(f"{name}_{end}" for name in RANGES for end in ("min", "max"))
KNOWN = (
    *(*FACETS, *NUMBERS, *OLD),
    *("has", "q", "cols", "price_in", "sort", "page", "format"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """``columns`` is empty for the usual ones. ``typed`` holds the texts of number
    filters and ``wrong`` what is wrong with one; ``problems`` are all of an address."""

    selection: Selection
    columns: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    price_choices: tuple[prices.Choice, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        return self.columns or DEFAULT


def read_view(query: QueryDict) -> View:
    """What an address asks for; a word that means nothing is told and left out."""
    problems: list[str] = []
    query = _without_nul(query, problems)
    problems += _unknown(query)
    columns = _columns(query, problems)
    typed = _typed(query, problems)
    numbers, wrong = _numbers(typed)
    sort = _sort(query, problems)
    needs_price = PRICED.intersection((*columns, *typed, sort.removeprefix("-")))
    choices = tuple(prices.choices()) if needs_price or "price_in" in query else ()
    selection = Selection(
        chosen={
            name: tuple(dict.fromkeys(query.getlist(name)))
            for name in FACETS
            if query.getlist(name)
        },
        numbers=numbers,
        has=_has(query, problems),
        text=query.get("q", "").strip()[:LONGEST_TEXT],
        sort=sort,
        page=_page(query, problems),
        price=_price(query, choices, problems),
        loads=loads_of(columns or DEFAULT),
    )
    return View(
        selection=selection,
        columns=columns,
        typed=typed,
        wrong=wrong,
        problems=(*problems, *(_wrong(name, text) for name, text in wrong.items())),
        price_choices=choices,
    )


def _unknown(query: QueryDict) -> list[str]:
    text = _("There is no filter “%(name)s”; it is left out.")
    return [
        f"{text % {'name': name}} {meant}".rstrip()
        for name, meant in unknown_names(query, KNOWN)
    ]


def without_classes(facets: Mapping[str, Sequence[Facet]]) -> Iterator[str]:
    """Of each word that was chosen and that no class has, whatever else is chosen."""
    for name, boxes in facets.items():
        known = [box.word for box in boxes if box.is_known and box.word]
        for box in boxes:
            if box.is_chosen and not box.is_known:
                yield _no_class_has(name, box.word[:LONGEST_WORD], known)


def understood(view: View, facets: Mapping[str, Sequence[Facet]]) -> View:
    """Without what names nothing, so that a file of its address is no error."""
    known = {
        name: {box.word for box in facets[name] if box.is_known} for name in facets
    }
    chosen = {
        name: tuple(word for word in words if word in known.get(name, words))
        for name, words in view.selection.chosen.items()
    }
    typed = {name: t for name, t in view.typed.items() if name not in view.wrong}
    return replace(view, selection=replace(view.selection, chosen=chosen), typed=typed)


def _no_class_has(name: str, word: str, known: Sequence[str]) -> str:
    text = _("No class has the %(name)s “%(word)s”.") % {"name": name, "word": word}
    if near := get_close_matches(word, known, n=1):
        return f"{text} {_('Did you mean “%(name)s”?') % {'name': near[0]}}"
    if len(known) > MOST_KNOWN:
        return text
    return f"{text} {_('Known: %(known)s.') % {'known': ', '.join(known) or '–'}}"


def _without_nul(query: QueryDict, problems: list[str]) -> QueryDict:
    """No name holds NUL, and PostgreSQL refuses to look for one."""
    kept = QueryDict(mutable=True)
    for name, words in query.lists():
        kept.setlist(name, [word for word in words if "\0" not in word])
        if len(kept.getlist(name)) < len(words):
            message = _("A word for %(name)s holds NUL; it is left out.")
            problems.append(message % {"name": name[:60].replace("\0", "")})
    return kept


def _columns(query: QueryDict, problems: list[str]) -> tuple[str, ...]:
    words = [word for text in query.getlist("cols") for word in text.split(",") if word]
    if ALL_COLUMNS in words:
        return tuple(COLUMNS)
    problems += [
        _("There is no column “%(word)s”; it is left out.") % {"word": word[:60]}
        for word in dict.fromkeys(words)
        if word not in COLUMNS
    ]
    chosen = tuple(key for key in COLUMNS if key in words)
    return () if set(chosen) == set(DEFAULT) else chosen


def _typed(query: QueryDict, problems: list[str]) -> dict[str, str]:
    text = _("“%(name)s” is given more than once; the last one counts.")
    problems += [
        text % {"name": name} for name in NUMBERS if len(set(query.getlist(name))) > 1
    ]
    typed = {name: query.get(name, "").strip() for name in NUMBERS}
    for old, name in RANGES.items():
        least = _end(query, f"{old}_min", problems)
        most = _end(query, f"{old}_max", problems)
        if (least or most) and not typed[name]:
            typed[name] = least if least == most else f"{least}..{most}"
    return {name: text for name, text in typed.items() if text}


def _end(query: QueryDict, name: str, problems: list[str]) -> str:
    """An end of a range as addresses used to hold it."""
    word = query.get(name, "").strip()
    if not word:
        return ""
    try:
        value = float(word)
    except ValueError:
        value = -1
    if 0 <= value < 1e9:
        return f"{value:f}".rstrip("0").rstrip(".")
    message = _("“%(word)s” is no number for %(name)s; it is left out.")
    problems.append(message % {"word": word[:60], "name": name})
    return ""


def _numbers(
    typed: Mapping[str, str],
) -> tuple[dict[str, NumberFilter], dict[str, str]]:
    found, wrong = {}, {}
    for name, text in typed.items():
        try:
            found[name] = parse(text)
        except NumberFilterError as error:
            wrong[name] = str(error)
    return found, wrong


def _wrong(name: str, text: str) -> str:
    label = COLUMNS[name].full_title
    return _("%(label)s: %(text)s This filter is left out.") % {
        "label": label,
        "text": text,
    }


def _has(query: QueryDict, problems: list[str]) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(query.getlist("has")))
    problems += [
        _("Unknown kind of results “%(word)s”; it is left out.") % {"word": word[:60]}
        for word in words
        if word not in HAS
    ]
    return tuple(word for word in words if word in HAS)


def _sort(query: QueryDict, problems: list[str]) -> str:
    sort = query.get("sort") or DEFAULT_SORT
    if sort.removeprefix("-") in SORTS:
        return sort
    problems.append(
        _("Unknown order “%(word)s”; sorted by vCPU.") % {"word": sort[:60]}
    )
    return DEFAULT_SORT


def _page(query: QueryDict, problems: list[str]) -> int:
    word = query.get("page", "").strip()
    if not word:
        return 1
    if word.isascii() and word.isdecimal() and 1 <= int(word[:9]) <= LARGEST_PAGE:
        return int(word[:9])
    message = _("“%(word)s” is no number for %(name)s; it is left out.")
    problems.append(message % {"word": word[:60], "name": "page"})
    return 1


def _price(
    query: QueryDict, choices: tuple[prices.Choice, ...], problems: list[str]
) -> prices.Choice | None:
    """The one asked for, else that of most classes; None where there is no price."""
    key = query.get("price_in", "")
    for choice in choices:
        if choice.key == key:
            return choice
    if key:
        message = _("No class has a price in “%(word)s”.")
        problems.append(message % {"word": key[:120]})
    return choices[0] if choices else None


def address(view: View, **changes: str | int) -> str:
    """The query of a view with some words changed; always begins with ``?``."""
    selection = view.selection
    words: list[tuple[str, object]] = [
        (name, word) for name, chosen in selection.chosen.items() for word in chosen
    ]
    words += view.typed.items()
    words += [("has", word) for word in selection.has]
    if selection.text:
        words.append(("q", selection.text))
    if "sort" not in changes and selection.sort != DEFAULT_SORT:
        words.append(("sort", selection.sort))
    if "cols" not in changes and view.columns:
        words.append(("cols", _columns_word(view.columns)))
    if selection.price and selection.price != view.price_choices[0]:
        words.append(("price_in", selection.price.key))
    words += [(name, word) for name, word in changes.items() if word != ""]
    return f"?{urlencode(words, safe=',/')}"


def _columns_word(columns: tuple[str, ...]) -> str:
    return ALL_COLUMNS if len(columns) == len(COLUMNS) else ",".join(columns)


def clean_address(view: View) -> str:
    """Without the empty fields that a form sends; empty for the plain catalogue."""
    page = view.selection.page
    found = address(view, page=page) if page > 1 else address(view)
    return found.removesuffix("?")


def is_written_anew(query: QueryDict) -> bool:
    """Whether an address holds what a shared one does not: see ``clean_address``."""
    return (
        any(
            word == ""
            for name in query
            for word in query.getlist(name)
            if name not in FACETS
        )
        or len(query.getlist("cols")) > 1
        or not set(OLD).isdisjoint(query)
    )
