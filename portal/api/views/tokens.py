"""One's own API tokens."""

from datetime import datetime

from allauth.account.internal.flows.reauthentication import (
    is_reauthentication_required,
)
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.mixins import DestroyModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.errors import NotAllowed
from benchruns.limits.door import LimitReached
from portal.accounts import tokens
from portal.api.authentication import caller, is_by_token
from portal.api.idempotency import idempotent, shown_once
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.tokens import (
    NewTokenSerializer,
    TokenRequestSerializer,
    TokenSerializer,
)
from portal.api.views.base import ReadOnlyRows
from portal.formats.cells import exact_time
from portal.models import ApiToken, TokenScope


class TokenViewSet(DestroyModelMixin, ReadOnlyRows[ApiToken]):
    """Tokens that have not been revoked; deleting one revokes it."""

    queryset = ApiToken.objects.none()
    serializer_class = TokenSerializer

    def get_queryset(self) -> QuerySet[ApiToken]:
        return ApiToken.objects.filter(
            user=caller(self.request).pk, revoked_at__isnull=True
        )

    @extend_schema(
        request=TokenRequestSerializer,
        responses={201: NewTokenSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """The key is in this answer alone: a repeat with the same Idempotency-Key
        creates nothing and is told 409."""
        asked = TokenRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        _refuse_to_outlive(request.auth, asked.validated_data["expires_at"])
        if asked.validated_data["scope"] == TokenScope.WRITE:
            _require_recent_password(request)
        parent = request.auth if isinstance(request.auth, ApiToken) else None
        try:
            token, key = tokens.issue(
                caller(request), parent=parent, **asked.validated_data
            )
        except LimitReached:
            raise
        except NotAllowed as refusal:
            raise PermissionDenied(str(refusal)) from refusal
        data = {**TokenSerializer(token).data, "key": key}
        return shown_once(
            self.created(token, data, basename="token"),
            _("This token exists. Its key was shown once: revoke it, create another."),
        )

    def perform_destroy(self, instance: ApiToken) -> None:
        tokens.revoke(instance, by=caller(self.request))


def _require_recent_password(request: Request) -> None:
    """Whoever finds a browser signed in is not to leave with a key that writes."""
    if is_by_token(request):
        return
    if is_reauthentication_required(request._request, app="portal"):
        message = _(
            "A token that writes is made by who gives the password again: make it at %(page)s, "
            "or ask with a token that writes."
        )
        raise PermissionDenied(message % {"page": reverse("portal:tokens")})


def _refuse_to_outlive(parent: object, expires_at: datetime | None) -> None:
    """A stolen token must not become a lasting one."""
    if not isinstance(parent, ApiToken) or parent.expires_at is None:
        return
    if expires_at is None or expires_at > parent.expires_at:
        message = _("The token of this request ends at %(end)s: end by then.")
        end = exact_time(parent.expires_at)
        raise ValidationError({"expires_at": [message % {"end": end}]})
