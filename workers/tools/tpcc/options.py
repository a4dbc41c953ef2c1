"""What the tool is asked to do, and where."""

from dataclasses import dataclass, field
from enum import StrEnum

# Cards of each kind of transaction, in their order. HammerDB's; clause 5.2.4.2 has the same:
# they keep the least shares of clause 5.2.3, 43 % of payments and 4 % of each rare one.
WEIGHTS = (10, 10, 1, 1, 1)


class Profile(StrEnum):
    """Two loads that are never compared; docs/tpcc.md tells every difference."""

    HAMMERDB = "hammerdb"
    SPEC = "spec"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The server and the database of the nine tables; comes as JSON on stdin.

    ``host`` is the name as registered (for TLS), ``address`` what is connected to.
    ``space`` is the workspace: a database, on PostgreSQL a schema of ``database``; it
    exists before the tool starts. ``tls`` is disable, prefer, require or verify-full,
    ``tls_ca`` PEM text; ``allow_tls_1_0`` means something on SQL Server alone.
    ``allow_cleartext_password`` lets a server that TLS has not verified have it plain.
    """

    dialect: str  # mysql, postgresql or sqlserver
    host: str
    address: str
    port: int
    username: str
    password: str = field(repr=False)
    database: str
    space: str
    tls: str = "prefer"
    tls_ca: str | None = field(default=None, repr=False)
    allow_tls_1_0: bool = False
    allow_cleartext_password: bool = False

    @property
    def may_have_password(self) -> bool:
        """Whether the password itself may be sent, and not only a proof of knowing it."""
        is_verified = self.tls == "verify-full" or (
            self.tls == "require" and self.tls_ca is not None
        )
        return is_verified or self.allow_cleartext_password or not self.password


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The data: so many warehouses, loaded by so many processes."""

    profile: Profile
    warehouses: int
    processes: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The load. Times in seconds.

    ``keying_and_thinking`` has each virtual user wait before and after a transaction.
    With ``all_warehouses`` it deals with another warehouse each time, else with one of
    its own. ``processes`` share the ``virtual_users``. ``weights`` say how many cards of a
    deck are of each kind. Where several tools load the server, this one's users are from
    ``first_user`` on, of the ``users_of_all``.
    """

    profile: Profile
    warehouses: int
    virtual_users: int
    rampup_seconds: int
    duration_seconds: int
    keying_and_thinking: bool
    all_warehouses: bool
    processes: int
    seed: int
    weights: tuple[int, ...] = WEIGHTS
    first_user: int = 0
    users_of_all: int | None = None
