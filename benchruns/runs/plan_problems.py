"""What stands against a plan: what cannot fit is refused, what is doubtful is said."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from benchruns.units import GB
from benchruns.vocabulary import Regime
from benchruns.workloads.words import WORDS

if TYPE_CHECKING:
    from benchruns.runs.plan import RunPlan

TIGHT_CONNECTIONS = 0.9  # of what may be taken; the rest is for other sessions
# Beyond the data itself a load takes room for its log and for sorting the indexes.
DISK_SHARE = 0.8
LARGE_BYTES = 1 * GB  # from here a full disk is worth a warning of its own
LONG_LOAD_SECONDS = 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """``is_refused`` cannot fit and fails the run in preflight; else it is doubtful."""

    code: str
    is_refused: bool
    message: str
    remedy: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def find(plan: "RunPlan") -> Iterator[Problem]:
    yield from _of_connections(plan)
    yield from _of_statements(plan)
    yield from _of_warehouses(plan)
    if not plan.is_loaded:
        yield from _of_disk(plan)
        yield from _of_time(plan)
    yield from _of_regime(plan)
    if not plan.is_checked:
        yield _unchecked()


def _of_connections(plan: "RunPlan") -> Iterator[Problem]:
    limit = plan.max_connections
    if limit is None:
        return
    if plan.measuring_connections > limit:
        yield _refused(
            "too_many_threads",
            _(
                "%(threads)s %(load)s need %(connections)s connections, and a run may "
                "have %(limit)s: max_connections is %(in_words)s."
            )
            % {
                "threads": f"{plan.threads:,}",
                "load": _load_word(plan),
                "connections": f"{plan.measuring_connections:,}",
                "limit": f"{limit:,}",
                "in_words": _limit_in_words(limit, plan.reserved_connections),
            },
            _("Use fewer %(load)s, or raise max_connections.")
            % {"load": _load_word(plan)},
        )
    elif plan.connections > limit:
        yield _refused(
            "too_many_loaders",
            _(
                "Loading the data needs %(connections)s connections, and a run may "
                "have %(limit)s: max_connections is %(in_words)s."
            )
            % {
                "connections": f"{plan.connections:,}",
                "limit": f"{limit:,}",
                "in_words": _limit_in_words(limit, plan.reserved_connections),
            },
            _("Raise max_connections, or load fewer rows into fewer tables."),
        )
    elif plan.connections > limit * TIGHT_CONNECTIONS:
        yield _doubtful(
            "few_connections_left",
            _("The run takes %(taken)s of %(limit)s connections.")
            % {"taken": f"{plan.connections:,}", "limit": f"{limit:,}"},
            _("See that nothing else needs more than the rest, or the run fails."),
        )


def _of_statements(plan: "RunPlan") -> Iterator[Problem]:
    limit, wanted = plan.max_prepared_statements, plan.prepared_statements
    if limit is not None and wanted > limit:
        yield _refused(
            "too_many_statements",
            _(
                "%(threads)s threads prepare %(wanted)s statements for %(tables)s "
                "tables, and the server allows %(limit)s."
            )
            % {
                "threads": f"{plan.threads:,}",
                "wanted": f"{wanted:,}",
                "tables": f"{plan.size.tables:,}",
                "limit": f"{limit:,}",
            },
            _(
                "Raise max_prepared_stmt_count on the server, use fewer threads or "
                "tables, or switch prepared_statements off."
            ),
        )


def _of_warehouses(plan: "RunPlan") -> Iterator[Problem]:
    """Said alone: the papers ran 10 warehouses with as many users as gave the most.

    Users that wait most of their time seldom meet.
    """
    warehouses = plan.size.warehouses
    if warehouses is not None and plan.threads > warehouses and not plan.has_waits:
        yield _doubtful(
            "virtual_users_over_warehouses",
            _(
                "There are more virtual users (%(users)s) than warehouses "
                "(%(warehouses)s): they will wait for each other's locks."
            )
            % {"users": f"{plan.threads:,}", "warehouses": f"{warehouses:,}"},
            _(
                "Use 4 to 5 warehouses a virtual user, unless it is to be compared with "
                "runs like this, as the papers'."
            ),
        )


def _load_word(plan: "RunPlan") -> str:
    is_in_warehouses = plan.size.warehouses is not None
    return str(WORDS["virtual_users" if is_in_warehouses else "threads"].noun)


def _limit_in_words(usable: int, reserved: int) -> str:
    if not reserved:
        return f"{usable:,}"
    return _("%(limit)s, of which %(reserved)s are reserved") % {
        "limit": f"{usable + reserved:,}",
        "reserved": f"{reserved:,}",
    }


def _of_disk(plan: "RunPlan") -> Iterator[Problem]:
    free, data = plan.free_disk_bytes, plan.data_bytes
    if free is None:
        if data >= LARGE_BYTES:
            yield _doubtful(
                "disk_unknown",
                _(
                    "The server does not tell how much disk is free, and the data "
                    "takes about %(data)s GB."
                )
                % {"data": _gb(data)},
                _("See that its disk has this much, and a quarter more."),
            )
        return
    sizes = {"data": _gb(data), "free": _gb(free)}
    remedy = _("Use fewer rows, or free space on the server.")
    if data > free:
        yield _refused(
            "disk_too_small",
            _(
                "The data takes about %(data)s GB, and the server's disk has "
                "%(free)s GB free."
            )
            % sizes,
            remedy,
        )
    elif data > free * DISK_SHARE:
        yield _doubtful(
            "little_disk_left",
            _(
                "The data takes about %(data)s GB of the %(free)s GB that are free "
                "on the server's disk; a load needs room for its log, too."
            )
            % sizes,
            remedy,
        )


def _of_time(plan: "RunPlan") -> Iterator[Problem]:
    if plan.load_seconds >= LONG_LOAD_SECONDS:
        yield _doubtful(
            "long_load",
            _("Loading the data takes about %(hours)s hours.")
            % {"hours": f"{plan.load_seconds / 3600:,.1f}"},
            _("Use fewer rows, or keep the data for later runs."),
        )


def _of_regime(plan: "RunPlan") -> Iterator[Problem]:
    """Said where the sizes are clear: mixed may turn out as either."""
    found, wanted, ratio = (
        plan.expected_regime,
        plan.wanted_regime,
        plan.data_over_buffer,
    )
    if found is None or wanted is None or ratio is None:
        return
    if Regime.MIXED not in {found, wanted} and found != wanted:
        yield _doubtful(
            "other_regime",
            _(
                "The data is %(ratio)s times the server's buffer: expect %(found)s, "
                "not %(wanted)s."
            )
            % {
                "ratio": f"{ratio:,.3g}" if ratio < 1000 else f"{ratio:,.0f}",
                "found": found.label,
                "wanted": Regime(wanted).label,
            },
            _("Change the number of rows, or compare with rows of that regime."),
        )


def _unchecked() -> Problem:
    return _doubtful(
        "not_checked",
        _(
            "No check has reached the server: its buffer, connections and disk are "
            "not known."
        ),
        _("Check the endpoint, then plan again."),
    )


def _refused(code: str, message: str, remedy: str) -> Problem:
    return Problem(code=code, is_refused=True, message=message, remedy=remedy)


def _doubtful(code: str, message: str, remedy: str) -> Problem:
    return Problem(code=code, is_refused=False, message=message, remedy=remedy)


def _gb(size: int) -> str:
    return f"{size / GB:,.3g}" if size < 1000 * GB else f"{size / GB:,.0f}"
