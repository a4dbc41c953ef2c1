"""Figures by name: how they are called, and in which direction they are better."""

LABELS = {
    "tps": "TPS",
    "qps": "QPS",
    "nopm": "NOPM",
    "tpm": "TPM",
    "batch_requests_per_s": "Batch requests/s",
    "latency_avg_ms": "Mean latency (ms)",
    "latency_p50_ms": "Latency p50 (ms)",
    "latency_p90_ms": "Latency p90 (ms)",
    "latency_p95_ms": "Latency p95 (ms)",
    "latency_p99_ms": "Latency p99 (ms)",
    "latency_p999_ms": "Latency p99.9 (ms)",
    "latency_max_ms": "Worst latency (ms)",
    "errors_per_s": "Errors/s",
}
# Of these a series can be asked for.
WATCHED = ("tps", "qps", "nopm", "tpm", "latency_p95_ms")
MAIN = ("nopm", "tpm", "tps")  # the first that is known says how fast it was


def is_cost(figure: str) -> bool:
    """Whether less of it is better."""
    return figure.endswith("_ms") or figure == "errors_per_s"


def slower_percent(figure: str, *, before: float, after: float) -> float | None:
    """By how many percent it is worse than before; negative where it is better, None
    where nothing was before."""
    if not before:
        return None
    change = (after - before) / before * 100
    return change if is_cost(figure) else -change


def main(figures: dict[str, float | None]) -> tuple[str, float] | None:
    for name in MAIN:
        value = figures.get(name)
        if value is not None:
            return name, value
    return None
