"""Rewards: one's own; for staff the policies, the codes, and who did what with them."""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.errors import NotAllowed
from benchruns.models import Reward, RewardPolicy
from benchruns.submissions.review.result_names import for_titles
from benchruns.submissions.rewards import audit
from benchruns.submissions.rewards import redeem as redeeming
from benchruns.submissions.rewards import revoke as revoking
from benchruns.submissions.rewards.redeem import RedeemingRefused, Why
from benchruns.vocabulary import Grade
from portal.forms.rewards import PolicyForm
from portal.pages.rewards.lines import log_line, own_reward, reward_line
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, login_to_post, post_only

PAGE_SIZE = 25
WRONG_CODE = "wrong_reward_code"  # of ACCOUNT_RATE_LIMITS

Rest = ParamSpec("Rest")
View = Callable[Concatenate[UserRequest, Rest], HttpResponse]


def _staff_action(view: View[Rest]) -> Callable[..., HttpResponse]:
    """A POST of staff; others are refused with 403."""

    @post_only("portal:rewards")
    @login_to_post
    @wraps(view)
    def checked(
        request: UserRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if not request.user.is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return checked


@login_required
@never_cache
@require_safe
def rewards(request: UserRequest) -> HttpResponse:
    """``redeemed`` names the reward that was redeemed just now."""
    done = _redeemed(request)
    return _page(request, answer=done, is_done=done is not None)


@_staff_action
def change_policy(request: UserRequest, grade: str) -> HttpResponse:
    if grade not in Grade.values:
        raise Http404
    form = PolicyForm(_policies()[Grade(grade)], request.POST)
    if not form.save(by=request.user):
        return _page(request, form=form, status=HTTPStatus.BAD_REQUEST)
    messages.success(request, _("Saved. It counts for codes that are issued from now."))
    return redirect("portal:rewards")


@_staff_action
def redeem(request: UserRequest) -> HttpResponse:
    """Show what a code is worth; with ``agreed``, redeem it."""
    typed = request.POST.get("code", "")
    if not typed.strip():
        return _refused(request, typed, _("Enter a code."))
    if not ratelimit.consume(request, action=WRONG_CODE, dry_run=True):
        return _refused(
            request,
            typed,
            _("Too many wrong codes. Try again in a quarter of an hour."),
            status=HTTPStatus.TOO_MANY_REQUESTS,
        )
    try:
        if "agreed" not in request.POST:
            return _page(
                request, answer=redeeming.look_up(typed, by=request.user), typed=typed
            )
        reward = redeeming.redeem(typed, by=request.user)
    except RedeemingRefused as refused:
        if refused.why == Why.UNKNOWN:
            ratelimit.consume(request, action=WRONG_CODE)
        return _refused(request, typed, str(refused))
    return redirect(f"{reverse('portal:rewards')}?redeemed={reward.pk}#redeem")


@_staff_action
def revoke(request: UserRequest, id: UUID) -> HttpResponse:
    reward = get_object_or_404(Reward, pk=id)
    try:
        revoking.revoke(reward, by=request.user, reason=request.POST.get("reason", ""))
    except NotAllowed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The code is revoked."))
    return redirect("portal:rewards")


def _refused(
    request: UserRequest,
    typed: str,
    why: str,
    *,
    status: HTTPStatus = HTTPStatus.BAD_REQUEST,
) -> HttpResponse:
    return _page(request, typed=typed, wrong=why, status=status)


def _redeemed(request: UserRequest) -> Reward | None:
    try:
        wanted = UUID(request.GET.get("redeemed", ""))
    except ValueError:
        return None
    done = Reward.objects.filter(pk=wanted, redeemed_by=request.user)
    return done.select_related("redeemed_by").first()


def _page(
    request: UserRequest,
    *,
    answer: Reward | None = None,
    is_done: bool = False,
    typed: str = "",
    wrong: str = "",
    form: PolicyForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = _own(request)
    if request.user.is_staff:
        context |= _of_staff(request, form)
        context |= {
            "answer": reward_line(answer) if answer else None,
            "is_done": is_done,
            "is_own_code": answer is not None and answer.owner_id == request.user.pk,
            "typed": typed,
            "wrong": wrong,
        }
    return render(request, "rewards/page.html", context, status=status)


def _own(request: UserRequest) -> dict[str, Any]:
    own = Reward.objects.filter(owner=request.user).select_related("submission")
    found = own.prefetch_related(*for_titles("submission__"))
    page = _paged(request, "own", found)
    lines = [own_reward(each, viewer=request.user) for each in page]
    return {"own": lines, "own_page": page}


def _of_staff(request: UserRequest, form: PolicyForm | None) -> dict[str, Any]:
    issued = _paged(
        request, "codes", Reward.objects.select_related("owner", "redeemed_by")
    )
    log = _paged(request, "log", audit.entries(request.user))
    return {
        "policies": _forms(form),
        "issued": [reward_line(each) for each in issued],
        "issued_page": issued,
        "log": [log_line(each) for each in log],
        "log_page": log,
    }


def _forms(sent: PolicyForm | None) -> Sequence[PolicyForm]:
    """With the form as it was sent, where something in it is at fault."""
    return [
        sent if sent is not None and sent.policy == each else PolicyForm(each)
        for each in _policies().values()
    ]


def _policies() -> dict[Grade, RewardPolicy]:
    """One a grade; a grade that nobody has set anything for earns nothing."""
    found = {
        each.grade: each for each in RewardPolicy.objects.select_related("changed_by")
    }
    return {
        grade: found.get(grade.value, RewardPolicy(grade=grade.value, is_active=False))
        for grade in Grade
    }


def _paged(request: UserRequest, word: str, found: QuerySet[Any]) -> Any:
    """The page that the address names, or the nearest that there is."""
    return page_of(request, Paginator(found, PAGE_SIZE), word=word)
