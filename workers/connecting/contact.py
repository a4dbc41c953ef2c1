"""From an endpoint to a target: the secret decrypted, the address resolved and checked."""

from cryptography.fernet import InvalidToken
from django.conf import settings

from benchruns.endpoints import failed_contacts, name_service, public_addresses
from benchruns.failures.failure import BenchbookError, failure
from benchruns.models import Endpoint
from workers.connecting.bounded_http import Place, place_of
from workers.connecting.target import Target


def target_of(endpoint: Endpoint) -> Target:
    """Where to connect to, now. BenchbookError when that is not known or not allowed."""
    address = name_service.resolve(
        endpoint.host, endpoint.port, allowed=settings.ENDPOINT_NETWORKS
    )
    _refuse_unless_allowed(endpoint, address, port=endpoint.port)
    held_up = failed_contacts.refusal(
        endpoint,
        address=address,
        most_logins=settings.FAILED_LOGINS,
        most_ports=settings.FAILED_PORTS,
        most_servers=settings.FAILED_SERVERS,
    )
    if held_up is not None:
        raise BenchbookError(held_up)
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


def _refuse_unless_allowed(endpoint: Endpoint, address: str, *, port: int) -> None:
    refused = public_addresses.refusal(
        endpoint,
        address,
        port=port,
        policy=settings.PUBLIC_ENDPOINTS,
        is_listed=settings.ENDPOINT_NETWORKS is not None,
    )
    if refused is not None:
        raise BenchbookError(refused)


def _password(endpoint: Endpoint) -> str:
    try:
        return endpoint.password
    except InvalidToken as error:
        raise BenchbookError(failure("secret_unreadable")) from error
