"""Before the first load on a server its user shows control of it, and agrees to the load.

Control is shown by a worker that writes a marker with the endpoint's account and drops it
again. Consent is given once per endpoint, to what ``bounds`` says, and holds until it is
withdrawn or the endpoint gets another host, port, engine or account. One that was given before
loads could be scripts of one's own does not cover these: it is asked for once more.

Where the same name leads to another server, as after a failover of a managed service, consent
holds: it was given to the name, whose owner says what it means, and a schedule is not to stop
at night. Control is shown anew, though, on the server that is reached, before any load.
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from benchruns.audit.record import record
from benchruns.endpoints import bounds
from benchruns.models import Endpoint, Server
from benchruns.vocabulary import AuditAction

NO_CONSENT: dict[str, Any] = {
    "consent_at": None,
    "consent_by": None,
    "consent_names_scripts": False,
}


@transaction.atomic
def give(endpoint: Endpoint, *, by: AbstractBaseUser) -> bool:
    """Note who agreed and when; False where consent to all of it was there already."""
    now = timezone.now()
    without = Endpoint.objects.registered().filter(
        pk=endpoint.pk, consent_names_scripts=False
    )
    if not without.update(consent_at=now, consent_by=by.pk, consent_names_scripts=True):
        return False
    endpoint.consent_at, endpoint.consent_by_id = now, by.pk
    endpoint.consent_names_scripts = True
    record(
        AuditAction.CONSENT_GIVEN,
        by=by,
        on=endpoint,
        host=endpoint.host,
        port=endpoint.port,
        username=endpoint.username,
        bounds=bounds.of_endpoint(endpoint).as_dict(),
        own_scripts=True,
    )
    return True


@transaction.atomic
def withdraw(
    endpoint: Endpoint, *, by: AbstractBaseUser, is_moved: bool = False
) -> bool:
    """False where there was none. A run that is under way goes on, the others fail."""
    consented = Endpoint.objects.filter(pk=endpoint.pk, consent_at__isnull=False)
    if not consented.update(**NO_CONSENT):
        return False
    endpoint.consent_at = endpoint.consent_by = None
    endpoint.consent_names_scripts = False
    record(
        AuditAction.CONSENT_WITHDRAWN,
        by=by,
        on=endpoint,
        because="connection_changed" if is_moved else "asked",
    )
    return True


def settle(endpoint: Endpoint, *, consent: bool | None, by: AbstractBaseUser) -> None:
    """Give or withdraw it, as was asked; None leaves it as it is."""
    if consent is not None:
        (give if consent else withdraw)(endpoint, by=by)


def forget(endpoint: Endpoint) -> None:
    """Both were about another server or account than it has now."""
    Endpoint.objects.filter(pk=endpoint.pk).update(control_shown_at=None)
    withdraw(endpoint, by=endpoint.owner, is_moved=True)


def note_control(endpoint: Endpoint, server: Server) -> None:
    """A marker was written on ``server``, with the account that was read, and dropped.

    It shows nothing of the account that the endpoint was given meanwhile.
    """
    Endpoint.objects.filter(
        pk=endpoint.pk, server=server, username=endpoint.username
    ).update(control_shown_at=timezone.now())
