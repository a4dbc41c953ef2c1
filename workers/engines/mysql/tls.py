"""TLS of connections to MySQL and MariaDB, as an endpoint's mode of TLS asks for it."""

import ssl
from typing import TYPE_CHECKING

from pymysql.connections import Connection as PyMySQLConnection

if TYPE_CHECKING:
    from pymysql.cursors import Cursor

    Base = PyMySQLConnection[Cursor]
else:
    Base = PyMySQLConnection


class Connection(Base):
    """Where TLS may be left out, takes it if the server has it, as PyMySQL does."""

    def _create_ssl_ctx(
        self, wanted: "ssl.SSLContext | dict[str, object]"
    ) -> ssl.SSLContext:
        """PyMySQL's own reads all CAs of the system first, also to ask for none."""
        if not wanted:
            return of_anybody()
        # its stubs do not have it
        made: ssl.SSLContext = super()._create_ssl_ctx(wanted)  # type: ignore[misc]
        return made


def of_anybody() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def context(tls: str, ca: str | None) -> ssl.SSLContext | None:
    """What TLS must be, by its mode and the PEM text of CAs (None: the system's); None
    where it may be left out.

    Raises ``ssl.SSLError`` for a text that holds no certificate.
    """
    if tls not in {"require", "verify-full"}:
        return None
    if tls == "require" and ca is None:
        return of_anybody()
    made = ssl.create_default_context(cadata=ca)
    # certificates that MySQL makes for itself do not pass the strict rules
    made.verify_flags &= ~ssl.VERIFY_X509_STRICT
    made.check_hostname = tls == "verify-full"
    return made
