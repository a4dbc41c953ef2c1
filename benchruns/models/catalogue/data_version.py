"""What tells that something which public pages show has changed."""

from django.db import models


class DataChange(models.Model):
    """One change, written by the database's own triggers (``benchruns.data_version``).

    On PostgreSQL each adds a row with a random mark, so that no writer waits for another; on
    SQLite, where one writes at a time, one row gets another mark.
    """

    id = models.BigAutoField(primary_key=True)
    mark = models.BigIntegerField()

    def __str__(self) -> str:
        return f"change {self.id}"
