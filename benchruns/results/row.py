"""One result as reports show it: its figures, its data size, its conditions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from benchruns import findings
from benchruns.figures.metrics import FIGURE_NAMES, METRICS, TOTALS, Metric
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.names.class_words import ClassKey
from benchruns.reproduction.published_load import estimated_data_bytes
from benchruns.reproduction.reproduce import refusal
from benchruns.results import staleness
from benchruns.units import GB, size_text
from benchruns.vocabulary import Provenance, ResultStatus, Visibility

PER_VCPU = ("tps", "qps", "tpm", "nopm")


def per_vcpu(metric: str) -> str:
    return f"{metric}_per_vcpu"


REPORT_METRICS: Mapping[str, Metric] = {
    **METRICS,
    **TOTALS,
    **{
        per_vcpu(name): Metric(
            per_vcpu(name), METRICS[name].label, f"{METRICS[name].unit} / vCPU"
        )
        for name in PER_VCPU
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A result with what follows from it; ``None`` means not known.

    ``is_beside`` marks a row of the version that is put beside the page's own.
    ``place`` is the class, or its size: an endpoint's name never stands there.
    ``run_id`` is empty where there is no run or the reader may not open it.
    ``refusal`` says why a published row cannot be reproduced, empty where it can;
    ``reproduces`` is the published row that it repeats, or empty. ``exclusion_reason`` is
    why its owner left it out, empty where it counts. ``submission`` is empty where it
    comes from none; other than current is the ``status`` of submitted rows alone.
    """

    id: str
    engine: str
    engine_version: str
    engine_title: str
    is_beside: bool
    provenance: str
    visibility: str
    provider: str
    provider_name: str
    class_key: ClassKey | None
    place: str
    vcpus: int | None
    memory_gb: float | None
    family: str
    edition: str
    iops: int | None
    max_connections: int | None
    stress_connections: int | None
    campaign: str
    workload: str
    variant: str
    seconds: float | None
    regime: str | None
    threads: int | None
    tables: int | None
    table_size: int | None
    scale: int | None
    rows: int | None
    hot_records: int | None
    data_bytes: int | None
    is_estimate: bool
    figures: Mapping[str, float]
    formulas: Mapping[str, str]
    findings: tuple[Finding, ...]
    tool: str
    source: str
    source_section: str
    note: str
    run_id: str
    submission: str
    status: str
    refusal: str
    reproduces: str
    exclusion_reason: str
    stale: tuple[Finding, ...]
    published_on: date | None
    measured_at: datetime | None

    @property
    def is_published(self) -> bool:
        return self.provenance == Provenance.PUBLISHED

    @property
    def is_submitted(self) -> bool:
        return self.provenance == Provenance.SUBMITTED

    @property
    def is_private(self) -> bool:
        return self.visibility == Visibility.PRIVATE

    @property
    def is_draft(self) -> bool:
        return self.status == ResultStatus.DRAFT

    @property
    def is_reproduction(self) -> bool:
        return bool(self.reproduces)

    @property
    def is_excluded(self) -> bool:
        return bool(self.exclusion_reason)

    @property
    def data_gb(self) -> float | None:
        return None if self.data_bytes is None else self.data_bytes / GB

    @property
    def data_is_estimate(self) -> bool | None:
        """None without a size."""
        return None if self.data_bytes is None else self.is_estimate

    @property
    def over_memory(self) -> float | None:
        if self.data_gb is None or not self.memory_gb:
            return None
        return self.data_gb / self.memory_gb

    @property
    def gb_per_vcpu(self) -> float | None:
        if self.memory_gb is None or not self.vcpus:
            return None
        return self.memory_gb / self.vcpus

    def states(self, name: str) -> bool:
        """Whether it has the figure, and a total as its paper's own metric."""
        if name not in TOTALS:
            return name in self.figures
        return self.is_published and bool(self.figures.get(name))

    @property
    def hot_share(self) -> float | None:
        if self.hot_records is None or not self.rows:
            return None
        return self.hot_records / self.rows

    @property
    def size(self) -> tuple[int, float]:
        """For sorting; rows of unknown size come last."""
        unknown = 10**9
        return self.vcpus or unknown, self.memory_gb or unknown


def read_row(result: Result, *, is_beside: bool = False, run_is_visible: bool) -> Row:
    """The row of a result: loaded with its class, provider, source and exclusion.

    A draft's with its submission, too.
    """
    figures, formulas = _figures(result)
    data_bytes, is_estimate = data_size(result)
    instance_class = result.instance_class
    return Row(
        id=str(result.pk),
        engine=result.engine,
        engine_version=result.engine_version,
        engine_title=result.engine_title,
        is_beside=is_beside,
        provenance=result.provenance,
        visibility=result.visibility,
        provider=result.provider_id or "",
        provider_name=result.provider.name if result.provider else "",
        class_key=instance_class.class_key if instance_class else None,
        place=instance_class.code
        if instance_class
        else _proposed_class(result) or size_text(result.vcpus, result.memory_gb),
        vcpus=result.vcpus,
        memory_gb=result.memory_gb,
        family=instance_class.family if instance_class else "",
        edition=result.edition or (instance_class.edition if instance_class else ""),
        iops=result.iops,
        max_connections=result.max_connections,
        stress_connections=result.stress_connections,
        campaign=result.campaign.slug if result.campaign else "",
        workload=result.workload,
        variant=result.variant,
        seconds=result.seconds,
        regime=result.regime,
        threads=result.threads,
        tables=result.tables,
        table_size=result.table_size,
        scale=result.scale,
        rows=result.rows,
        hot_records=result.hot_records,
        data_bytes=data_bytes,
        is_estimate=is_estimate,
        figures=figures,
        formulas=formulas,
        findings=tuple(map(findings.read, result.findings)),
        tool=f"{result.tool} {result.tool_version}".strip(),
        source=result.source.title if result.source else "",
        source_section=result.source_section,
        note=result.row_note,
        run_id=str(result.run_id) if result.run_id and run_is_visible else "",
        submission=str(result.submission_id) if result.submission_id else "",
        status=result.status,
        refusal=refusal(result),
        reproduces=str(result.reproduces_id or ""),
        exclusion_reason=result.exclusion.reason if result.exclusion else "",
        stale=staleness.findings_of(result),
        published_on=result.published_on,
        measured_at=result.measured_at,
    )


def _proposed_class(result: Result) -> str:
    """The class that a draft's result will have once it is accepted."""
    if result.status != ResultStatus.DRAFT or result.submission is None:
        return ""
    return str(result.submission.statement.get("instance_class", ""))


def count_text(count: int) -> str:
    """``0.1 M``, ``102.4 M``; below a hundred thousand the number itself."""
    return f"{count / 1e6:,.4g} M" if count >= 100_000 else f"{count:,}"


def _figures(result: Result) -> tuple[dict[str, float], dict[str, str]]:
    """The known figures and those a vCPU, with the formula of each derived one."""
    figures = {
        name: value
        for name in FIGURE_NAMES
        if (value := getattr(result, name)) is not None
    }
    formulas = dict(result.derived)
    vcpus = _sold_vcpus(result)
    for name in PER_VCPU:
        if name in figures and vcpus:
            figures[per_vcpu(name)] = figures[name] / vcpus
            formulas[per_vcpu(name)] = f"{formulas.get(name, name)} / {vcpus}"
    return figures, formulas


def _sold_vcpus(result: Result) -> int | None:
    """Of its class, as rankings and needs divide by it, whatever a report states."""
    sold = result.instance_class
    return sold.vcpus if sold else result.vcpus


def data_size(result: Result) -> tuple[int | None, bool]:
    """Bytes as measured or printed, or an estimate by its rows; whether it is one."""
    if result.data_bytes is not None:
        return result.data_bytes, False
    estimated = estimated_data_bytes(result)
    return (None, False) if estimated is None else (estimated, True)
