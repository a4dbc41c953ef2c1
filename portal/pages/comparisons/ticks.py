"""Ticking what is to be compared: three forms, with JavaScript or without."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from benchruns.catalogue.catalogue import matching_ids
from benchruns.models import InstanceClass, Result
from portal import ticks
from portal.pages.classes.selection import read_view
from portal.web.requests import back_to


@require_POST
def tick(request: HttpRequest) -> HttpResponse:
    """``on=1`` adds the ``item``, ``on=0`` removes it; anything else is told."""
    item = ticks.read_item(request.POST.get("item", ""))
    items = ticks.items_of(request)
    word = request.POST.get("on")
    if not item or word not in ("0", "1"):
        return _answer(request, items, _("This cannot be ticked. Reload the page."))
    if word == "0":
        return _answer(request, [each for each in items if each != item])
    if not _exists(item, request):
        return _answer(
            request, items, _("This is not there any more. Reload the page.")
        )
    added = ticks.add(items, [item])
    return _answer(request, added.items, _too_many() if added.left_out else "")


@require_POST
def clear(request: HttpRequest) -> HttpResponse:
    return _answer(request, [])


@require_POST
def tick_filtered(request: HttpRequest) -> HttpResponse:
    """Adds the classes that the catalogue's ``query`` finds, as far as there is room."""
    query = QueryDict(request.POST.get("query", "").removeprefix("?"))
    view = read_view(query)
    ids = matching_ids(view.selection, user=request.user)
    # Only so many can be new: the others are counted, not read.
    first = ids[: 2 * ticks.MOST]
    classes = InstanceClass.objects.in_bulk(first)
    items = [ticks.class_item(classes[each]) for each in first]
    added = ticks.add(ticks.items_of(request), items)
    left_out = added.left_out + len(ids) - len(first)
    text = ngettext("%(n)d class added.", "%(n)d classes added.", added.new)
    text %= {"n": added.new}
    if left_out:
        more = ngettext(
            "%(n)d did not fit: at most %(most)d can be compared.",
            "%(n)d did not fit: at most %(most)d can be compared.",
            left_out,
        )
        text = f"{text} {more % {'n': left_out, 'most': ticks.MOST}}"
    # What the page left out of its address is left out here too, and told again.
    return _answer(request, added.items, " ".join((text, *view.problems)))


def _exists(item: str, request: HttpRequest) -> bool:
    key = ticks.key_of(item)
    if key is None:
        id_ = item.removeprefix(f"{ticks.RESULT}:")
        return Result.objects.at_address(request.user).filter(pk=id_).exists()
    return InstanceClass.objects.filter(
        provider_id=key.provider, engine=key.engine, code=key.code
    ).exists()


def _too_many() -> str:
    text = _("At most %(most)d can be compared. Remove one first.")
    return text % {"most": ticks.MOST}


def _answer(
    request: HttpRequest, items: Sequence[str], message: str = ""
) -> HttpResponse:
    """The bar for a script; for a form the page that it came from."""
    # What the page shows from here on, it reads from the cookie.
    before = request.COOKIES
    response: HttpResponse
    if request.headers.get("HX-Request") == "true":
        request.COOKIES = before | {ticks.COOKIE: ticks.written(items)}
        response = render(request, "ticks/_swapped.html", {"tick_message": message})
    else:
        if message:
            messages.info(request, message)
        response = back_to(request, reverse("portal:classes"))
    ticks.keep(response, items)
    return response
