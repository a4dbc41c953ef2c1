"""What a user does to the rules of a series and to the private feed."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from benchruns.models import Regression, RegressionRule, Series
from benchruns.trends import rules as regression_rules
from benchruns.trends.figures import figures_of
from portal.accounts import feed_keys
from portal.forms.regressions import RuleForm
from portal.pages.trends.views import trend_page
from portal.queries import trends as trend_queries
from portal.web.requests import UserRequest, back_to, login_to_post


@require_POST
@login_to_post
def add(request: UserRequest, id: UUID) -> HttpResponse:
    """Make a rule; the page again, with what is wrong, where that cannot be."""
    series = _watchable(request, id)
    form = RuleForm(request.POST, figures=figures_of(series))
    if form.is_valid():
        try:
            rule = regression_rules.add(series, owner=request.user, **form.cleaned_data)
        except (
            regression_rules.AlreadyWatched,
            regression_rules.NotMeasured,
        ) as error:
            form.add_error("figure", str(error))
        else:
            messages.success(request, _("The rule watches from now on."))
            return _to(rule)
    return trend_page(request, series, rule_form=form)


@require_POST
@login_to_post
def change(request: UserRequest, id: UUID) -> HttpResponse:
    """New limits for a rule, or on and off by ``is_active``."""
    rule = trend_queries.own_rule(request.user, id)
    if "is_active" in request.POST:
        word = request.POST["is_active"]
        if word not in ("0", "1"):
            text = _("A rule is on (1) or off (0); “%(word)s” changed nothing.")
            messages.error(request, text % {"word": word[:20]})
            return _to(rule)
        is_active = word == "1"
        regression_rules.change(rule, is_active=is_active)
        text = _("The rule watches again.") if is_active else _("The rule is off.")
        messages.success(request, text)
        return _to(rule)
    given = {**request.POST.dict(), "figure": rule.figure}
    form = RuleForm(given, figures={rule.figure: rule.get_figure_display()})
    if not form.is_valid():
        for name, errors in form.errors.items():
            told = " ".join(str(error) for error in errors)
            messages.error(request, f"{form[name].label}: {told}")
        return _to(rule)
    regression_rules.change(rule, **form.cleaned_data)
    messages.success(request, _("Changed. The results are looked at anew."))
    return _to(rule)


@require_POST
@login_to_post
def delete(request: UserRequest, id: UUID) -> HttpResponse:
    rule = trend_queries.own_rule(request.user, id)
    RegressionRule.objects.filter(pk=rule.pk).delete()
    messages.success(request, _("The rule and what it found are deleted."))
    return _to(rule)


@require_POST
@login_to_post
def send_again(request: UserRequest, id: UUID) -> HttpResponse:
    """Another try for a mail that failed."""
    found = Regression.objects.select_related("rule")
    regression = get_object_or_404(found, pk=id, rule__owner=request.user)
    Regression.objects.filter(pk=id, mailed_at=None).update(mail_error="")
    messages.success(request, _("The mail is tried again within a minute."))
    return _to(regression.rule)


@require_POST
@login_to_post
def renew_feed(request: UserRequest) -> HttpResponse:
    """A new key for the private feed; the address before it ends."""
    feed_keys.renew(request.user)
    messages.success(request, _("Your feed has a new address."))
    return back_to(request, reverse("portal:trends"))


@require_POST
@login_to_post
def revoke_feed(request: UserRequest) -> HttpResponse:
    feed_keys.revoke(request.user)
    messages.success(request, _("Your feed is switched off; its address is gone."))
    return back_to(request, reverse("portal:trends"))


def _watchable(request: UserRequest, series_id: UUID) -> Series:
    series = trend_queries.shown(request.user, series_id)
    if not regression_rules.may_watch(request.user, series):
        raise Http404
    return series


def _to(rule: RegressionRule) -> HttpResponse:
    return redirect("portal:trend", rule.series_id)
