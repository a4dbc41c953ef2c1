"""Pages for reviewers alone."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase

from benchruns.models.submissions import is_reviewer
from portal.web.requests import UserRequest

Rest = ParamSpec("Rest")
View = Callable[Concatenate[UserRequest, Rest], HttpResponse]


def reviewers_only(view: View[Rest]) -> Callable[..., HttpResponseBase]:
    """Others are asked to log in or, when they are, refused with 403."""

    @wraps(view)
    def checked(
        request: UserRequest, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if not is_reviewer(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return login_required(checked)
