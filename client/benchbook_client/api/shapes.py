"""Bodies of the API: the keys that this client reads and writes, named as its schema
names the shapes. A test holds each of them against the schema.
"""

from typing import Any, TypedDict

# Parameters and statements are the workload's own, by JSON Schema.
Values = dict[str, Any]


class Check(TypedDict):
    ok: bool | None
    message: str
    checked_at: str | None


class Endpoint(TypedDict):
    id: str
    name: str
    engine: str
    host: str
    port: int
    consent: bool
    last_check: Check | None


class Preset(TypedDict):
    name: str
    parameters: Values


class EndpointPresets(TypedDict):
    presets: list[Preset]


class Metric(TypedDict):
    unit: str


class Workload(TypedDict):
    name: str
    metrics: dict[str, Metric]


class RunRequest(TypedDict, total=False):
    """Of requests a key that is None is left out: Benchbook chooses."""

    endpoint: str
    workload: str | None
    parameters: Values
    reproduce: str | None
    scale_down: int | None
    match_ratio: bool | None
    repetitions: int | None
    settle_seconds: int | None
    keep_data: bool | None
    generator_labels: dict[str, str] | None
    generators: int | None
    go_on_without_lost: bool | None
    not_before: str | None
    name: str | None
    note: str | None
    tags: list[str] | None


class SweepRequest(RunRequest, total=False):
    threads: list[int] | None


class PlanRequest(SweepRequest, total=False):
    pass


class PlanProblem(TypedDict):
    severity: str
    message: str
    remedy: str


class Plan(TypedDict):
    workload: str
    rows: int
    data_bytes: int
    reported_bytes: int
    buffer_bytes: int | None
    regime: str | None
    load_seconds: float
    warmup_seconds: int
    duration_seconds: int
    preflight_seconds: float
    setup_seconds: float
    total_seconds: float
    runs: int
    threads: int
    ladder: list[int] | None
    uses_kept_data: bool
    can_run: bool
    problems: list[PlanProblem]


class Failure(TypedDict):
    message: str


class Regime(TypedDict):
    verdict: str | None


class Bottleneck(TypedDict):
    verdict: str | None


class Compared(TypedDict):
    published: float
    doubt: str | None
    measured: float | None
    ratio: float | None
    ratio_doubt: str | None
    comparable: bool
    note: str


class Reproduction(TypedDict):
    figures: dict[str, Compared]


class PeakReproduction(TypedDict):
    threads: int
    figures: dict[str, Compared]


class Finding(TypedDict):
    severity: str
    message: str


class Run(TypedDict):
    id: str
    name: str | None
    state: str
    phase: str | None
    progress: float | None
    engine: str
    workload: str
    parameters: Values
    figures: dict[str, float | None]
    doubt: str | None
    findings: list[Finding]
    regime: Regime
    bottleneck: Bottleneck
    result: str | None
    sweep: str | None
    reproduction: Reproduction | None
    stop_reason: str | None
    no_generator: str | None
    finished_at: str | None
    failure: Failure | None


class Spread(TypedDict):
    median: float
    lowest: float
    highest: float


class Repeat(TypedDict):
    run: str
    result: str | None
    state: str
    is_excluded: bool


class Point(TypedDict):
    threads: int
    tps: Spread | None
    nopm: Spread | None
    tpm: Spread | None
    latency_p95_ms: Spread | None
    repeats: list[Repeat]


class Peak(TypedDict):
    threads: int
    figure: str
    median: float
    doubt: str | None


class Sweep(TypedDict):
    id: str
    state: str
    workload: str
    ended: int
    runs: list[str]
    points: list[Point]
    peak: Peak | None
    reproduction: PeakReproduction | None


class Result(TypedDict):
    id: str
    provenance: str
    engine: str
    engine_version: str | None
    provider: str | None
    instance_class: str | None
    workload: str
    threads: int | None
    regime: str | None
    figures: dict[str, float | None]
    doubt: str | None
    run: str | None
    series: str | None
    excluded: dict[str, Any] | None
    measured_at: str | None


class Change(TypedDict):
    kind: str
    name: str


class TrendPoint(TypedDict):
    result: str
    measured_at: str
    value: float
    excluded: bool
    changes: list[Change]


class RegressionRule(TypedDict):
    figure: str
    is_active: bool
    evaluated_at: str | None


class Regression(TypedDict):
    figure: str
    state: str
    before: float
    after: float
    percent: float


class Trend(TypedDict):
    workload: str
    figure: str
    unit: str
    points: list[TrendPoint]
    rules: list[RegressionRule]
    regressions: list[Regression]


class Verdict(TypedDict):
    verdict: str
    median: float


class Refusal(TypedDict):
    figure: str
    results: list[str]
    reason: str


class Compare(TypedDict):
    standing: str
    in_doubt: list[str]
    rows: list[Result]
    ratios: dict[str, dict[str, float | None]]
    findings: list[Finding]
    verdicts: dict[str, dict[str, Verdict]]
    refused: list[Refusal]


class SubmissionCheck(TypedDict):
    outcome: str
    message: str
    remedy: str


class SubmittedFile(TypedDict):
    name: str
    format: str
    workload: str | None


class Upload(TypedDict, total=False):
    statement: str | None
    settings: str | None
    credit: str | None
    replaces: str | None


class Submission(TypedDict):
    id: str
    state: str
    missing: list[str]
    checks: list[SubmissionCheck]
    can_be_submitted: bool
    files: list[SubmittedFile]
    results: list[str]


class ProblemError(TypedDict):
    field: str | None
    message: str


class Problem(TypedDict):
    title: str
    detail: str
    errors: list[ProblemError]
