"""What the disk below a PostgreSQL has left, and which process uses it."""

from contextlib import suppress
from pathlib import Path

from benchruns.failures.failure import BenchbookError
from workers.engines.disk import Ask, FileNumber, process, seen

# No row where the account may not see the setting. The tablespace that new tables go
# to, if it is not below the data directory.
PLACES = (
    "SELECT setting, (SELECT pg_tablespace_location(t.oid) FROM pg_tablespace t"
    " WHERE t.spcname = nullif(current_setting('default_tablespace'), '') OR ("
    "current_setting('default_tablespace') = '' AND t.oid = (SELECT dattablespace"
    " FROM pg_database WHERE datname = current_database())))"
    " FROM pg_settings WHERE name = 'data_directory'"
)
PID_FILE = "postmaster.pid"


def server_pid(ask: Ask, file_number: FileNumber) -> int | None:
    """Of the postmaster, where it runs here."""
    with suppress(BenchbookError):
        for data, _tablespace in ask(PLACES):
            home = Path(str(data))
            return process(home=home, pid_file=home / PID_FILE, file_number=file_number)
    return None


def free_bytes(ask: Ask, file_number: FileNumber) -> int | None:
    with suppress(BenchbookError):
        for data, tablespace in ask(PLACES):
            home = Path(str(data))
            return seen(
                Path(str(tablespace)) if tablespace else home,
                home=home,
                pid_file=home / PID_FILE,
                file_number=file_number,
            )
    return None
