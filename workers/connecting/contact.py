"""From an endpoint to a target: the secret decrypted, the address resolved and checked."""

from cryptography.fernet import InvalidToken
from django.conf import settings

from benchruns.endpoints import failed_contacts, name_service, public_addresses
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.models import Endpoint
from workers.connecting.bounded_http import Place, place_of
from workers.connecting.target import Target


def target_of(endpoint: Endpoint) -> Target:
    """Where to connect to, now. BenchbookError when that is not known or not allowed."""
    address = name_service.resolve(
        endpoint.host, endpoint.port, allowed=settings.ENDPOINT_NETWORKS
    )
    _refuse_unless_allowed(endpoint, address, port=endpoint.port)
    _refuse(failed_contacts.refusal(endpoint, address=address, most=_most_in_vain()))
    return Target(
        engine=endpoint.engine,
        host=endpoint.host,
        address=address,
        port=endpoint.port,
        username=endpoint.username,
        password=_password(endpoint),
        database=endpoint.database,
        tls=endpoint.tls,
        tls_ca=endpoint.tls_ca or None,
        allow_tls_1_0=endpoint.allow_tls_1_0,
        allow_cleartext_password=endpoint.allow_cleartext_password,
    )


def metrics_place_of(endpoint: Endpoint) -> Place:
    """Where the exporter of its machine is asked, under the same rules as the server."""
    place = place_of(endpoint.metrics_url, allowed=settings.ENDPOINT_NETWORKS)
    _refuse_unless_allowed(endpoint, place.address, port=place.port)
    return place


def refuse_after_many(endpoint: Endpoint, place: Place) -> None:
    """BenchbookError where so many were reached in vain that the exporter has to wait."""
    _refuse(
        failed_contacts.refusal_beside(
            endpoint,
            host=place.host,
            address=place.address,
            port=place.port,
            most=_most_in_vain(),
        )
    )


def _refuse_unless_allowed(endpoint: Endpoint, address: str, *, port: int) -> None:
    _refuse(
        public_addresses.refusal(
            endpoint,
            address,
            port=port,
            policy=settings.PUBLIC_ENDPOINTS,
            is_listed=settings.ENDPOINT_NETWORKS is not None,
        )
    )


def _refuse(reason: Failure | None) -> None:
    if reason is not None:
        raise BenchbookError(reason)


def _most_in_vain() -> failed_contacts.Most:
    return failed_contacts.Most(
        logins=settings.FAILED_LOGINS,
        ports=settings.FAILED_PORTS,
        servers=settings.FAILED_SERVERS,
    )


def _password(endpoint: Endpoint) -> str:
    try:
        return endpoint.password
    except InvalidToken as error:
        raise BenchbookError(failure("secret_unreadable")) from error
