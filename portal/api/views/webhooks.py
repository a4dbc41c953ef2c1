"""Webhooks: made, changed, tried out and deleted, and what was sent to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.errors import FieldError, NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.models import Webhook
from benchruns.webhooks import changes
from portal.actions import webhooks as actions
from portal.api.authentication import by_valid_token, caller, token_of
from portal.api.idempotency import idempotent, idempotent_while_waiting, shown_once
from portal.api.pagination import FewNewestFirst
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.webhooks import (
    DeliverySerializer,
    NewWebhookSerializer,
    RedeliveryRequestSerializer,
    SkipRequestSerializer,
    WebhookRequestSerializer,
    WebhookSerializer,
)
from portal.api.views.base import ReadOnlyRows
from portal.queries import webhooks as queries
from portal.web import permissions
from portal.web.problems import Conflict


class WebhookViewSet(ReadOnlyRows[Webhook]):
    """One's own webhooks, for staff all; newest first."""

    queryset = Webhook.objects.none()
    serializer_class = WebhookSerializer
    conflicting_actions = frozenset({"partial_update"})

    def get_queryset(self) -> QuerySet[Webhook]:
        return queries.listed(self.request.user)

    @extend_schema(
        request=WebhookRequestSerializer,
        responses={201: NewWebhookSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent_while_waiting
    def create(self, request: Request) -> Response:
        """The secret is in this answer alone: a repeat with the same Idempotency-Key creates
        nothing and is told 409."""
        asked = WebhookRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        with _answered(), by_valid_token(request):
            made, secret = changes.create(
                owner=caller(request),
                by_token=token_of(request),
                **asked.validated_data,
            )
        data = {**self._show(made.pk), "secret": secret}
        return shown_once(self.created(made, data, basename="webhook"), _shown_before())

    @extend_schema(request=WebhookRequestSerializer, responses=WebhookSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """What is left out stays; another public address has to be allowed by staff anew."""
        webhook = self._own()
        asked = WebhookRequestSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        with _answered(), by_valid_token(request):
            changes.change(
                webhook,
                by=caller(request),
                by_token=token_of(request),
                **asked.validated_data,
            )
        return Response(self._show(webhook.pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: UUID) -> Response:
        """With what is still to be sent to it, and its log."""
        changes.delete(self._own(), by=caller(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(
        request=None,
        responses={201: NewWebhookSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"], url_path="new-secret")
    @idempotent
    def new_secret(self, request: Request, pk: UUID) -> Response:
        """All that is sent from now on is signed with it, what waits already as well."""
        self.refuse_body(request)
        webhook = self._own()
        with by_valid_token(request):
            secret = changes.renew_secret(
                webhook, by=caller(request), by_token=token_of(request)
            )
        data = {**self._show(webhook.pk), "secret": secret}
        return shown_once(Response(data, status=HTTPStatus.CREATED), _shown_before())

    @extend_schema(
        request=None, responses={201: DeliverySerializer}, parameters=[IDEMPOTENCY_KEY]
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def test(self, request: Request, pk: UUID) -> Response:
        """An event of the name `test`, sent in a moment: its row among the deliveries tells what
        came of it."""
        self.refuse_body(request)
        with _answered():
            delivery = actions.test(self._own())
        return Response(DeliverySerializer(delivery).data, status=HTTPStatus.CREATED)

    @extend_schema(
        request=RedeliveryRequestSerializer,
        responses={201: DeliverySerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def redeliver(self, request: Request, pk: UUID) -> Response:
        """The same body once more, after what waits already."""
        webhook = self._own()
        asked = RedeliveryRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        found = webhook.deliveries.select_related("webhook")
        delivery = get_object_or_404(found, pk=asked.validated_data["delivery"])
        with _answered():
            delivery = actions.redeliver(delivery)
        return Response(DeliverySerializer(delivery).data, status=HTTPStatus.CREATED)

    @extend_schema(
        request=SkipRequestSerializer,
        responses=DeliverySerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def skip(self, request: Request, pk: UUID) -> Response:
        """Gives up one that waits, so that the later ones are sent; it can be sent again."""
        webhook = self._own()
        asked = SkipRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        delivery = get_object_or_404(
            webhook.deliveries, pk=asked.validated_data["delivery"]
        )
        with _answered():
            delivery = actions.skip(delivery)
        return Response(DeliverySerializer(delivery).data)

    @extend_schema(responses=DeliverySerializer(many=True))
    @action(
        detail=True,
        query_names=FewNewestFirst.query_names,
        pagination_class=FewNewestFirst,
        serializer_class=DeliverySerializer,
    )
    def deliveries(self, request: Request, pk: UUID) -> Response:
        """What was, or is, to be sent, newest first; what has ended stays for 30 days."""
        found: Any = self.get_object().deliveries.all()
        page: Any = self.paginate_queryset(found)
        return self.get_paginated_response(DeliverySerializer(page, many=True).data)

    def _own(self) -> Webhook:
        webhook = self.get_object()
        if not permissions.is_owner(self.request.user, webhook.owner_id):
            raise PermissionDenied(_("This webhook belongs to another user."))
        return webhook

    def _show(self, pk: UUID) -> dict[str, Any]:  # JSON values
        return dict(WebhookSerializer(self.get_queryset().get(pk=pk)).data)


def _shown_before() -> str:
    return _("Its secret was shown once. If you have it not, make a new one.")


@contextmanager
def _answered() -> Iterator[None]:
    """400 for what it cannot be, 409 for what it may not now."""
    try:
        yield
    except FieldError as refusal:
        raise ValidationError({refusal.field: [str(refusal)]}) from refusal
    except LimitReached:
        raise
    except NotAllowed as refusal:
        raise Conflict(str(refusal)) from refusal
