"""What is refused before anything is created on the server."""

from django.utils.translation import gettext as _

from benchruns.failures import BenchbookError, Failure
from benchruns.run_plan import connections_for
from workers.probes import ServerFacts


def refuse_missing(privileges: tuple[str, ...]) -> None:
    if privileges:
        raise BenchbookError(
            Failure(
                code="no_privilege",
                message=_(
                    "The account lacks %(privileges)s. Grant it on the server, "
                    "or use another account."
                )
                % {"privileges": ", ".join(privileges)},
            )
        )


def refuse_too_many(threads: int, facts: ServerFacts) -> None:
    """A run whose tool would be refused its last connections."""
    if facts.max_connections is None:
        return
    usable = facts.max_connections - facts.reserved_connections
    if connections_for(threads) <= usable:
        return
    raise BenchbookError(
        Failure(
            code="too_many_threads",
            message=_(
                "%(threads)d threads need more connections than the server "
                "allows (max_connections is %(limit)s). Use fewer threads, or "
                "raise max_connections."
            )
            % {"threads": threads, "limit": _limit_in_words(facts)},
        )
    )


def _limit_in_words(facts: ServerFacts) -> str:
    if not facts.reserved_connections:
        return str(facts.max_connections)
    return _("%(limit)d, of which %(reserved)d are reserved") % {
        "limit": facts.max_connections,
        "reserved": facts.reserved_connections,
    }
