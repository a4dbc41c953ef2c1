"""Connections to PostgreSQL: made in time, and with errors that can be told."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from benchruns.engines.postgresql import FAMILY
from benchruns.failures.diagnosis import diagnose_error
from benchruns.failures.failure import BenchbookError
from workers.connecting.target import ABSENT_FILE, SYSTEM_CAS, Target
from workers.engines import libpq


def connect(target: Target, *, timeout_seconds: int) -> psycopg.Connection:
    with translated(), _root_certificate(target) as certificate:
        return psycopg.connect(
            host=target.host,
            hostaddr=target.address,
            port=target.port,
            user=target.username,
            password=target.password,
            dbname=target.database,
            sslmode=target.tls,
            sslrootcert=certificate,
            # nothing of the worker's own account, such as ~/.pgpass, is to be used
            passfile=ABSENT_FILE,
            sslcert=ABSENT_FILE,
            sslkey=ABSENT_FILE,
            sslcrl=ABSENT_FILE,
            gssencmode="disable",
            require_auth=None if target.may_have_password else libpq.NO_CLEAR_TEXT,
            connect_timeout=timeout_seconds,
            application_name="benchbook",
            options=f"-c statement_timeout={timeout_seconds}s",
            autocommit=True,
        )


@contextmanager
def _root_certificate(target: Target) -> Iterator[str]:
    """The file that libpq reads the CA from, there only while it connects."""
    if target.tls_ca is None:
        yield SYSTEM_CAS if target.tls == "verify-full" else ABSENT_FILE
        return
    with tempfile.TemporaryDirectory(prefix="benchbook-") as folder:
        path = Path(folder) / "ca.pem"
        path.write_text(target.tls_ca)
        yield str(path)


@contextmanager
def translated() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise BenchbookError(
            diagnose_error(error.sqlstate, str(error), engine_family=FAMILY)
        ) from error
