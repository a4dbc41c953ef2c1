"""Bottlenecks from numbers: recorded ones, and planted ones at each threshold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.evidence import bottleneck
from benchruns.evidence.bottleneck import Watched, judge
from benchruns.sentences.verdicts import advice

EPSILON = 1e-6
FREE = {
    "thread_cpu": 0.1,
    "thread_wait": 0.05,
    "client_cpu": 0.1,
    "client_idle": 0.6,
    "round_trip_ms": 0.05,
    "statements_per_transaction": 20.0,
    "latency_avg_ms": 10.0,
}


def verdict(**changes):
    return judge(Watched(**(FREE | changes)))["verdict"]


# pgbench 15 with one job, by clients: CPU, waiting; more jobs made each of them faster
@pytest.mark.parametrize(("cpu", "wait"), [(0.56, 0.2), (0.43, 0.55), (0.37, 0.6)])
def test_recorded_threads_that_had_no_time_left(cpu, wait):
    assert verdict(thread_cpu=cpu, thread_wait=wait) == "client"


# sysbench point_select, four threads on one core of their own: 0.72 of it, 12 % waiting
def test_recorded_threads_that_waited_for_the_server():
    assert verdict(thread_cpu=0.18, thread_wait=0.12) == "server"


def test_a_low_cpu_share_alone_does_not_clear_the_client():
    """On a core shared with three spinning processes its share fell to 0.41 of one."""
    assert verdict(thread_cpu=0.1025, thread_wait=0.63) == "client"


@pytest.mark.parametrize(
    ("busy", "expected"),
    [
        (bottleneck.BUSY_CLIENT, "client"),
        (bottleneck.BUSY_CLIENT - EPSILON, "unclear"),
        (bottleneck.FREE_CLIENT, "unclear"),
        (bottleneck.FREE_CLIENT - EPSILON, "server"),
    ],
)
def test_busy_threads_at_each_threshold(busy, expected):
    assert verdict(thread_cpu=busy, thread_wait=0.0) == expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (bottleneck.BUSY_CLIENT, "client"),
        (bottleneck.FREE_CLIENT, "unclear"),
        (bottleneck.FREE_CLIENT - EPSILON, "server"),
        (None, "server"),
    ],
)
def test_a_process_that_can_use_one_cpu_is_busy_as_a_whole(share, expected):
    """Its threads wait for each other, which none of their counters tells."""
    assert verdict(process_cpu=share) == expected


@pytest.mark.parametrize(
    ("idle", "circumstances", "expected"),
    [
        (bottleneck.NO_IDLE - EPSILON, {}, "client"),
        (bottleneck.NO_IDLE, {}, "server"),
        (0.0, {"is_same_host": True}, "server"),
        (0.0, {"is_same_host": True, "is_pinned": True}, "server"),
        (
            0.0,
            {
                "is_same_host": True,
                "is_pinned": True,
                "thread_wait": bottleneck.PINNED_WAIT,
            },
            "client",
        ),
        (0.0, {"is_same_host": True, "is_pinned": True, "thread_wait": None}, "client"),
    ],
)
def test_a_machine_without_idle_cpu(idle, circumstances, expected):
    assert verdict(client_idle=idle, **circumstances) == expected


# MariaDB 10.11 beside sysbench, 16 threads, and other programs: tool 17 %
FULL = {
    "is_same_host": True,
    "client_cpu": 0.167,
    "client_idle": 0.006,
    "server_cpu": 0.3883,
    "programs_cpu": 0.4387,
    "other_cpu": 0.827,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "unclear"),
        ({"programs_cpu": bottleneck.MANY_OTHERS}, "unclear"),
        ({"programs_cpu": bottleneck.MANY_OTHERS - EPSILON}, "server"),
        ({"programs_cpu": None}, "server"),
        ({"client_idle": bottleneck.NO_IDLE}, "server"),
        # no CPU would have helped sessions that wait for each other
        ({"waits": {"row_lock": bottleneck.HELD_UP}}, "server"),
        ({"waits": {"log": bottleneck.HELD_UP - EPSILON}}, "unclear"),
        ({"thread_wait": 0.7}, "client"),
        # all of it on one CPU of two
        ({"is_pinned": True, "thread_cpu": 0.03, "thread_wait": 0.04}, "unclear"),
    ],
)
def test_other_programs_that_left_a_shared_machine_no_cpu(changes, expected):
    assert verdict(**(FULL | changes)) == expected


def test_what_other_programs_took_is_said_with_what_to_do():
    told = judge(Watched(**(FREE | FULL)))

    assert told["reason"] == "other_programs"
    assert "other programs took 44 % of it, the server 39 %: stop them" in advice(told)


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (bottleneck.LATENCY_SHARE + EPSILON, "latency"),
        (bottleneck.LATENCY_SHARE - EPSILON, "unclear"),
        (bottleneck.SHORT_WAY + EPSILON, "unclear"),
        (bottleneck.SHORT_WAY - EPSILON, "server"),
    ],
)
def test_the_way_at_each_threshold(share, expected):
    assert verdict(round_trip_ms=share * 10.0 / 20) == expected


def test_recorded_sixteen_clients_behind_five_milliseconds_are_limited_by_the_way():
    """pgbench_read_write; what the way leaves is mostly rows locked meanwhile."""
    found = verdict(
        round_trip_ms=10.3, latency_avg_ms=124.3, statements_per_transaction=7.0
    )

    assert found == "latency"


@pytest.mark.parametrize(
    ("waits", "expected"),
    [
        ({"data_read": 0.8, "client": 0.2}, "server"),
        ({"data_read": 0.3, "client": 0.7}, "latency"),
        ({"row_lock": 0.8}, "latency"),  # nobody looked at the sessions themselves
    ],
)
def test_sessions_that_are_at_work_are_not_on_the_way(waits, expected):
    """Each round trip of a machine without idle CPU waits for one, and looks long."""
    assert verdict(round_trip_ms=0.4, waits=waits) == expected


# pgbench_read_only with one and with two clients on the server's own host
@pytest.mark.parametrize(
    ("trip", "latency"), [(0.013, 0.0197), (0.016, 0.0219)], ids=["one", "two"]
)
def test_recorded_short_transactions_on_one_host_are_no_long_way(trip, latency):
    found = verdict(
        round_trip_ms=trip,
        latency_avg_ms=latency,
        statements_per_transaction=1.0,
        is_same_host=True,
    )

    assert found == "unclear"


@pytest.mark.parametrize(
    ("trip", "expected"),
    [
        (bottleneck.LEAST_WAY_MS, "latency"),
        (bottleneck.LEAST_WAY_MS - EPSILON, "unclear"),
    ],
)
def test_the_least_way_at_its_threshold(trip, expected):
    assert verdict(round_trip_ms=trip, latency_avg_ms=trip * 25) == expected


@pytest.mark.parametrize(
    "unknown", ["round_trip_ms", "statements_per_transaction", "latency_avg_ms"]
)
def test_what_is_not_known_of_the_way_does_not_decide(unknown):
    assert verdict(**{"round_trip_ms": 5.0, unknown: None}) == "server"


def test_a_rate_that_was_kept_is_no_limit_of_the_server():
    assert verdict(offered_tps=100, achieved_tps=99.5) == "unclear"
    assert verdict(offered_tps=100, achieved_tps=80) == "server"
    assert verdict(offered_tps=100, achieved_tps=80, chance_tps=21) == "unclear"


def test_users_that_wait_on_purpose_are_no_limit_of_the_server():
    assert verdict(has_waits=True) == "unclear"
    assert verdict(has_waits=True, client_idle=0.0) == "client"
    told = judge(Watched(**(FREE | {"has_waits": True})))
    assert "without keying and think time" in advice(told)


@pytest.mark.parametrize("unknown", ["thread_cpu", "thread_wait", "client_idle"])
def test_an_unwatched_client_is_unclear(unknown):
    assert verdict(**{unknown: None}) == "unclear"


def test_without_schedstat_the_way_and_the_machine_are_judged_all_the_same():
    unknown = {"thread_cpu": None, "thread_wait": None}

    assert verdict(**unknown, round_trip_ms=0.4) == "latency"
    assert verdict(**unknown, client_idle=0.0) == "client"
    assert verdict(**unknown, offered_tps=100, achieved_tps=100) == "unclear"
    told = judge(Watched(**(FREE | unknown)))
    assert told["verdict"] == "unclear"
    assert "schedstat" in advice(told)
    assert "longer" not in advice(told)


def test_one_machine_for_both_lowers_the_certainty():
    apart, together = (
        judge(Watched(**FREE, is_same_host=both))["evidence"] for both in (False, True)
    )

    assert apart["certainty"] == "full"
    assert together["certainty"] == "reduced"


def test_every_verdict_advises_with_numbers():
    told = judge(Watched(**FREE))

    assert advice(told).endswith(".")
    assert told["evidence"]["thread_busy"] == 0.15
    assert told["evidence"]["latency_share"] == 0.1
    assert told["evidence"]["thresholds"]["client_from_thread_busy"] == 0.7


@given(
    cpu=st.floats(0, 1),
    wait=st.floats(0, 1),
    idle=st.floats(0, 1),
    trip=st.floats(0, 100),
    same=st.booleans(),
)
def test_a_busier_client_is_never_called_the_server(cpu, wait, idle, trip, same):
    found = verdict(
        thread_cpu=cpu,
        thread_wait=wait,
        client_idle=idle,
        round_trip_ms=trip,
        is_same_host=same,
    )

    assert (found == "client") == (cpu + wait >= 0.7 or (idle < 0.05 and not same))
