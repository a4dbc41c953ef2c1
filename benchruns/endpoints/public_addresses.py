"""Servers in the internet: nothing is sent there before staff allowed it for an endpoint.

A list of networks, where there is one, has decided already: it names what is allowed.
"""

from enum import StrEnum
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.endpoints.networks import is_public
from benchruns.errors import FieldError
from benchruns.failures.failure import Failure, failure
from benchruns.models import Endpoint, PublicAddress
from benchruns.vocabulary import AuditAction


class Policy(StrEnum):
    """What is done with an address of the internet that no list of networks names."""

    ASK = "ask"
    ALLOW = "allow"
    REFUSE = "refuse"


def refusal(
    endpoint: Endpoint, address: str, *, port: int, policy: str, is_listed: bool
) -> Failure | None:
    """Why nothing may connect there yet; None where it may. Staff are asked by this.

    ``port`` is the database's, or that of the exporter which tells of its machine."""
    if is_listed or policy == Policy.ALLOW or not is_public(address):
        return None
    if policy == Policy.REFUSE:
        return failure("public_address_never", address=address)
    asked, _is_new = PublicAddress.objects.get_or_create(
        endpoint=endpoint, address=address, port=port
    )
    if asked.is_allowed:
        return None
    if asked.is_allowed is None:
        return failure("public_address_waits", address=address)
    return failure("public_address_refused", address=address, reason=asked.reason)


def listed() -> QuerySet[PublicAddress]:
    """Those that wait first, each kind with the newest first."""
    found = PublicAddress.objects.filter(endpoint__deleted_at__isnull=True)
    return found.select_related("endpoint__owner", "decided_by").order_by(
        F("decided_at").desc(nulls_first=True), "-asked_at"
    )


@transaction.atomic
def decide(
    address_id: UUID, *, is_allowed: bool, by: AbstractBaseUser, reason: str = ""
) -> PublicAddress:
    """Allow or refuse it, also after it was decided otherwise. FieldError without a
    reason to refuse; DoesNotExist for an unknown one."""
    asked = PublicAddress.objects.select_for_update().get(pk=address_id)
    if not (is_allowed or reason):
        raise FieldError("reason", _("Say why it is refused: its owner reads it."))
    asked.is_allowed, asked.reason = is_allowed, reason
    asked.decided_at, asked.decided_by_id = timezone.now(), by.pk
    asked.save()
    record(
        AuditAction.ADDRESS_ALLOWED if is_allowed else AuditAction.ADDRESS_REFUSED,
        by=by,
        on=asked.endpoint,
        server=str(asked),
        reason=reason,
    )
    return asked
