"""Outputs of benchbook-tpcc, put together for tests: whole, and with planted faults."""

import json
from typing import Any

HEAD = """\
benchbook-tpcc 1, profile hammerdb, MariaDB 10.11.19, 8 virtual users in 2 processes
Ramp-up begins: 2 s
[ -1s ] vu: 8 tps: 900.00 lat (ms,95%): 5.00 neword/s: 390.00 err/s: 0.00 retries/s: 0.00
[  0s ] vu: 8 tps: 950.00 lat (ms,95%): 4.90 neword/s: 410.00 err/s: 0.00 retries/s: 1.00
Measuring begins
[  1s ] vu: 8 tps: 1150.00 lat (ms,95%): 4.21 neword/s: 499.00 err/s: 0.00 retries/s: 2.00
[  2s ] vu: 8 tps: 1150.00 lat (ms,95%): 4.30 neword/s: 501.00 err/s: 0.50 retries/s: 0.00
"""
COUNTS = {"neword": 1000, "payment": 1000, "delivery": 100, "ostat": 100, "slev": 100}
LATENCY = {
    "min": 0.4,
    "avg": 3.1,
    "p50": 2.9,
    "p90": 4.0,
    "p95": 4.25,
    "p99": 8.5,
    "p999": 15.0,
    "max": 21.5,
}


def kind(count: int, *, rolled_back: int = 0, failed: int = 0) -> dict[str, Any]:
    return {
        "count": count,
        "rolled_back": rolled_back,
        "failed": failed,
        "retries": {"deadlock": 1, "serialization": 0, "lock_timeout": 0},
        "latency_ms": dict(LATENCY),
        "histogram": "HISTFAAAABl42pNpmSzMwMDAxAABzFCaEUoDAChWAQ4=",
    }


def document(**changes: Any) -> dict[str, Any]:
    """2,300 transactions in 2 s, of which 10 new orders were rolled back."""
    kinds = {name: kind(count) for name, count in COUNTS.items()}
    kinds["neword"] = kind(1000, rolled_back=10)
    return {
        "tool": "benchbook-tpcc",
        "tool_version": "1",
        "profile": "hammerdb",
        "engine": "MariaDB 10.11.19",
        "warehouses": 2,
        "virtual_users": 8,
        "processes": 2,
        "rampup_seconds": 2,
        "duration_seconds": 2,
        "keying_and_thinking": False,
        "all_warehouses": False,
        "seed": 1,
        "measured_seconds": 2.0,
        "transactions": kinds,
        "all": kind(2300, rolled_back=10),
        "counters": {
            "new_orders": [60_000, 60_990],
            "new_orders_seconds": 2.0,
            "transactions": [5_000, 7_300],
            "seconds": 2.0,
            "batch_requests": None,
        },
        "nopm": 29_700.0,
        "tpm": 69_000.0,
        "batch_requests_per_s": None,
        "tps": 1_150.0,
        **changes,
    }


def output(told: dict[str, Any] | None = None, *, head: str = HEAD) -> str:
    text = json.dumps(document() if told is None else told, indent=1)
    return f"{head}Report benchbook-tpcc-report-v1:\n{text}\n"
