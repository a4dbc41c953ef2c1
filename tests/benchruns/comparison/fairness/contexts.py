"""Contexts to compare, any context, and what is found of some."""

from dataclasses import replace

from hypothesis import strategies as st

from benchruns.comparison.fairness import Context, QpsCounting, Statements, find
from benchruns.sentences.catalogue import worded
from benchruns.units import GB

INNODB = {
    "max_connections": "500",
    "innodb_buffer_pool_size": str(12 * GB),
    "innodb_flush_log_at_trx_commit": "1",
    "sync_binlog": "1",
    "innodb_doublewrite": "ON",
    "log_bin": "ON",
    "transaction_isolation": "REPEATABLE-READ",
}
MEASURED = Context(
    id="a",
    label="A",
    provenance="measured",
    provider="Self-managed",
    is_managed=False,
    engine="mysql",
    engine_version="8.0",
    engine_version_full="8.0.36",
    instance_class="four",
    family="dedicated",
    vcpus=4,
    memory_gb=16,
    settings=INNODB,
    workload="oltp_read_write",
    statements=Statements(reads=14, writes=4, other=2),
    qps_counting=QpsCounting.ALL,
    variant="",
    regime="cached",
    tool="sysbench",
    tool_version="1.0.20",
    prepared_statements=True,
    data_bytes=4 * GB,
    buffer_bytes=12 * GB,
    tables=10,
    table_size=1_000_000,
    duration_s=600,
    warmup_s=60,
    threads=16,
    percentile=95,
    client_instance="c6.4xlarge",
    client_vcpus=16,
    client_memory_gb=32,
    client_os="Debian 12",
    same_host=False,
    round_trip_ms=0.2,
    region="Hangzhou",
    zone="I",
    network="VPC",
    storage="local SSD",
)
OTHER = replace(MEASURED, id="b", label="B")

TPCC = replace(MEASURED, workload="tpcc", statements=None, qps_counting=None)


def findings(*contexts, intended=frozenset()):
    found = find(contexts, baseline=contexts[0].id, intended=intended)
    found = [worded(finding) for finding in found]
    assert len({finding.code for finding in found}) == len(found)
    return {finding.code: finding for finding in found}


def _or_unknown(*values):
    return st.sampled_from([None, *values])


anything = st.builds(
    Context,
    id=st.just("a"),
    provider=_or_unknown("Self-managed", "Huawei Cloud"),
    is_managed=_or_unknown(True, False),
    engine=_or_unknown("mysql", "mariadb", "postgresql", "sqlserver"),
    engine_version=_or_unknown("8.0", "15"),
    instance_class=_or_unknown("four"),
    edition=_or_unknown("Enterprise Edition", "High-availability Edition"),
    vcpus=_or_unknown(4, 8),
    memory_gb=_or_unknown(16.0, 15.6, 32.0),
    settings=st.sampled_from(
        [{}, INNODB, {"sync_binlog": "0"}, {"fsync": "on", "work_mem": "4MB"}]
    ),
    workload=_or_unknown("oltp_read_write", "oltp_legacy", "tpcc", "hot_row_update"),
    statements=_or_unknown(Statements(reads=14, writes=4, other=2)),
    variant=_or_unknown("", "rate_limited"),
    rate=_or_unknown(100),
    regime=_or_unknown("cached", "disk_io"),
    tool=_or_unknown("sysbench", "HammerDB"),
    tool_version=_or_unknown("0.5", "1.0.20"),
    data_bytes=_or_unknown(GB, 30 * GB),
    threads=_or_unknown(8, 16),
    duration_s=_or_unknown(60, 62, 600),
    warmup_s=_or_unknown(0, 60),
    client_instance=_or_unknown("small", "large"),
    client_vcpus=_or_unknown(8, 16),
    client_memory_gb=_or_unknown(16, 32),
    client_os=_or_unknown("Debian", "CentOS"),
    same_host=_or_unknown(True, False),
    round_trip_ms=_or_unknown(0.2, 0.25, 0.9),
    region=_or_unknown("Hangzhou", "Beijing"),
    zone=_or_unknown("I", "B"),
)
