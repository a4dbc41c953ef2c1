"""What Benchbook's own connections and the tools need to know of a family of engines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchruns.engines import Family
from workers.connecting.target import Target
from workers.engines.probe import Probe


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a tool reaches a server: options and environment, none of them secret, and
    files (name -> text) for the folder that it runs in."""

    argv: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sysbench:
    """What sysbench needs to know.

    ``way`` leads to a workspace; None is the endpoint's own database. ``tls_of`` says
    what the load's own connections use: "none", "required", "as the server offers".
    ``without_transactions`` are options for a load that sends no BEGIN and COMMIT.
    """

    way: Callable[[Target, str | None], Way]
    tls_of: Callable[[Target], str]
    without_transactions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """How Benchbook speaks to the engines of a family; ``sysbench`` where that does."""

    family: Family
    probe: Callable[..., Probe]
    sysbench: Sysbench | None = None
