"""The database server that a worker talks to, with everything needed to log in."""

from dataclasses import dataclass, field

from benchruns.engines import ENGINES, Family

# what a certificate is verified against where the endpoint names no CA
SYSTEM_CAS = "/etc/ssl/certs/ca-certificates.crt"
# libpq then finds no file of the worker's own account; under a device nothing can lie
ABSENT_FILE = "/dev/null/none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One endpoint at the time of connecting.

    ``host`` is the name as registered, kept for TLS; ``address`` is what it resolved to
    and what was checked, and the only thing connected to. ``tls_ca`` is PEM text.
    ``allow_tls_1_0`` is taken by SQL Server's client alone.
    ``allow_cleartext_password`` is the owner's word that the server may have it plain.
    """

    engine: str  # a name of benchruns.engines
    host: str
    address: str
    port: int
    username: str
    password: str = field(repr=False)
    database: str
    tls: str = "prefer"  # disable, prefer, require or verify-full
    tls_ca: str | None = field(default=None, repr=False)
    allow_tls_1_0: bool = False
    allow_cleartext_password: bool = False

    @property
    def may_have_password(self) -> bool:
        """Whether the password itself may be sent: to a server that TLS has verified,
        to others where the owner allows it. Else proofs of knowing it alone are sent."""
        is_verified = self.tls == "verify-full" or (
            self.tls == "require" and self.tls_ca is not None
        )
        return is_verified or self.allow_cleartext_password or not self.password

    @property
    def reached(self) -> dict[str, str | int]:
        """Where it leads, without its secret, as it is kept with an attempt."""
        return {
            "host": self.host,
            "address": self.address,
            "port": self.port,
            "username": self.username,
            "database": self.database,
        }

    @property
    def family(self) -> Family:
        return ENGINES[self.engine].family
