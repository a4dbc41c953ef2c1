"""Uploaded files of tests, read as the portal reads them, and whole statements."""

from io import BytesIO
from pathlib import Path

from benchruns.submissions import intake
from tests.samples import SAMPLES

# All that is asked for of a run on the small published class of MySQL 8.0.
STATEMENT = {
    "provider": "alibaba-cloud",
    "instance_class": "rds.mysql.t1.small",
    "engine": "mysql",
    "engine_version": "8.0.36",
    "edition": "High-availability",
    "replication": "semi_sync",
    "storage": "local SSD",
    "region": "cn-hangzhou",
    "zone": "h",
    "client_instance": "ecs.c6.2xlarge",
    "client_vcpus": 8,
    "client_memory_gb": 16,
    "client_os": "Debian 12",
    "client_region": "cn-hangzhou",
    "client_zone": "h",
    "network": "VPC",
    "workload": "oltp_read_write",
    "tested_on": "2026-01-31",
    "threads": 8,
    "duration_seconds": 60,
    "warmup_seconds": 0,
    "tables": 32,
    "table_size": 25000,
    "regime": "cached",
    "command": "sysbench oltp_read_write --tables=32 --table_size=25000 --time=60 run",
}
SETTINGS = "\n".join(
    (
        "Variable_name\tValue",
        "innodb_buffer_pool_size\t805306368",
        "innodb_flush_log_at_trx_commit\t1",
        "max_connections\t300",
        "sync_binlog\t1",
        "version\t8.0.36",
        "version_comment\tSource distribution",
    )
)


def uploaded(text, *, name="run.txt"):
    """The one file that an upload of this text makes."""
    (file,) = intake.read_upload(name, BytesIO(text.encode()))
    return file


def sample(path):
    return uploaded((SAMPLES / path).read_text(), name=Path(path).name)


def _histogram_of(transactions, *, latency):
    """Half of the transactions at the mean, half at twice of it."""
    return (
        "Latency histogram (values are in milliseconds)",
        "       value  ------------- distribution ------------- count",
        f"{latency:12.3f} |****************************************  {transactions // 2}",
        f"{2 * latency:12.3f} |****************************************  "
        f"{transactions - transactions // 2}",
        " ",
    )


def sysbench_text(
    *, threads=8, tps=100, seconds=60, intervals=True, version="1.0.20", histogram=False
):
    """A report of oltp_read_write as sysbench 1.0 prints it; figures that fit."""
    transactions = tps * seconds
    reads, writes, other = (n * transactions for n in (14, 4, 2))
    latency = 1000 * threads / tps
    lines = [
        f"[ {second}s ] thds: {threads} tps: {tps:.2f} qps: {20 * tps:.2f} (r/w/o: "
        f"{14 * tps:.2f}/{4 * tps:.2f}/{2 * tps:.2f}) lat (ms,95%): {latency:.2f} "
        "err/s: 0.00 reconn/s: 0.00"
        for second in range(1, seconds + 1)
        if intervals
    ]
    return "\n".join(
        (
            f"sysbench {version} (using system LuaJIT 2.1.0-beta3)",
            "",
            "Running the test with following options:",
            f"Number of threads: {threads}",
            "",
            "Threads started!",
            "",
            *lines,
            *(_histogram_of(transactions, latency=latency) if histogram else ()),
            "SQL statistics:",
            "    queries performed:",
            f"        read:                            {reads}",
            f"        write:                           {writes}",
            f"        other:                           {other}",
            f"        total:                           {20 * transactions}",
            f"    transactions:                        {transactions}   "
            f"({tps:.2f} per sec.)",
            f"    queries:                             {20 * transactions}  "
            f"({20 * tps:.2f} per sec.)",
            "    ignored errors:                      0      (0.00 per sec.)",
            "    reconnects:                          0      (0.00 per sec.)",
            "",
            "General statistics:",
            f"    total time:                          {seconds}.0001s",
            f"    total number of events:              {transactions}",
            "",
            "Latency (ms):",
            f"         min:                                    {latency / 2:.2f}",
            f"         avg:                                    {latency:.2f}",
            f"         max:                                    {latency * 4:.2f}",
            f"         95th percentile:                        {latency * 2:.2f}",
            f"         sum:                                    {latency * transactions:.2f}",
            "",
            "Threads fairness:",
            f"    events (avg/stddev):           {transactions / threads:.4f}/0.00",
            f"    execution time (avg/stddev):   {seconds}.0000/0.00",
            "",
        )
    )
