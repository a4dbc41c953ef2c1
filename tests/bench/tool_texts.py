"""Lines as the tools print them, numbered from 1, for texts of any length."""

FINAL_BLOCK = """\
SQL statistics:
    queries performed:
        read:                            1400
        write:                           400
        other:                           200
        total:                           2000
    transactions:                        100    (10.00 per sec.)
    queries:                             2000   (200.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              100

Latency (ms):
         min:                                    1.00
         avg:                                    2.00
         max:                                    3.00
         95th percentile:                        2.50
         sum:                                  200.00

Threads fairness:
    events (avg/stddev):           100.0000/0.00
    execution time (avg/stddev):   10.0000/0.00
"""
FINAL_BLOCK_0_5 = """\
OLTP test statistics:
    queries performed:
        read:                            1400
        write:                           400
        other:                           200
        total:                           2000
    transactions:                        100    (10.00 per sec.)
    read/write requests:                 1800   (180.00 per sec.)
    other operations:                    200    (20.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)
"""
SUMMARY = "".join(
    f"[Summary] {operation} - Takes(s): 60.0, Count: 1200, TPM: 1200.0, Sum(ms): 1200.0,"
    " Avg(ms): 10.0, 50th(ms): 9.4, 90th(ms): 14.7, 95th(ms): 16.8, 99th(ms): 16.8,"
    " 99.9th(ms): 16.8, Max(ms): 16.8\n"
    for operation in ("DELIVERY", "NEW_ORDER", "ORDER_STATUS", "PAYMENT", "STOCK_LEVEL")
)
LAST_LINE = "tpmC: 1200.0, tpmTotal: 6000.0, efficiency: 93.3%\n"
STARTED = 1_795_159_641  # seconds since 1970


def _rate(second: int) -> float:
    return 1200 + second % 97 + second % 89 / 100


def sysbench_1_0(second: int) -> str:
    tps = _rate(second)
    return (
        f"[ {second}s ] thds: 16 tps: {tps:.2f} qps: {20 * tps:.2f} (r/w/o: "
        f"{14 * tps:.2f}/{4 * tps:.2f}/{2 * tps:.2f}) lat (ms,95%): "
        f"{30 + second % 7 / 100:.2f} err/s: 0.00 reconn/s: 0.00\n"
    )


def sysbench_0_5(second: int) -> str:
    tps = _rate(second)
    return (
        f"[{second:4d}s] threads: 16, tps: {tps:.2f}, reads: {14 * tps:.2f}, writes: "
        f"{4 * tps:.2f}, response time: {30 + second % 7 / 100:.2f}ms (95%), "
        "errors: 0.00, reconnects:  0.00\n"
    )


def sysbench_csv(second: int) -> str:
    tps = _rate(second)
    rates = (tps, 20 * tps, 14 * tps, 4 * tps, 2 * tps, 30 + second % 7 / 100, 0, 0)
    return f"{second},16," + ",".join(f"{rate:.2f}" for rate in rates) + "\n"


def sysbench_json(second: int) -> str:
    tps = _rate(second)
    return f"""\
  {{
    "time": {second:4},
    "threads": 16,
    "tps": {tps:.2f},
    "qps": {{
      "total": {20 * tps:.2f},
      "reads": {14 * tps:.2f},
      "writes": {4 * tps:.2f},
      "other": {2 * tps:.2f}
    }},
    "latency": {30 + second % 7 / 100:.2f},
    "errors": 0.00,
    "reconnects": 0.00
  }},
"""


def pgbench_progress(second: int) -> str:
    tps = 1200 + second % 97 + second % 9 / 10
    return (
        f"progress: {second}.0 s, {tps:.1f} tps, lat {8 + second % 7 / 1000:.3f} ms "
        f"stddev {1 + second % 5 / 1000:.3f}, 0 failed\n"
    )


def pgbench_log(number: int) -> str:
    time = 300 + number * 7919 % 90_000
    return f"{number % 64} {number} {time} 0 {STARTED + number // 900} {time}\n"


def pgbench_aggregate(number: int) -> str:
    """Of eight threads."""
    timed = 1200 + number % 97
    return (
        f"{STARTED + number // 8} {timed} {timed * 1500} {timed * 2_300_000} 397 "
        f"{5300 + number % 89} 0 0 0 0 0 0 0 0 0\n"
    )


def go_tpc(number: int) -> str:
    operation = ("DELIVERY", "NEW_ORDER", "ORDER_STATUS", "PAYMENT", "STOCK_LEVEL")
    count = 200 + number % 97
    return (
        f"[Current] {operation[number % 5]} - Takes(s): 9.9, Count: {count}, TPM: "
        f"{count * 6.0:.1f}, Sum(ms): {count * 145.0:.1f}, Avg(ms): 145.0, 50th(ms): "
        "117.4, 90th(ms): 260.0, 95th(ms): 352.3, 99th(ms): 402.7, 99.9th(ms): 402.7, "
        "Max(ms): 402.7\n"
    )
