"""Where no regime can be told, why not, and the numbers that evidence holds."""

import pytest

from benchruns.evidence import regime
from benchruns.evidence.regime import Counted, judge, regime_of
from benchruns.sentences.verdicts import regime_note
from tests.benchruns.evidence.regime.counted import innodb, postgresql


def test_sql_server_whose_counters_may_not_be_seen_is_unknown():
    told = judge(Counted(through_os_cache=False, transactions=10_000))

    assert told["verdict"] == "unknown"


def test_misses_without_timing_are_unknown_on_postgresql():
    told = postgresql(misses=500_000, read_time_ms=0.0, is_timed=False)

    assert told["verdict"] == "unknown"
    assert told["evidence"]["read_time_us"] is None
    assert "track_io_timing" in regime_note(told["evidence"])


def test_no_misses_need_no_timing():
    assert postgresql(misses=0, read_time_ms=0.0, is_timed=False)["verdict"] == "cached"


@pytest.mark.parametrize("method", ["fsync", "O_DSYNC", ""])
def test_misses_through_the_page_cache_are_unknown_on_innodb(method):
    assert innodb(misses=50_000, flush_method=method)["verdict"] == "unknown"
    assert innodb(misses=0, flush_method=method)["verdict"] == "cached"


@pytest.mark.parametrize("method", [*sorted(regime.DIRECT_METHODS), None])
def test_direct_reads_are_the_disks(method):
    assert innodb(misses=50_000, flush_method=method)["verdict"] == "disk_io"


@pytest.mark.parametrize(
    "changes",
    [
        {"misses": None},
        {"misses": 5, "requests": None},
        {"misses": 5, "is_reset": True},
        {"misses": 0, "requests": 0, "transactions": 0},
    ],
)
@pytest.mark.parametrize("of", [innodb, postgresql])
def test_lost_or_reset_counters_are_unknown(of, changes):
    assert of(**changes)["verdict"] == "unknown"


def test_a_reset_is_told_as_the_reason():
    assert "reset" in regime_note(innodb(misses=5, is_reset=True)["evidence"])


def test_a_result_states_no_unknown_regime():
    assert regime_of("unknown") is None
    assert regime_of(None) is None
    assert regime_of("os_cache") == "os_cache"


def test_the_evidence_holds_every_number():
    told = innodb(misses=1_500, data_bytes=1000, buffer_bytes=400)

    assert told["evidence"] == {
        "data_bytes": 1000,
        "buffer_bytes": 400,
        "asks_for": "",
        "io_method": None,
        "reading_share": None,
        "data_over_buffer": 2.5,
        "hit_ratio": 0.999,
        "reads_per_transaction": 0.15,
        "read_time_us": None,
        "disk_share": None,
        "machine_disk_share": None,
        "buffer_requests": 1_500_000,
        "physical_reads": 1_500,
        "transactions": 10_000,
        "flush_method": "O_DIRECT",
        "thresholds": {
            "cached_below_reads_per_transaction": 0.01,
            "disk_io_above_reads_per_transaction": 0.05,
            "share_decides_above_hit_ratio": 0.995,
            "cached_below_reading_share": 0.01,
            "disk_io_from_reading_share": 0.05,
        },
        "reason": "reads",
    }
