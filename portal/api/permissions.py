"""What a caller may do with a kind of address; rows are guarded by their querysets."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from portal.accounts.second_factor import LACKS, lacks_second_factor
from portal.models import ApiToken
from portal.models import TokenScope as Scope

if TYPE_CHECKING:  # REST framework's views import this module by its setting
    from rest_framework.views import APIView


class TokenScope(BasePermission):
    """Reading is open where the view ``is_public``; writing takes a write token.

    ``reading_actions`` create nothing, whatever their method: they take any token.
    A browser's session counts as read and write.
    """

    message = _("This token may only read. Create one that may read and write.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if lacks_second_factor(request.user):
            raise PermissionDenied(LACKS)
        if not request.user.is_authenticated:
            return request.method in SAFE_METHODS and getattr(view, "is_public", False)
        if request.method in SAFE_METHODS or _creates_nothing(view):
            return True
        token = request.auth
        return not isinstance(token, ApiToken) or token.scope == Scope.WRITE


def _creates_nothing(view: "APIView") -> bool:
    names: frozenset[str] = getattr(view, "reading_actions", frozenset())
    return getattr(view, "action", None) in names
