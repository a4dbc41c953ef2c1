"""What a run is refused for before anything is created on the server."""

from django.utils.translation import gettext as _

from benchruns.failures import BenchbookError, Failure

SPARE_CONNECTIONS = 1  # the probe's own


def refuse_what_cannot_run(
    *,
    missing_privileges: tuple[str, ...],
    connections: int,
    max_connections: int | None,
) -> None:
    """BenchbookError when the account or the server cannot take the load."""
    if missing_privileges:
        raise BenchbookError(_no_privilege(missing_privileges))
    if max_connections and connections + SPARE_CONNECTIONS > max_connections:
        raise BenchbookError(_too_many_threads(connections, max_connections))


def _no_privilege(missing: tuple[str, ...]) -> Failure:
    return Failure(
        code="no_privilege",
        message=_(
            "The account lacks %(privileges)s. Grant it on the server, or use another "
            "account."
        )
        % {"privileges": ", ".join(missing)},
    )


def _too_many_threads(connections: int, limit: int) -> Failure:
    return Failure(
        code="too_many_threads",
        message=_(
            "%(threads)d threads need more connections than the server allows "
            "(max_connections is %(limit)d). Use fewer threads, or raise "
            "max_connections."
        )
        % {"threads": connections, "limit": limit},
    )
