"""Registering endpoints: what follows when one is changed, checked or deleted."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, EngineName
from benchruns.failures import Failure
from benchruns.lifecycle import NotAllowed
from benchruns.models import Check, Endpoint, Run, Server
from benchruns.vocabulary import TERMINAL_STATES

CONNECTION_FIELDS = frozenset(
    {"engine", "host", "port", "username", "password", "database", "tls"}
)


def forget_checks(endpoint: Endpoint) -> None:
    """What was found holds no longer once the connection has changed."""
    endpoint.checks.all().delete()
    Endpoint.objects.filter(pk=endpoint.pk).update(server=None)


@transaction.atomic
def delete_endpoint(endpoint: Endpoint) -> None:
    """Erase the secret and hide the endpoint; its runs and results stay.

    Raises NotAllowed while a run of it has not ended.
    """
    unfinished = Run.objects.filter(endpoint=endpoint).exclude(
        state__in=TERMINAL_STATES
    )
    if count := unfinished.count():
        raise NotAllowed(
            _(
                "%(count)d of its runs have not ended. Cancel them, then delete the "
                "endpoint."
            )
            % {"count": count}
        )
    Endpoint.objects.filter(pk=endpoint.pk).update(
        deleted_at=timezone.now(), password_encrypted=""
    )


def server_of(endpoint: Endpoint, *, address: str) -> Server:
    """The server that the endpoint was reached as, remembered on the endpoint."""
    server, _created = Server.objects.get_or_create(
        family=ENGINES[endpoint.engine].family, address=address, port=endpoint.port
    )
    Endpoint.objects.filter(pk=endpoint.pk).exclude(server=server).update(server=server)
    return server


@transaction.atomic
def pass_check(
    check: Check, *, server: Mapping[str, Any], missing_privileges: tuple[str, ...]
) -> None:
    """Store what a check found; the engine found wins over the one given."""
    found = EngineName(server["engine"])
    message = _("Connected to %(engine)s %(version)s.") % {
        "engine": found.label,
        "version": server["version"],
    }
    if found != check.endpoint.engine:
        Endpoint.objects.filter(pk=check.endpoint_id).update(engine=found)
        message += " " + _(
            "It was registered as %(given)s; the engine found has been stored."
        ) % {"given": ENGINES[check.endpoint.engine].label}
    code = ""
    if missing_privileges:
        code = "no_privilege"
        message += " " + _(
            "The account lacks %(privileges)s: grant it, or a run will be refused."
        ) % {"privileges": ", ".join(missing_privileges)}
    _finish(
        check,
        ok=not missing_privileges,
        code=code,
        message=message,
        server=dict(server),
        missing_privileges=list(missing_privileges),
    )


def fail_check(check: Check, *, failure: Failure) -> None:
    _finish(
        check,
        ok=False,
        code=failure.code,
        message=failure.message,
        detail=failure.detail,
    )


def _finish(check: Check, **found: Any) -> None:
    Check.objects.filter(pk=check.pk, finished_at__isnull=True).update(
        finished_at=timezone.now(), **found
    )
