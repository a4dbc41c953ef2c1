"""Writing to the portal's database in spite of its short absences."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

from workers.runs.lease import Lease

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0

T = TypeVar("T")


def persist(write: Callable[[], T], *, lease: Lease) -> T:
    """Write, again and again while the database is away and the lease holds.

    A write that was stored although no answer came is repeated: the lifecycle's WHERE
    clauses and unique rows make that harmless.
    """
    while True:
        try:
            return write()
        except (OperationalError, InterfaceError):
            logger.warning("the database does not answer, trying again", exc_info=True)
            connection.close()
        lease.check_held()
        time.sleep(RETRY_SECONDS)
