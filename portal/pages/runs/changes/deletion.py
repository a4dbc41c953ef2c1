"""Deleting runs that failed or were cancelled: asked once, of one or of many."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from benchruns.errors import NotAllowed
from benchruns.models import Run
from benchruns.results.labels import SHORT_ID
from benchruns.runs import lifecycle
from portal.pages.runs.rows import RunRow, row_of
from portal.queries import runs as run_queries
from portal.web.requests import UserRequest, login_to_post
from portal.wording import runs as run_wording

MOST = 200  # a page of the list has fewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A run to delete; ``refusal`` says why it stays, if it does."""

    row: RunRow
    refusal: str


@require_POST
@login_to_post
def delete(request: UserRequest) -> HttpResponse:
    """Shows what would go and asks; with ``confirmed`` it goes. Strangers' runs do not."""
    words = _words(request)
    if len(words) > MOST:
        text = _("Nothing was deleted: at most %(most)d runs at once, and %(n)d came.")
        messages.error(request, text % {"most": MOST, "n": len(words)})
        return redirect("portal:runs")
    wishes = list(_wishes(request, words))
    if not wishes:
        messages.info(request, _("Tick the failed or cancelled runs to delete first."))
        return redirect("portal:runs")
    if request.POST.get("confirmed") != "1":
        return render(
            request,
            "runs/delete.html",
            {
                "going": [wish.row for wish in wishes if not wish.refusal],
                "staying": [wish for wish in wishes if wish.refusal],
            },
        )
    _delete(request, [wish.row.run for wish in wishes])
    return redirect("portal:runs")


def _wishes(request: UserRequest, words: Sequence[str]) -> Iterator[Wish]:
    """One's own among the ids that were sent, newest first."""
    own = run_queries.listed(request.user).filter(owner_id=request.user.pk)
    for run in own.filter(pk__in=_ids(words)):
        yield Wish(row=row_of(run, viewer=request.user), refusal=lifecycle.refusal(run))


def _words(request: HttpRequest) -> list[str]:
    """Those ticked; with ``all`` each that the page could have ticked."""
    return request.POST.getlist("listed" if "all" in request.POST else "run")


def _ids(words: Sequence[str]) -> Iterator[UUID]:
    for word in words:
        try:
            yield UUID(word)
        except ValueError:
            continue


def _delete(request: UserRequest, runs: list[Run]) -> None:
    """Each for itself: what stays is told with its reason."""
    gone = 0
    for run in runs:
        try:
            lifecycle.delete(run.pk, by=request.user)
        except (NotAllowed, Run.DoesNotExist) as why:
            title = run_wording.title(run, is_private_seen=True)
            messages.warning(request, f"{title} ({str(run.pk)[:SHORT_ID]}): {why}")
        else:
            gone += 1
    if gone:
        text = ngettext("%(n)d run deleted.", "%(n)d runs deleted.", gone)
        messages.success(request, text % {"n": gone})
