"""Making, changing, pausing and deleting a webhook, by its user; letting it out, by staff.

What has a server of the user's choice asked, or asked about, counts as a check of the user's:
whoever looked for ports would need many of them.
"""

from collections.abc import Iterable
from contextlib import suppress
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import FieldError, NotAllowed
from benchruns.limits import door
from benchruns.models import AllowedReceiver, Delivery, Webhook
from benchruns.outbox.record import TEST, draw_number, write
from benchruns.vocabulary import AuditAction, DeliveryState, Limit, WebhookEvent
from benchruns.webhooks import addresses
from benchruns.webhooks.signature import new_secret

SKIPPED = "skipped"
WAITS_FOR_STAFF = "public_address_waits"


def create(
    *,
    owner: AbstractBaseUser,
    address: str,
    events: Iterable[str],
    is_active: bool = True,
    by_token: UUID | None = None,
) -> tuple[Webhook, str]:
    """The row and its secret, which nobody is shown again; ``by_token`` is the owner's API
    token that asks for it, if one does.

    Raises FieldError, and LimitReached.
    """
    cleaned, secret = addresses.whole(address), new_secret()
    with transaction.atomic(durable=True):  # counts whatever becomes of the rest
        door.admit(owner, Limit.WEBHOOKS)
        door.spend(owner, Limit.CHECKS)
    addresses.refuse_unreachable(cleaned)
    with transaction.atomic():
        door.admit(owner, Limit.WEBHOOKS)
        webhook = Webhook(
            owner_id=owner.pk,
            events=clean_events(events),
            is_active=is_active,
            address_by=by_token,
            secret_by=by_token,
        )
        webhook.target, webhook.secret = cleaned, secret
        webhook.save(force_insert=True)
        record(AuditAction.WEBHOOK_MADE, by=owner, on=webhook, events=webhook.events)
    return webhook, secret


def change(
    webhook: Webhook,
    *,
    by: AbstractBaseUser,
    address: str | None = None,
    events: Iterable[str] | None = None,
    is_active: bool | None = None,
    by_token: UUID | None = None,
) -> Webhook:
    """The row as changed. Where another address leads has to be allowed anew; one that is
    given as it is shown stays.

    Raises FieldError, LimitReached, and NotAllowed where it cannot be resumed. No transaction
    may be open where there is an address.
    """
    other = None if address is None else _other(webhook, address)
    if other is not None:
        with transaction.atomic(durable=True):
            door.spend(by, Limit.CHECKS)
        addresses.refuse_unreachable(other)
    with transaction.atomic():
        row = _locked(webhook)
        changed = []
        if other is not None:
            row.target, row.address_by = other, by_token
            row.allowed_receivers.all().delete()
            changed.append("address")
        if events is not None and (known := clean_events(events)) != row.events:
            row.events = known
            changed.append("events")
        if is_active is not None and is_active != row.is_active:
            row.is_active = is_active
            if is_active:
                _refuse_without_secret(row)
                _refuse_led_by_another(row, by_token)
            if is_active and by_token is None:  # who resumes it has seen where it leads
                row.address_by = None
            changed.append("is_active")
        if changed:
            row.save()
            record(
                AuditAction.WEBHOOK_CHANGED,
                by=by,
                on=row,
                changed=changed,
                is_active=row.is_active,
            )
    return row


@transaction.atomic
def renew_secret(
    webhook: Webhook, *, by: AbstractBaseUser, by_token: UUID | None = None
) -> str:
    """Another one: what is sent from now on is signed with it, what waits as well."""
    row, secret = _locked(webhook), new_secret()
    row.secret, row.secret_by = secret, by_token
    row.save(update_fields=["secret_encrypted", "secret_by"])
    record(AuditAction.WEBHOOK_CHANGED, by=by, on=row, changed=["secret"])
    return secret


@transaction.atomic
def allow(webhook: Webhook, *, receiver: str, by: AbstractBaseUser) -> None:
    """Let it lead to this public IP address, as one of the staff; what waits is tried at once.

    NotAllowed where nothing waits for this one: its name may lead elsewhere by now.
    """
    row = _locked(webhook)
    waiting = row.deliveries.filter(state=DeliveryState.WAITING)
    if not waiting.filter(code=WAITS_FOR_STAFF, detail=receiver).exists():
        raise NotAllowed(_("Nothing waits to be sent to that address any more."))
    AllowedReceiver.objects.get_or_create(
        webhook=row, address=receiver, defaults={"allowed_by_id": by.pk}
    )
    waiting.update(next_try_at=timezone.now())
    record(AuditAction.WEBHOOK_ALLOWED, by=by, on=row, server=receiver)


@transaction.atomic
def delete(webhook: Webhook, *, by: AbstractBaseUser) -> None:
    """With all that was, or is, to be sent to it."""
    row = _locked(webhook)
    record(AuditAction.WEBHOOK_DELETED, by=by, on=row)
    row.delete()


@transaction.atomic
def test(webhook: Webhook) -> Delivery:
    """An event that says nothing, to see whether it arrives; NotAllowed while it is paused.

    LimitReached where the owner asked for too much in this minute, as for those below.
    """
    _refuse_paused(webhook)
    door.spend(webhook.owner, Limit.CHECKS)
    told = {"text": _("A test of this webhook: nothing has happened.")}
    return write(webhook, TEST, told)


@transaction.atomic
def redeliver(delivery: Delivery) -> Delivery:
    """Send it once more, after what waits already; NotAllowed where it waits itself."""
    _refuse_paused(delivery.webhook)
    door.spend(delivery.webhook.owner, Limit.CHECKS)
    now = timezone.now()
    ended = Delivery.objects.filter(pk=delivery.pk).exclude(state=DeliveryState.WAITING)
    if not ended.update(
        state=DeliveryState.WAITING,
        number=draw_number(),
        waits_since=now,
        next_try_at=now,
        finished_at=None,
    ):
        raise NotAllowed(_("It waits to be sent already."))
    delivery.refresh_from_db()
    return delivery


@transaction.atomic
def skip(delivery: Delivery) -> Delivery:
    """Give it up now, so that what waits behind it is sent; NotAllowed where it has ended.

    It may be sent again later. A try that is under way still reaches the receiver, and
    changes nothing here.
    """
    door.spend(delivery.webhook.owner, Limit.CHECKS)
    now = timezone.now()
    waits = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING)
    if not waits.update(
        state=DeliveryState.FAILED,
        next_try_at=None,
        finished_at=now,
        code=SKIPPED,
        detail="",
    ):
        raise NotAllowed(_("It does not wait any more."))
    delivery.refresh_from_db()
    return delivery


def _refuse_paused(webhook: Webhook) -> None:
    if not webhook.is_active:
        raise NotAllowed(_("The webhook is paused. Resume it first."))


def _refuse_without_secret(webhook: Webhook) -> None:
    if not webhook.has_secret:
        raise NotAllowed(
            _(
                "An API token that no longer works knew its secret. Make a new secret first, "
                "and give it to your receiver."
            )
        )


def _refuse_led_by_another(webhook: Webhook, token: UUID | None) -> None:
    """It may have been paused since that one was stolen; whoever is signed in looks first."""
    if token is not None and webhook.address_by not in (None, token):
        raise NotAllowed(
            _(
                "Another API token said where it leads. See where that is, and resume it on "
                "its page."
            )
        )


def clean_events(events: Iterable[str]) -> list[str]:
    """In the order of their table, each once; FieldError for none, or another."""
    given = set(events)
    if unknown := sorted(given - set(WebhookEvent.values)):
        raise FieldError(
            "events",
            _("There is no event %(name)s. Choose from: %(known)s.")
            % {"name": unknown[0], "known": ", ".join(WebhookEvent.values)},
        )
    if not given:
        raise FieldError("events", _("Choose one event at least."))
    return [event for event in WebhookEvent.values if event in given]


def _other(webhook: Webhook, address: str) -> str | None:
    """The address, where it is not the webhook's already; FieldError where it is not whole."""
    if addresses.clean(address) == webhook.address:
        return None
    cleaned = addresses.whole(address)
    with suppress(InvalidToken):  # no key reads the old one: this one takes its place
        if cleaned == webhook.target:
            return None
    return cleaned


def _locked(webhook: Webhook) -> Webhook:
    return Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)
