"""The database moved to another release's tables, and back to today's."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate(*targets: tuple[str, str]) -> None:
    """To these migrations; to the newest of all without one."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets or executor.loader.graph.leaf_nodes())


def back_to_the_newest() -> None:
    """After a test; on SQLite its whole file is put back anyway, which takes no time."""
    if connection.vendor != "sqlite":
        migrate()
