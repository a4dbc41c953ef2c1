"""Writing to the portal's database in spite of its short absences."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
)

from workers.runs.lease import Lease

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
# Of a column or a table that is gone: a migration may be taken back, or take a while. One that
# stays makes this worker too old, which no waiting mends.
MIGRATION_SECONDS = 60
_UNDEFINED = frozenset(
    {"42703", "42P01"}
)  # PostgreSQL's; SQLite's are operational errors

T = TypeVar("T")


def persist(write: Callable[[], T], *, lease: Lease) -> T:
    """Write, again and again while the database is away and the lease holds.

    A write that was stored although no answer came is repeated: the lifecycle's WHERE
    clauses and unique rows make that harmless.
    """
    began = time.monotonic()
    while True:
        try:
            return write()
        except (InterfaceError, DatabaseError) as error:
            is_late = time.monotonic() - began > MIGRATION_SECONDS
            if not is_away(error) or (is_late and isinstance(error, ProgrammingError)):
                raise
            logger.warning("the database does not answer, trying again", exc_info=True)
            connection.close()
        lease.check_held()
        time.sleep(RETRY_SECONDS)


def is_away(error: Exception) -> bool:
    """Whether what the database could not do now, it may do later."""
    if isinstance(error, ProgrammingError):
        return getattr(error.__cause__, "sqlstate", None) in _UNDEFINED
    return isinstance(error, OperationalError | InterfaceError)
