"""What one may have at most: a user's own page, and staff's, who set it for one user."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.limits import allowance, overview
from benchruns.vocabulary import Limit
from portal.forms.styled import at_most, style
from portal.models import ApiToken
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest, page_with_form

MOST = 1_000_000_000


class LimitsForm(forms.Form):
    """A field a limit; an empty one takes everybody's value."""

    def __init__(self, data: QueryDict | None, *, user: User) -> None:
        own = {str(limit): most for limit, most in allowance.own_values(user).items()}
        super().__init__(data, initial=own)
        for limit in Limit:
            self.fields[limit] = forms.IntegerField(
                label=limit.label,
                required=False,
                min_value=0,
                max_value=MOST,
                help_text=_("Everybody's: %(most)s")
                % {"most": f"{allowance.everybodys(limit):,}"},
                error_messages={
                    "invalid": _("Give a whole number, or nothing."),
                    "min_value": _("Give 0 or more."),
                    "max_value": at_most(MOST),
                },
            )
        style(self)

    def store(self, user: User, *, by: User) -> None:
        values = {limit: self.cleaned_data[limit] for limit in Limit}
        allowance.change(user, values, by=by)


@require_safe
@login_required
@never_cache
def own_limits(request: UserRequest) -> HttpResponse:
    return render(request, "limits/own.html", {"lines": _lines(request.user)})


@staff_only
@never_cache
@page_with_form
def user_limits(request: UserRequest) -> HttpResponse:
    """Of the user whom ``user`` names; a POST sets the values."""
    name = request.GET.get("user", "").strip()
    facts = {"name": name, "listed": overview.users_with_own_values()}
    if not name:
        return render(request, "limits/users.html", facts)
    user = User.objects.filter(username=name).first()
    if user is None:
        facts["wrong"] = _("No user has this name.")
        return render(request, "limits/users.html", facts, status=HTTPStatus.NOT_FOUND)
    form = LimitsForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        form.store(user, by=request.user)
        messages.success(request, _("The limits of %(name)s are set.") % {"name": name})
        return redirect(f"{reverse('portal:user-limits')}?{urlencode({'user': name})}")
    facts |= {"form": form, "lines": _lines(user)}
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "limits/users.html", facts, status=status)


def _lines(user: User) -> list[dict[str, Any]]:
    tokens = ApiToken.used_by(user)
    return [
        {
            "label": line.limit.label,
            "used": _printed(line.used),
            "most": f"{line.most:,}",
            "is_own": line.is_own,
            "is_reached": line.is_reached,
            "endpoint": line.endpoint,
            "next_free": line.next_free,
            "frees": "" if line.next_free else _frees(line),
        }
        for line in overview.lines_of(user, tokens=tokens)
    ]


def _printed(used: float | None) -> str:
    """Whole, and rounded up where a part is used."""
    return "" if used is None else f"{-int(-used // 1):,}"


def _frees(line: overview.Line) -> str:
    """What makes room where no moment is known for it."""
    if line.used is None:
        return _("holds for each run")
    if not line.used:
        return ""
    return {
        Limit.ENDPOINTS: _("when one is deleted"),
        Limit.TOKENS: _("when one is revoked or expires"),
        Limit.WEBHOOKS: _("when one is deleted"),
    }.get(line.limit, _("when a run ends"))
