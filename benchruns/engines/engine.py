"""What an engine is, and what engines of one family have in common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from benchruns.engines.errors import Errors
from benchruns.engines.server_settings import ServerSettings
from benchruns.engines.support import Support


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """What one kind of tables takes: bytes a row with its share of the indexes, and
    bytes a table beyond its rows. Measured on data sets of 100 MB and more.

    ``reported_bytes`` is what the server reports of one table of so many rows, where it
    takes more than it fills.
    """

    row_bytes: float
    table_bytes: float = 0
    reported_bytes: Callable[[int], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """How a version is written: ``line`` gives the release line of a text, as results
    are grouped by, and ``full`` the whole number; each empty where there is none."""

    line: Callable[[str], str]
    full: Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What the server's administrator runs for an account that tests may use, and what
    to know of its rights."""

    statements: str
    note: str | Promise = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Family:
    """Engines of one wire protocol and SQL dialect, which the same tools speak.

    ``drivers`` maps each tool that speaks it to the words by which that tool calls it,
    the first being the one that Benchbook gives; ``storage`` each kind of tables
    (``benchruns.workloads``) to what they take here. ``assumed_buffer_share`` is the
    share of a machine's memory that its buffer usually has.
    """

    name: str
    errors: Errors
    settings: ServerSettings
    versions: Versions
    account: Account
    drivers: Mapping[str, tuple[str, ...]]
    storage: Mapping[str, Storage]
    assumed_buffer_share: float
    # Whether the buffer's misses go through the operating system's cache, always.
    reads_through_os_cache: bool = False
    # With it an account sees where the data lies, and so whether it lies on disks that
    # the load generator can watch.
    grant_for_disks: str = ""
    # Whether a workspace is a database of its own, rather than a schema in one.
    has_database_as_workspace: bool = True
    # Tools whose client has TLS only with a CA, and never checks a server's name.
    needing_ca_for_tls: frozenset[str] = frozenset()
    # With TLS "if offered" FreeTDS asks for an encrypted login alone.
    encrypts_login_alone: bool = False
    # Its releases that speak TLS 1.0 and nothing newer, for which an endpoint may allow
    # it; empty where none does.
    limited_to_tls_1_0: str | Promise = ""
    # The published figure is what the server's own counter says of all its work; TPS of
    # it count other transactions, and other ones in each version.
    is_published_by_counter: bool = False
    # The first HammerDB whose load here is that of its other engines; before, its new
    # orders asked for items of which nine in ten are not there.
    hammerdb_since: tuple[int, int] = (0, 0)
    # Its sessions count what they did only some time after it.
    counts_late: bool = False
    # Databases that are the server's own: none of them takes tables of a test.
    system_databases: frozenset[str] = frozenset()
    # What a check shows beside what all servers have.
    facts: tuple["Fact", ...] = ()
    # What a reader of a check's settings must know.
    note: str | Promise = ""

    def __repr__(self) -> str:
        return f"<family {self.name}>"

    def speaks(self, tool: str) -> bool:
        return tool in self.drivers


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What a check shows of a server beside its settings: one of them, or another key of
    the check's answer. ``unlimited`` is how the server writes that there is no limit;
    ``with_unit`` takes the ``number``."""

    label: str | Promise
    name: str
    is_setting: bool = True
    unlimited: str | None = None
    with_unit: str | Promise = ""

    def shown(self, value: str) -> str:
        """For readers; empty for what the server did not say."""
        if value and value == self.unlimited:
            return _("no limit")
        if value and self.with_unit:
            return str(self.with_unit) % {"number": f"{int(value):,}"}
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A server for who has none: the command that starts it, gone when it is stopped,
    and the address to register it by, without the name of its machine.
    """

    command: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Engine:
    """An engine that may be registered, published and compared.

    ``called`` are other names that tools give it, without case; ``drivers`` the words of
    tools that call engines of one family differently; ``suffix`` what its
    version ends with where its number alone would be taken for another engine's.
    ``is_told_by`` says whether a server's settings are those of this engine, and not of
    another one of its family; the family's first engine needs none.
    ``publishing_restricted`` says why its results may be published with its vendor's
    consent alone; None where no licence forbids it. ``support`` says until when its
    vendor mends which release line. ``sample`` is a server to try; None where no image
    of it makes an account and a database by itself.
    """

    name: str
    label: str
    family: Family
    default_port: int
    called: frozenset[str] = frozenset()
    drivers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    suffix: str = ""
    is_told_by: Callable[[Mapping[str, str]], bool] = field(default=lambda _s: False)
    publishing_restricted: str | Promise | None = None
    support: Mapping[str, Support] = field(default_factory=dict)
    sample: Sample | None = None

    def __repr__(self) -> str:
        return f"<engine {self.name}>"

    def words_of(self, tool: str) -> tuple[str, ...]:
        """By which a tool calls it or its protocol; empty if it does not speak it."""
        return self.drivers.get(tool) or self.family.drivers.get(tool, ())
