"""The lines and the document that ``run`` prints."""

import json
from dataclasses import asdict

from workers.tools.tpcc import TOOL, VERSION
from workers.tools.tpcc.dialects.base import Counts
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Run
from workers.tools.tpcc.running.tally import Tallies, Tally, sum_of
from workers.tools.tpcc.running.window import Second

FORMAT = "benchbook-tpcc-report-v1"
BEGINS = f"Report {FORMAT}:"
PERCENTILE = 95.0


def head(run: Run, *, engine: str) -> str:
    return (
        f"{TOOL} {VERSION}, profile {run.profile}, {engine}, "
        f"{run.virtual_users} virtual users in {run.processes} processes"
    )


def interval(second: Second, *, users: int) -> str:
    """One second; without a latency where nothing ended well."""
    total = sum_of(second.tallies.values())
    latency = total.latencies.percentile_ms(PERCENTILE)
    orders = second.tallies.get(Kind.NEWORD, Tally()).count
    words = [f"[ {second.number:2}s ] vu: {users} tps: {total.count:.2f}"]
    if latency is not None:
        words.append(f"lat (ms,95%): {latency:.2f}")
    words += [
        f"neword/s: {orders:.2f}",
        f"err/s: {total.failed:.2f}",
        f"retries/s: {total.retries.total():.2f}",
    ]
    return " ".join(words)


def text(
    run: Run, measured: Tallies, *, before: Counts, after: Counts, engine: str
) -> str:
    """The document: JSON, indented; null is what could not be read."""
    total = sum_of(measured.values())
    seconds = after.at - before.at
    orders_seconds = after.new_orders_at - before.new_orders_at
    orders = [before.new_orders, after.new_orders]
    transactions = _pair(before.transactions, after.transactions)
    batches = _pair(before.batch_requests, after.batch_requests)
    document = {
        "tool": TOOL,
        "tool_version": VERSION,
        "engine": engine,
        **_asked(run),
        "measured_seconds": run.duration_seconds,
        "tps": round(total.count / run.duration_seconds, 3),
        "nopm": _rate(orders, orders_seconds / 60),
        "tpm": _rate(transactions, seconds / 60),
        "batch_requests_per_s": _rate(batches, seconds),
        "counters": {
            "new_orders": orders,
            "new_orders_seconds": round(orders_seconds, 6),
            "transactions": transactions,
            "batch_requests": batches,
            "seconds": round(seconds, 6),
        },
        "all": total.as_dict(),
        "transactions": {
            kind.value: measured.get(kind, Tally()).as_dict() for kind in Kind
        },
    }
    return json.dumps(document, indent=1)


def _asked(run: Run) -> dict[str, object]:
    """Which users these are of several tools' is told where there are several."""
    alone = run.users_of_all is None
    shared = {"first_user", "users_of_all"} if alone else set()
    return {name: each for name, each in asdict(run).items() if name not in shared}


def _pair(before: int | None, after: int | None) -> list[int] | None:
    return None if before is None or after is None else [before, after]


def _rate(readings: list[int] | None, time: float) -> float | None:
    return None if readings is None else round((readings[1] - readings[0]) / time, 3)
