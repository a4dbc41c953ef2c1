"""Registering and changing endpoints: one set of rules for the API and the page forms."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from benchruns import encryption as secrets
from benchruns.audit.record import record
from benchruns.endpoints import consents
from benchruns.endpoints.registration import data_left, forget_checks, refuse_with_data
from benchruns.engines import ENGINES
from benchruns.errors import FieldError, NotAllowed
from benchruns.limits import door
from benchruns.models import Endpoint, InstanceClass, Provider, Run
from benchruns.vocabulary import TERMINAL_STATES, AuditAction, Limit

# What decides who gets the password: it is not to follow a change that its owner, who
# knows it, may not have made.
DESTINATION_FIELDS = frozenset(
    {
        "engine",
        "host",
        "port",
        "tls",
        "tls_ca",
        "allow_tls_1_0",
        "allow_cleartext_password",
    }
)
# What decides whose server and account it is: consent was given for these.
CONSENTED_FIELDS = frozenset({"engine", "host", "port", "username"})
CONNECTION_FIELDS = DESTINATION_FIELDS | {"username", "password", "database"}
RUNS_NAMED = 5

# by the names of the model's fields, ``password`` and ``consent`` (see ``consents.settle``)
Values = Mapping[str, Any]


class EndpointGone(LookupError):
    """The endpoint was deleted before the change was stored."""


def find_class(
    code: str, *, engine: str, provider: Provider | None = None
) -> InstanceClass:
    """The one class of a code, of the engine or else of one that speaks the same
    protocol."""
    sold = InstanceClass.objects.filter(code=code).select_related("provider")
    if provider is not None:
        sold = sold.filter(provider=provider)
    found = [one for one in sold if one.engine == engine] or [
        one for one in sold if _fits(one, engine)
    ]
    if not found:
        raise FieldError(
            "instance_class", _("There is no class of this code for this engine.")
        )
    if len(found) > 1:
        raise FieldError(
            "instance_class",
            _("Several providers sell it: give provider as well, one of %(known)s.")
            % {"known": ", ".join(sorted({one.provider_id for one in found}))},
        )
    return found[0]


@transaction.atomic
def register(owner: AbstractBaseUser, values: Values) -> Endpoint:
    """A new endpoint; raises FieldError, and LimitReached."""
    door.admit(owner, Limit.ENDPOINTS)
    settled = _settled(values, current=None)
    consent = settled.pop("consent", None)
    endpoint = Endpoint(owner_id=owner.pk, **_columns(settled))
    with _unique_name():
        endpoint.save(force_insert=True)
    place = _place(endpoint)
    record(AuditAction.ENDPOINT_REGISTERED, by=owner, on=endpoint, server=place)
    consents.settle(endpoint, consent=consent, by=owner)
    return endpoint


def _place(endpoint: Endpoint) -> str:
    """Where it leads, for whoever asks later who sent load there: ``db.example:3306``."""
    return f"{endpoint.host}:{endpoint.port}"


@transaction.atomic
def change(endpoint_id: UUID, values: Values, *, leave_data: bool = False) -> bool:
    """Store what differs. True if the connection does: then checks are forgotten.

    A password that is given counts as another one. Another server or account has no
    consent, unless it is given anew with the change. Raises FieldError, also where the
    stored password would be sent to another place, NotAllowed while runs need the connection as it is, DataStays,
    unless ``leave_data``, while data is on a server that it would not lead to any more,
    and EndpointGone: a deleted endpoint must not come back with its secret.
    """
    # Scheduling a run waits for this lock: its foreign key takes one on the row.
    kept = Endpoint.objects.registered().filter(pk=endpoint_id)
    current = kept.select_for_update().first()
    if current is None:
        raise EndpointGone(endpoint_id)
    settled = _settled(values, current=current)
    consent = settled.pop("consent", None)
    changed = {
        name: value
        for name, value in settled.items()
        if name == "password" or getattr(current, name) != value
    }
    is_reconnected = bool(CONNECTION_FIELDS & changed.keys())
    is_moved = _is_moved(current, changed)
    if DESTINATION_FIELDS & changed.keys() and "password" not in changed:
        _refuse_to_pass_on_password(current)
    if is_reconnected:
        _refuse_under_runs(current)
    if is_moved and not leave_data:
        on_server = data_left(current).filter(server=current.server)
        refuse_with_data(on_server, all_the_same=_("change the connection"))
    with _unique_name():
        kept.update(**_columns(changed))
    if changed:
        before, after = _place(current), _place(kept.get())
        moved: dict[str, Any] = (
            {} if before == after else {"server_before": before, "server": after}
        )
        # of all else the names alone: a value may be a password
        record(
            AuditAction.ENDPOINT_CHANGED,
            by=current.owner,
            on=current,
            changed=sorted(changed),
            **moved,
        )
    if is_reconnected:
        forget_checks(current, is_moved=is_moved)
    if CONSENTED_FIELDS & changed.keys():
        consents.forget(current)
    consents.settle(kept.get(), consent=consent, by=current.owner)
    return is_reconnected


def _refuse_to_pass_on_password(endpoint: Endpoint) -> None:
    try:
        has_password = bool(endpoint.password)
    except InvalidToken:  # its key is gone: nobody else has it either
        has_password = True
    if has_password:
        raise FieldError(
            "password",
            _(
                "Give the password again: the stored one is not sent to a server whose "
                "engine, host, port or TLS setting was changed."
            ),
        )


def _is_moved(endpoint: Endpoint, changed: Values) -> bool:
    """Whether it may lead to another server: host, port or what is spoken there."""
    engine = changed.get("engine", endpoint.engine)
    return (
        not changed.keys().isdisjoint({"host", "port"})
        or ENGINES[engine].family != ENGINES[endpoint.engine].family
    )


def _refuse_system_database(engine: str, database: str) -> None:
    if database.casefold() in ENGINES[engine].family.system_databases:
        raise FieldError(
            "database",
            _("%(name)s is the server's own. Name a database that tests may use.")
            % {"name": database},
        )


def _refuse_tls_1_0(engine: str) -> None:
    if not ENGINES[engine].family.limited_to_tls_1_0:
        raise FieldError(
            "allow_tls_1_0",
            _("%(engine)s has no need of TLS 1.0: leave this off.")
            % {"engine": ENGINES[engine].label},
        )


def _settled(values: Values, *, current: Endpoint | None) -> dict[str, Any]:
    """The values with what follows from the class that the endpoint will have."""

    def effective(name: str) -> Any:
        return values[name] if name in values else getattr(current, name, None)

    if {"engine", "database"} & values.keys():
        _refuse_system_database(effective("engine"), effective("database"))
    if effective("allow_tls_1_0"):
        _refuse_tls_1_0(effective("engine"))
    sold: InstanceClass | None = effective("instance_class")
    if sold is None:
        return dict(values)
    engine = effective("engine")
    if not _fits(sold, engine):
        raise FieldError(
            "instance_class" if "instance_class" in values else "engine",
            _("The class %(code)s is sold for %(sold)s, not for %(engine)s.")
            % {
                "code": sold.code,
                "sold": ENGINES[sold.engine].label,
                "engine": ENGINES[engine].label,
            },
        )
    is_kept = "instance_class" not in values
    if is_kept and "provider" in values and values["provider"] != sold.provider:
        raise FieldError(
            "provider",
            _("The instance class is of another provider: change it as well."),
        )
    for name in ("vcpus", "memory_gb"):
        if values.get(name) not in (None, getattr(sold, name)):
            raise FieldError(
                name,
                _("The instance class has %(value)g. Leave this out.")
                % {"value": getattr(sold, name)},
            )
    return {**values, "provider": sold.provider, "vcpus": None, "memory_gb": None}


def _fits(sold: InstanceClass, engine: str) -> bool:
    return ENGINES[sold.engine].family == ENGINES[engine].family


def _columns(values: Values) -> dict[str, Any]:
    columns = dict(values)
    if "password" in columns:
        columns["password_encrypted"] = secrets.encrypt(columns.pop("password"))
    return columns


def _refuse_under_runs(endpoint: Endpoint) -> None:
    """Scheduled and queued runs were asked for on this server, not on another one."""
    runs = Run.objects.filter(endpoint=endpoint).exclude(state__in=TERMINAL_STATES)
    ids = [str(pk) for pk in runs.values_list("pk", flat=True)]
    if ids:
        named = ", ".join(ids[:RUNS_NAMED])
        raise NotAllowed(
            _(
                "The connection cannot change while runs of the endpoint are "
                "scheduled, queued or running (%(count)d: %(runs)s). Cancel them or "
                "let them end first."
            )
            % {
                "count": len(ids),
                "runs": f"{named}, …" if len(ids) > RUNS_NAMED else named,
            }
        )


@contextmanager
def _unique_name() -> Iterator[None]:
    """The constraint ``one_endpoint_a_name`` speaks: it alone is sure."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise FieldError(
            "name", _("You have an endpoint of this name already.")
        ) from error
