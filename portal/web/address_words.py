"""What the address of a page asks for and the page does not have, in sentences."""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

LONGEST_NAME, LONGEST_WORD = 40, 60  # as a sentence repeats them


def page_of(
    request: HttpRequest, paginator: "Paginator[Any]", *, word: str = "page"
) -> Page[Any]:
    """The page that ``word`` asks for, else the nearest: a sentence at the head says so."""
    asked = request.GET.get(word, "").strip()
    page = paginator.get_page(asked or 1)
    if told := other_page(asked, page):
        messages.warning(request, told)
    return page


def other_page(asked: str, page: Page[Any]) -> str:
    """That it is not the one that was asked for; empty where it is."""
    if asked in ("", str(page.number)):
        return ""
    text = _("There is no page “%(asked)s” here: this is page %(number)d of %(of)d.")
    return text % {
        "asked": asked[:LONGEST_WORD],
        "number": page.number,
        "of": page.paginator.num_pages,
    }


def unknown_names(
    query: QueryDict, known: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Each name that is none, with a question for the one that was meant, or nothing."""
    for name in query:
        if name not in known:
            near = get_close_matches(name[:LONGEST_NAME], known, n=1)
            meant = _("Did you mean “%(name)s”?") % {"name": near[0]} if near else ""
            yield name[:LONGEST_NAME], meant


def faults_of_filters(
    query: QueryDict,
    *,
    known: Collection[str],
    choices: Mapping[str, Collection[str]],
) -> Iterator[str]:
    """For lists whose filters stand in the address, some of them with ``choices``."""
    for name, meant in unknown_names(query, known):
        yield f"{_('There is no filter “%(name)s”.') % {'name': name}} {meant}".rstrip()
    for name, words in query.lists():
        if name in known and len(words) > 1:
            yield _("Give “%(name)s” once.") % {"name": name}
    for name, there in choices.items():
        word = query.get(name, "")
        if word and word not in there:
            yield no_such(name, word, there)


def no_such(name: str, word: str, known: Collection[str]) -> str:
    text = _("There is no %(name)s “%(word)s”. Known: %(known)s.")
    told = {"name": name, "word": word[:LONGEST_WORD], "known": ", ".join(known) or "–"}
    return text % told


def no_endpoint(word: str) -> str:
    return _("There is no endpoint “%(word)s”.") % {"word": word[:LONGEST_WORD]}


def status_of_list(request: HttpRequest, problems: Collection[str]) -> HTTPStatus:
    """A script puts in what comes with 200 alone: the sentences stand where the rows were."""
    is_part = request.headers.get("HX-Request") == "true"
    return HTTPStatus.BAD_REQUEST if problems and not is_part else HTTPStatus.OK
