"""go-tpc's runs. Composed from the rows that its versions print."""

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

PLAIN = Format.GO_TPC
JSON = Format.GO_TPC_JSON
NEWER = "1.0.11"

# One run in all three styles.
_FIGURES = {
    "nopm": 1577.2,
    "tps": (137.8 + 1577.2 + 134.7 + 1513.7 + 139.0) / 60,
    "transactions": 1377 + 15770 + 1347 + 15135 + 1389,
    "duration_s": 599.9,
    "errors_per_s": 9 / 599.9,
    "latency_avg_ms": (247717.2 + 2285792.7 + 8229.1 + 3414811.8 + 13751.1) / 35018,
    "latency_p95_ms": None,
}
_PRINTED = {
    "tpmc": 1577.2,
    "tpm_total": 3502.4,
    "efficiency_percent": 1226.4,
    "new_order_count": 15770,
    "new_order_tpm": 1577.2,
    "new_order_sum_ms": 2285792.7,
    "new_order_avg_ms": 145.0,
    "new_order_p50_ms": 117.4,
    "new_order_p90_ms": 260.0,
    "new_order_p95_ms": 352.3,
    "new_order_p99_ms": 604.0,
    "new_order_p999_ms": 872.4,
    "new_order_max_ms": 1208.0,
    "new_order_takes_s": 599.9,
    "payment_err_count": 5,
}


def _case(format: Format, tool_version: str, name: str, path: str, **rest) -> Case:
    return Case(
        format=format,
        tool_version=tool_version,
        name=name,
        origin="composed",
        path=f"go-tpc/{path}",
        **rest,
    )


CASES = (
    _case(
        PLAIN,
        NEWER,
        "plain, with intervals and failed operations",
        "1.0.11-plain.txt",
        expected=_FIGURES,
        printed=_PRINTED,
        stated={"profile": "go-tpc"},
    ),
    _case(
        PLAIN,
        NEWER,
        "tables",
        "1.0.11-table.txt",
        expected=_FIGURES,
        printed=_PRINTED,
    ),
    _case(
        JSON,
        NEWER,
        "JSON, an array a line",
        "1.0.11-json.txt",
        expected=_FIGURES,
        printed=_PRINTED,
    ),
    _case(
        JSON,
        NEWER,
        "JSON, one array",
        "1.0.11-one-array.json",
        expected=_FIGURES,
        printed=_PRINTED,
    ),
    _case(
        PLAIN,
        "1.0.0",
        "plain, without 50th, Max and tpmTotal",
        "1.0.0-plain.txt",
        expected={"nopm": 1577.2, "errors_per_s": 0},
        printed={"new_order_sum_ms": 2285793.0, "new_order_p90_ms": 260.0},
    ),
    _case(
        PLAIN,
        "before 1.0",
        "plain, without the last line",
        "0.9-no-last-line.txt",
        expected={"nopm": 1577.2},
    ),
    _case(
        PLAIN,
        NEWER,
        "with keying and thinking times",
        "1.0.11-wait.txt",
        expected={"nopm": 1577.2},
        printed={"keyingtime_new_order_avg_s": 18.0, "efficiency_percent": 98.1},
    ),
    _case(
        PLAIN,
        NEWER,
        "analytic queries beside: read, without a workload",
        "1.0.11-analytic-queries.txt",
        expected={"nopm": 1577.2},
        printed={"q12_count": 3},
    ),
    _case(
        PLAIN,
        NEWER,
        "intervals without a summary",
        "1.0.11-no-summary.txt",
        refused="no summary",
    ),
    _case(PLAIN, NEWER, "two runs", "1.0.11-two-runs.txt", refused="more than one run"),
    _case(PLAIN, NEWER, "cut in a line", "1.0.11-cut.txt", refused="is not whole"),
    _case(
        PLAIN,
        NEWER,
        "no new order ended",
        "1.0.11-no-new-order.txt",
        refused="No new order ended",
    ),
)
