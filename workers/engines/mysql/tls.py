"""Connections to MySQL and MariaDB: TLS as an endpoint's mode asks for it, and no
password for a server that must not have it."""

import ssl
from typing import TYPE_CHECKING, Any

from pymysql.connections import Connection as PyMySQLConnection
from pymysql.err import OperationalError

if TYPE_CHECKING:
    from pymysql.cursors import Cursor

    Base = PyMySQLConnection[Cursor]
else:
    Base = PyMySQLConnection


# Logins that prove the password and do not tell it; the third only while the server
# remembers it: it asks for the password itself otherwise.
_PROOFS = ("mysql_native_password", "client_ed25519", "caching_sha2_password")
_SWITCH, _MORE = b"\xfe", b"\x01"  # the first byte of what a server says to a login
_REMEMBERED = b"\x01\x03"
_AUTH_PLUGIN_ERROR = 2061  # of every client: CR_AUTH_PLUGIN_ERR


class Connection(Base):
    """Where TLS may be left out, takes it if the server has it, as PyMySQL does.

    Without ``may_have_password`` a server that asks for the password itself, or for it
    encrypted with a key of its own, is refused.
    """

    _auth_plugin_name: str
    _is_logging_in = False

    def __init__(self, *, may_have_password: bool, **options: Any) -> None:  # PyMySQL's
        self._may_have_password = may_have_password
        super().__init__(**options)

    def _request_authentication(self) -> None:
        self._is_logging_in = True
        if not self._may_have_password and self._auth_plugin_name not in _PROOFS:
            self._auth_plugin_name = _PROOFS[0]  # the server names another if it wants
        try:
            super()._request_authentication()  # type: ignore[misc] # not in the stubs
        finally:
            self._is_logging_in = False

    def _read_packet(self, *args: Any) -> Any:  # PyMySQL's own signature
        packet = super()._read_packet(*args)  # type: ignore[no-untyped-call] # their stubs
        if self._is_logging_in and not self._may_have_password:
            _refuse_to_tell(packet.get_all_data())
        return packet

    def _create_ssl_ctx(
        self, wanted: "ssl.SSLContext | dict[str, object]"
    ) -> ssl.SSLContext:
        """PyMySQL's own reads all CAs of the system first, also to ask for none."""
        if not wanted:
            return of_anybody()
        # its stubs do not have it
        made: ssl.SSLContext = super()._create_ssl_ctx(wanted)  # type: ignore[misc]
        return made


def _refuse_to_tell(answer: bytes) -> None:
    """Raises for an answer to a login that asks for more than a proof."""
    plugin = answer[1:].partition(b"\0")[0].decode(errors="replace")
    if (answer[:1] == _SWITCH and plugin not in _PROOFS) or (
        answer[:1] == _MORE and answer != _REMEMBERED
    ):
        raise OperationalError(
            _AUTH_PLUGIN_ERROR, "the server would get the password in clear text"
        )


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
