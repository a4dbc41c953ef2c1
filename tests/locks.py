"""Whether somebody waits for what this connection has locked."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from django.db import connection
from django.db.models import Model
from django.db.models.signals import post_save

from tests import waiting


def is_waited_for() -> bool:
    """On PostgreSQL: a session of the portal's database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # one a transaction, else
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


@contextmanager
def at_once(deed: Callable[[], object], *, when_saved: type[Model]) -> Iterator[None]:
    """Another connection does it after the first row of this kind is stored here, where it
    goes on once the other waits or has ended. What that raises is raised at the end."""
    others: list[Future[None]] = []

    def do() -> None:
        try:
            deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as pool:

        def meanwhile(**_of: object) -> None:
            post_save.disconnect(meanwhile, sender=when_saved)
            other = pool.submit(do)
            others.append(other)
            waiting.until(lambda: is_waited_for() or other.done(), what="the other")

        post_save.connect(meanwhile, sender=when_saved, weak=False)
        try:
            yield
        finally:
            post_save.disconnect(meanwhile, sender=when_saved)
    others[0].result()
