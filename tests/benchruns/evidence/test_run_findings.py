"""What is found about a measured run."""

import pytest

from benchruns.evidence import bottleneck, regime
from benchruns.evidence.run_findings import find
from benchruns.evidence.steady import Second
from benchruns.findings import Worded
from benchruns.sentences.catalogue import worded


def evidence(*, expected=None, misses=0, **watched):
    counted = regime.Counted(
        through_os_cache=False, transactions=100, requests=10_000, misses=misses
    )
    free = {"thread_cpu": 0.1, "thread_wait": 0.1, "client_idle": 0.5}
    return {
        "regime": {**regime.judge(counted), "expected": expected},
        "bottleneck": bottleneck.judge(bottleneck.Watched(**(free | watched))),
    }


# slowly up, from the first second to the last
RAMP = [Second(second=at, tps=1000.0 + 10 * at) for at in range(1, 61)]


def found(told=None, *, tool_facts=None, samples=(), seconds=None) -> list[Worded]:
    return [
        worded(finding)
        for finding in find(
            evidence=evidence() if told is None else told,
            tool_facts=tool_facts or {},
            samples=samples,
            seconds=seconds,
        )
    ]


def codes(*args, **named):
    return [finding.code for finding in found(*args, **named)]


def test_a_clean_run_has_no_findings():
    assert codes() == []


def test_a_run_that_was_not_watched_has_none_either():
    assert codes({}) == []


@pytest.mark.parametrize(
    ("expected", "misses", "told"),
    [
        ("cached", 0, []),
        ("cached", 1000, ["regime_differs"]),
        ("disk_io", 0, ["regime_differs"]),
        ("disk_io", 1000, []),
        (None, 1000, []),
        ("cached", None, []),  # unknown contradicts nothing
    ],
)
def test_a_verdict_that_differs_from_the_expected_regime(expected, misses, told):
    assert codes(evidence(expected=expected, misses=misses)) == told


def test_the_difference_states_its_numbers():
    (finding,) = found(evidence(expected="cached", misses=1000))

    assert finding.message.startswith("Expected to be cached, and measured as disk I/O")
    assert finding.values["reads_per_transaction"] == 10
    assert finding.values["hit_ratio"] == 0.9


def test_of_a_row_that_is_repeated_the_difference_names_what_was_published():
    differs = evidence(expected="disk_io", misses=0)

    (finding,) = find(evidence=differs, tool_facts={}, is_regime_published=True)

    assert worded(finding).message.startswith(
        "The vendor's label is disk I/O, and it was measured as cached"
    )


def test_one_machine_for_client_and_server():
    assert codes(evidence(is_same_host=True)) == ["same_host"]


def test_a_client_that_was_the_limit():
    (finding,) = found(evidence(thread_cpu=0.9))

    assert finding.code == "client_bound"
    assert finding.values["thread_busy"] == 1.0
    assert finding.remedy


@pytest.mark.parametrize(
    ("achieved", "chance", "told"),
    [
        (99.0, 0, []),
        (98.9, 0, ["rate_not_reached"]),
        (None, 0, []),
        (95.1, 5, []),
        (94.9, 5, ["rate_not_reached"]),
    ],
)
def test_a_rate_that_was_not_reached(achieved, chance, told):
    facts = {"offered_tps": 100, "achieved_tps": achieved, "chance_tps": chance}

    assert codes(tool_facts=facts) == told


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("cached", "less data"),
        ("os_cache", "less than the server's memory"),
        ("disk_io", "more data than the server has memory"),
    ],
)
def test_the_remedy_leads_to_the_expected_regime(expected, words):
    misses = 0 if expected != "cached" else 1000
    (finding,) = found(evidence(expected=expected, misses=misses))

    assert words in finding.remedy


@pytest.mark.parametrize(
    ("is_whole", "told"), [(True, []), (False, ["latency_log_not_whole"])]
)
def test_a_log_that_was_cut_off(is_whole, told):
    log = {"share": 0.5, "transactions": 7, "is_whole": is_whole}

    assert codes(tool_facts={"latency_log": log}) == told


def test_a_run_that_never_settled():
    assert codes(samples=RAMP) == ["not_steady"]


def test_every_finding_explains_itself():
    told = found(
        evidence(expected="cached", misses=1000, is_same_host=True, thread_cpu=0.9),
        tool_facts={"offered_tps": 100, "achieved_tps": 50},
        samples=RAMP,
        seconds=4.0,
    )

    assert len(told) == 6
    for finding in told:
        assert finding.severity in {"note", "caution"}
        assert finding.message
        assert finding.why
        assert finding.remedy
