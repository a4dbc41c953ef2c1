"""The rules of the verdicts, with their thresholds as the code has them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, FAMILIES, Family
from benchruns.evidence import bottleneck, measurement, offered_load, regime, steady
from benchruns.runs import plan as run_plan
from benchruns.vocabulary import Regime
from benchruns.workloads import pgbench, sysbench, tpcc


@dataclass(frozen=True, slots=True, kw_only=True)
class RegimeRule:
    """``swatch`` is the regime's sign; empty for unknown."""

    swatch: str
    label: str
    innodb: str
    postgresql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitRule:
    label: str
    rule: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRule:
    """How many rows make a regime likely; ``rows`` is null while no buffer is known."""

    swatch: str
    label: str
    share: str
    rows: int | None


def regime_rules() -> Sequence[RegimeRule]:
    cached, disk = f"{regime.CACHED_READS:g}", f"{regime.DISK_READS:g}"
    missed = f"{100 * regime.CACHED_MISSES:g}"
    below, above = f"{regime.OS_CACHE_US:g}", f"{regime.DISK_US:g}"
    few, many = _percent(regime.FEW_FROM_DISK), _percent(regime.MANY_FROM_DISK)
    held = _(
        "the data is at most %(share)s of the buffer, and was read into it in less than "
        "%(took)s of the sessions' time"
    ) % {"share": _percent(regime.HELD), "took": _percent(regime.FIRST_READS)}
    found, brief = f"{100 * (1 - regime.CACHED_MISSES):g}", regime.BRIEF_READS
    return [
        RegimeRule(
            swatch=Regime.CACHED,
            label=str(Regime.CACHED.label),
            innodb=_(
                "below %(reads)s; or %(held)s; or %(found)s %% of the pages and more were "
                "found in the buffer, and reading took less than %(took)s of that time"
            )
            % {
                "reads": cached,
                "held": held,
                "found": found,
                "took": _percent(regime.FIRST_READS),
            },
            postgresql=_(
                "fewer than %(share)s %% of the pages asked for were missed; or %(held)s"
            )
            % {"share": missed, "held": held},
        ),
        RegimeRule(
            swatch=Regime.OS_CACHE,
            label=str(Regime.OS_CACHE.label),
            innodb="–",
            postgresql=_(
                "more misses, below %(time)s µs each, or less than %(share)s of their "
                "bytes from the disks"
            )
            % {"time": below, "share": few},
        ),
        RegimeRule(
            swatch=Regime.MIXED,
            label=str(Regime.MIXED.label),
            innodb=_(
                "%(least)s to %(most)s; or %(found)s %% of the pages and more were found "
                "in the buffer, and reading took less than %(took)s of the sessions' time"
            )
            % {
                "least": cached,
                "most": disk,
                "found": found,
                "took": _percent(brief),
            },
            postgresql=_(
                "more misses, %(least)s to %(most)s of their bytes from the disks"
            )
            % {"least": few, "most": many},
        ),
        RegimeRule(
            swatch=Regime.DISK_IO,
            label=str(Regime.DISK_IO.label),
            innodb=_("any other above %(reads)s") % {"reads": disk},
            postgresql=_(
                "more misses, from %(share)s of their bytes from the disks; where those "
                "are not seen, from %(time)s µs each with io_method sync"
            )
            % {"share": many, "time": above},
        ),
        RegimeRule(
            swatch="",
            label=_("unknown"),
            innodb=_(
                "any other from %(reads)s where innodb_flush_method is not O_DIRECT"
            )
            % {"reads": cached},
            postgresql=_(
                "more misses with track_io_timing off; or, where the disks are not seen, "
                "%(least)s to %(most)s µs each, or any longer through I/O workers"
            )
            % {"least": below, "most": above},
        ),
    ]


def limit_rules() -> Sequence[LimitRule]:
    """In the order in which they are tried."""
    return [
        LimitRule(
            label=_("client"),
            rule=_(
                "the tool's threads ran or waited for a CPU for %(busy)s of their time "
                "or more, or its own machine had less than %(idle)s of its CPU left"
            )
            % {
                "busy": _percent(bottleneck.BUSY_CLIENT),
                "idle": _percent(bottleneck.NO_IDLE),
            },
            advice=_("use a larger load generator; the server can do more"),
        ),
        LimitRule(
            label=_("latency"),
            rule=_(
                "round trips of %(trip)s ms or more explain %(share)s of a "
                "transaction's time or more"
            )
            % {
                "trip": f"{bottleneck.LEAST_WAY_MS:g}",
                "share": _percent(bottleneck.LATENCY_SHARE),
            },
            advice=_("run nearer to the server, or with more threads"),
        ),
        LimitRule(
            label=_("unclear"),
            rule=_(
                "client and server shared a machine that had less than %(idle)s of its CPU "
                "left, other programs took %(others)s of it or more, and sessions waited "
                "less than %(waited)s of their time for any one thing"
            )
            % {
                "idle": _percent(bottleneck.NO_IDLE),
                "others": _percent(bottleneck.MANY_OTHERS),
                "waited": _percent(bottleneck.HELD_UP),
            },
            advice=_("stop them, or use machines of their own"),
        ),
        LimitRule(
            label=_("server"),
            rule=_("client below %(busy)s, round trips below %(share)s")
            % {
                "busy": _percent(bottleneck.FREE_CLIENT),
                "share": _percent(bottleneck.SHORT_WAY),
            },
            advice=_("the figure is the server's own"),
        ),
        LimitRule(
            label=_("unclear"),
            rule=_(
                "in between; or a fixed rate was carried; or watched too short a time; "
                "or the client's system does not tell how long threads wait for a CPU"
            ),
            advice=_("repeat with twice the threads, or from a larger client"),
        ),
    ]


def size_rules(
    *, family: Family | None, buffer_bytes: int | None
) -> Sequence[SizeRule]:
    """For sysbench's tables, on an engine that it does not test for those of tpcc;
    pgbench's accounts have ``account_bytes``."""
    storage = (family or next(iter(FAMILIES.values()))).storage
    row_bytes = storage.get(sysbench.STORAGE, storage[tpcc.STORAGE]).row_bytes

    def rows(times: float) -> int | None:
        return None if not buffer_bytes else round(times * buffer_bytes / row_bytes)

    fits, misses = f"{run_plan.FITS:g}", f"{run_plan.MISSES:g}"
    return [
        SizeRule(
            swatch=Regime.CACHED,
            label=str(Regime.CACHED.label),
            share=_("below %(times)s × the buffer") % {"times": fits},
            rows=rows(run_plan.FITS),
        ),
        SizeRule(
            swatch=Regime.MIXED,
            label=str(Regime.MIXED.label),
            share=_("%(least)s to %(most)s × the buffer")
            % {"least": fits, "most": misses},
            rows=None,
        ),
        SizeRule(
            swatch=Regime.DISK_IO,
            label=str(Regime.DISK_IO.label),
            share=_("above %(times)s × the buffer") % {"times": misses},
            rows=rows(run_plan.MISSES),
        ),
    ]


def numbers() -> dict[str, object]:
    """What the guide's sentences quote."""
    return {
        "kept_percent": f"{100 * offered_load.KEPT:g}",
        "steady_samples": steady.FEWEST,
        "steady_variation": _percent(steady.MOST_VARIATION),
        "least_seconds": measurement.LEAST_SECONDS,
        "row_bytes": _row_bytes(sysbench.STORAGE),
        "account_bytes": _row_bytes(pgbench.STORAGE),
    }


def _row_bytes(storage: str) -> str:
    """``242 on MySQL and MariaDB, 254 on PostgreSQL``."""
    return ", ".join(
        _("%(bytes)g on %(engines)s")
        % {
            "bytes": family.storage[storage].row_bytes,
            "engines": get_text_list(
                [each.label for each in ENGINES.values() if each.family is family],
                _("and"),
            ),
        }
        for family in FAMILIES.values()
        if storage in family.storage
    )


def _percent(share: float) -> str:
    return f"{100 * share:g} %"
