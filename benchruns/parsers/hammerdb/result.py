"""What a HammerDB result means, be it read from a log or from its JSON report.

NOPM count new orders in the schema itself. TPM are the engine's own counter (commits
and rollbacks, batch requests with SQL Server), of other work on the server too: no TPS
follow from them.
"""

from collections.abc import Iterator, Mapping, Sequence

from benchruns.engines import ENGINES, engine_called
from benchruns.figures.metrics import Figures
from benchruns.findings import Finding
from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.tool_report import Scalar
from benchruns.vocabulary import Severity
from benchruns.workloads import only_workload

TOOL = "hammerdb"
PROFILE = "hammerdb"
WORKLOAD = only_workload(TOOL)
MOST_POINTS = 5000  # of a series that is kept: half a day of one every 10 s

# 10 of 23 transactions are new orders, of which 1 % roll back on some engines.
_RATIO = (0.42, 0.44)


def engine_named(label: str, *, line: str) -> str:
    """The engine by HammerDB's word for it."""
    engine = engine_called(label)
    if engine is None:
        known = ", ".join(engine.label for engine in ENGINES.values())
        raise ReportError(
            f"The engine “{label.strip()[:40]}” is not known here: {known} are.", line
        )
    return engine.name


def figures(*, nopm: float, tpm: float, minutes: float | None, line: str) -> Figures:
    """Rates a minute over a number of minutes; a run without a new order is none."""
    if nopm == 0:
        raise NoEventsError("No new order ended while the tool measured.", line)
    return Figures(
        nopm=float(nopm),
        tpm=float(tpm),
        duration_s=None if minutes is None else 60.0 * minutes,
    )


def series(name: str, points: Sequence[Scalar]) -> dict[str, Scalar]:
    """A printed series as one text, and how many numbers it has; empty for none."""
    if not points:
        return {}
    kept = points[:MOST_POINTS]
    return {name: " ".join(map(str, kept)), f"{name}_count": len(points)}


def findings(
    *, nopm: float, tpm: float, printed: Mapping[str, Scalar]
) -> Iterator[Finding]:
    """What the figures of one run say about themselves."""
    low, high = _RATIO
    if not tpm or not low <= nopm / tpm <= high:
        yield Finding(
            code="nopm_tpm_ratio",
            severity=Severity.NOTE,
            values={"nopm": nopm, "tpm": tpm, "low": low, "high": high},
        )
    if any(name.endswith("_sd") for name in printed):
        yield Finding(
            code="sd_unit",
            severity=Severity.NOTE,
        )
