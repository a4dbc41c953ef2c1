"""Registering endpoints: what follows when one is changed, checked or deleted."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.engines import ENGINES
from benchruns.errors import NotAllowed
from benchruns.failures.failure import Failure
from benchruns.models import Check, DataSet, Endpoint, Run, Server
from benchruns.runs.kept_data import STAYS
from benchruns.vocabulary import TERMINAL_STATES, AuditAction

NO_TOOLS: Mapping[str, None] = {}


class DataStays(NotAllowed):
    """Data is on the server that only the endpoint as it is can drop; the text names it.

    Its owner may leave it there all the same.
    """


def forget_checks(endpoint: Endpoint, *, is_moved: bool) -> None:
    """What was found holds no longer once the connection has changed.

    Which server it leads to is unknown then, too, if it ``is_moved``.
    """
    endpoint.checks.all().delete()
    if is_moved:
        Endpoint.objects.filter(pk=endpoint.pk).update(server=None)


@transaction.atomic
def delete_endpoint(endpoint: Endpoint, *, leave_data: bool = False) -> None:
    """Erase the secret and hide the endpoint; its runs and results stay.

    Raises NotAllowed while a run of it has not ended, and, unless ``leave_data``,
    DataStays while there is data on its server that only its account can drop.
    """
    # of a run that is asked for meanwhile one of both sees the other
    Endpoint.objects.select_for_update().get(pk=endpoint.pk)
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
    if not leave_data:
        refuse_with_data(data_left(endpoint), all_the_same=_("delete the endpoint"))
    Endpoint.objects.filter(pk=endpoint.pk).update(
        deleted_at=timezone.now(), password_encrypted=""
    )
    record(
        AuditAction.ENDPOINT_DELETED,
        by=endpoint.owner,
        on=endpoint,
        leave_data=leave_data,
    )


def data_left(endpoint: Endpoint) -> QuerySet[DataSet]:
    """What its runs have put on servers that is there still."""
    return DataSet.objects.filter(endpoint=endpoint, dropped_at__isnull=True)


def refuse_with_data(left_there: QuerySet[DataSet], *, all_the_same: str) -> None:
    """DataStays, with what to do, if there is any.

    ``all_the_same`` is what the endpoint's owner may do nevertheless.
    """
    by_age = left_there.order_by("created_at")
    if kept := _names(by_age.filter(STAYS)):
        raise DataStays(
            _(
                "Data sets are kept on the server: %(names)s. Drop them on the page "
                "of data sets; or drop them there yourself and %(do)s all the same."
            )
            % {"names": kept, "do": all_the_same}
        )
    if left := _names(by_age):
        raise DataStays(
            _(
                "Data of its runs is still on the server: %(names)s. Check the "
                "endpoint while the server answers, and it will be dropped; or drop "
                "it there yourself and %(do)s all the same."
            )
            % {"names": left, "do": all_the_same}
        )


def _names(data_sets: QuerySet[DataSet]) -> str:
    return ", ".join(data_sets.values_list("workspace", flat=True))


def server_of(endpoint: Endpoint, *, address: str) -> Server:
    """The server that the endpoint was reached as, remembered on the endpoint.

    Endpoints of the same host and port that were never reached lead there, too: so
    their runs stand in one queue before each of them has been looked up.
    """
    family = ENGINES[endpoint.engine].family
    server, _created = Server.objects.get_or_create(
        family=family.name, address=address, port=endpoint.port
    )
    another = Endpoint.objects.filter(pk=endpoint.pk).exclude(server=server)
    another.exclude(server=None).update(control_shown_at=None)
    another.update(server=server)
    engines = [name for name, engine in ENGINES.items() if engine.family is family]
    Endpoint.objects.registered().filter(
        host=endpoint.host, port=endpoint.port, engine__in=engines, server=None
    ).update(server=server)
    return server


@transaction.atomic
def pass_check(
    check: Check,
    *,
    reached: Server,
    server: Mapping[str, Any],
    missing_privileges: tuple[str, ...],
    tools: Mapping[str, Failure | None] = NO_TOOLS,
) -> None:
    """Store what a check found at ``reached``; the engine found wins over the one given.

    ``tools`` says of each that could load the server why it does not reach it; the check
    is passed where one of them does.
    """
    found, given = str(server["engine"]), check.endpoint.engine
    values = {
        "engine": found,
        "version": server["version"],
        "missing_privileges": list(missing_privileges),
        "missing_for_counters": list(server.get("missing_for_counters") or ()),
    }
    if missing_privileges and _takes_literally(server):
        values["wildcards_are_literal"] = True
    if found != given:
        Endpoint.objects.filter(pk=check.endpoint_id).update(engine=found)
        values["registered_engine"] = given
    broken = {name: each for name, each in tools.items() if each is not None}
    values["tools"] = {name: each.as_dict() for name, each in broken.items()}
    code = "no_privilege" if missing_privileges else ""
    if broken and broken.keys() == tools.keys():
        code = code or next(each.code for each in broken.values())
    _finish(
        check,
        ok=not code,
        code=code,
        values=values,
        detail=next((each.detail for each in broken.values()), ""),
        server={
            **server,
            "tools": {name: each and each.as_dict() for name, each in tools.items()},
        },
        reached=reached,
        missing_privileges=list(missing_privileges),
    )


def _takes_literally(server: Mapping[str, Any]) -> bool:
    """Whether wildcards in grants are names there."""
    return bool(server.get("settings", {}).get("partial_revokes") == "ON")


def fail_check(check: Check, *, failure: Failure) -> None:
    _finish(
        check,
        ok=False,
        code=failure.code,
        values=dict(failure.values),
        detail=failure.detail,
    )


def _finish(check: Check, **found: Any) -> None:
    Check.objects.filter(pk=check.pk, finished_at__isnull=True).update(
        finished_at=timezone.now(), **found
    )
