"""Pages for staff alone."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase

from portal.web.requests import UserRequest

Rest = ParamSpec("Rest")
View = Callable[Concatenate[UserRequest, Rest], HttpResponseBase]


def staff_only(view: View[Rest]) -> Callable[..., HttpResponseBase]:
    """Others are asked to log in or, when they are, refused with 403."""

    @wraps(view)
    def checked(
        request: UserRequest, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponseBase:
        if not request.user.is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return login_required(checked)
