"""PostgreSQL: functions called by prepared statements, COPY.

Transactions have the server's own isolation level, as HammerDB's have: READ COMMITTED
unless its owner chose another.
"""

import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from psycopg import sql

from workers.tools.tpcc.dialects.base import Counts, Dialect, Session, Values
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place

CONNECT_SECONDS = 10
_OPTIONS: Mapping[str, Any] = {  # libpq's: texts and numbers
    # a host that is gone is noticed after 30 s, not after the two hours of the system
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
    # nothing of the account that runs the tool is used, such as ~/.postgresql
    "gssencmode": "disable",
    **dict.fromkeys(("passfile", "sslcert", "sslkey", "sslcrl"), "/dev/null/none"),
}
_NO_CLEAR_TEXT = "!password"  # any method but this one
_SYSTEM_CAS = "/etc/ssl/certs/ca-certificates.crt"
_TROUBLES = {
    "40P01": Trouble.DEADLOCK,
    "40001": Trouble.SERIALIZATION,
    "55P03": Trouble.LOCK_TIMEOUT,
    **dict.fromkeys(("57P01", "57P02", "57P03", "57P05"), Trouble.LOST),  # shut down
}
_UNREACHED, _LOST = "08001", "08006"
_FLUSH_SINCE = 150_000  # PostgreSQL 15


class PostgreSQLSession(Session):
    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._connection = connection

    def call(self, kind: Kind, values: Values) -> bool:
        return bool(self._called(kind, values)[0])

    def call_empty(self) -> None:
        self._called("nothing", ())

    def execute(self, statement: str) -> None:
        self._connection.execute(statement.encode(), prepare=False)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement.encode(), prepare=False).fetchall()

    def fill(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        copying = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
        )
        with self._connection.cursor() as cursor, cursor.copy(copying) as copy:
            for row in rows:
                copy.write_row(row)

    def counts(self) -> Counts:
        """Each reading is a transaction of its own, which sees fresh statistics.

        What busy sessions did reaches them up to a second late, at the first reading
        as at the last. This session's own is sent at once where the server can.
        """
        new_orders = self.rows("SELECT sum(d_next_o_id) FROM district")[0][0]
        new_orders_at = time.monotonic()
        if self._connection.info.server_version >= _FLUSH_SINCE:
            self.execute("SELECT pg_stat_force_next_flush()")
        transactions = self.rows(
            "SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database"
        )[0][0]
        return Counts(
            new_orders=int(new_orders),
            new_orders_at=new_orders_at,
            transactions=int(transactions),
            at=time.monotonic(),
        )

    def close(self) -> None:
        with suppress(psycopg.Error):  # the server may be gone
            self._connection.close()

    def _called(self, name: str, values: Values) -> tuple[Any, ...]:
        places = ", ".join(["%s"] * len(values))
        # All values as text: small and large numbers have types of their own, and
        # would have a statement each.
        row = self._connection.execute(
            f"SELECT * FROM {name}({places})".encode(),  # noqa: S608 - the tool's own names
            [str(value) for value in values],
            prepare=True,
        ).fetchone()
        return row or ()


class PostgreSQL(Dialect):
    name: ClassVar[str] = "postgresql"

    def connect(self, place: Place) -> PostgreSQLSession:
        with _authority(place) as authority:
            connection = psycopg.connect(
                host=place.host,
                hostaddr=place.address,
                port=place.port,
                user=place.username,
                password=place.password,
                dbname=place.database,
                sslmode=place.tls,
                sslrootcert=authority,
                require_auth=None if place.may_have_password else _NO_CLEAR_TEXT,
                connect_timeout=CONNECT_SECONDS,
                autocommit=True,
                application_name="benchbook-tpcc",
                **_OPTIONS,
            )
        connection.execute(
            sql.SQL("SET search_path TO {}").format(sql.Identifier(place.space))
        )
        return PostgreSQLSession(connection)

    def trouble(self, error: Exception) -> Trouble | None:
        if not isinstance(error, psycopg.Error):
            return None
        state = _state(error)
        is_lost = state.startswith("08")
        return Trouble.LOST if is_lost else _TROUBLES.get(state, Trouble.OTHER)

    def line_of(self, error: Exception) -> str:
        state = _state(error) if isinstance(error, psycopg.Error) else _LOST
        return f"{state}: {' '.join(str(error).split())}"

    def describe(self, session: Session) -> str:
        """ "PostgreSQL 15.18"."""
        version = str(session.rows("SHOW server_version")[0][0])
        return f"PostgreSQL {version.split()[0]}"


def _state(error: psycopg.Error) -> str:
    """The SQLSTATE; a driver's own errors about connections have none."""
    if error.sqlstate is not None:
        return error.sqlstate
    if not isinstance(error, psycopg.OperationalError):
        return "XX000"
    is_unreached = str(error).startswith(("connection failed", "connection timeout"))
    return _UNREACHED if is_unreached else _LOST


@contextmanager
def _authority(place: Place) -> Iterator[str]:
    """The file of the authorities that the server's certificate is held against."""
    if place.tls_ca is None:
        yield _SYSTEM_CAS if place.tls == "verify-full" else "/dev/null/none"
        return
    with tempfile.TemporaryDirectory(dir=".") as folder:
        path = Path(folder) / "ca.pem"
        path.write_text(place.tls_ca)
        yield str(path)
