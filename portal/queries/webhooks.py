"""Webhooks with all that is printed of them."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.shortcuts import get_object_or_404

from benchruns.models import AllowedReceiver, Delivery, Webhook
from benchruns.models.counts import count_of
from benchruns.vocabulary import DeliveryState
from benchruns.webhooks.changes import WAITS_FOR_STAFF
from portal.web.permissions import Viewer


def listed(viewer: Viewer) -> QuerySet[Webhook]:
    """With ``waiting``, how many events are still to be sent, and ``last``, a list of the
    delivery that was tried last."""
    tried = Delivery.objects.filter(tried_at__isnull=False).order_by("-tried_at", "-id")
    waits = Delivery.objects.filter(state=DeliveryState.WAITING)
    return (
        Webhook.objects.visible_to(viewer)
        .select_related("owner")
        .annotate(waiting=count_of(waits, "webhook"))
        .prefetch_related(Prefetch("deliveries", tried[:1], "last"))
    )


def shown(viewer: Viewer, webhook_id: UUID) -> Webhook:
    """One of ``listed``, or 404 for who may not see it."""
    return get_object_or_404(listed(viewer), pk=webhook_id)


def own(viewer: Viewer, webhook_id: UUID) -> Webhook:
    """One's own, or 404."""
    return get_object_or_404(listed(viewer).filter(owner_id=viewer.pk), pk=webhook_id)


def kept_back() -> QuerySet[Webhook]:
    """Those whose events wait until staff have allowed ``receiver``, where they lead."""
    allowed = AllowedReceiver.objects.filter(
        webhook=OuterRef("webhook"), address=OuterRef("detail")
    )
    waiting = Delivery.objects.filter(
        ~Exists(allowed),
        webhook=OuterRef("pk"),
        state=DeliveryState.WAITING,
        code=WAITS_FOR_STAFF,
    ).order_by("-tried_at")
    found = Webhook.objects.annotate(receiver=Subquery(waiting.values("detail")[:1]))
    return found.filter(receiver__isnull=False).select_related("owner")
