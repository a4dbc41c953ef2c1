"""The evidence on a run's page: the numbers that regime and limit rest on."""

import pytest

from benchruns.evidence import bottleneck, regime, run_findings
from benchruns.models import Result
from tests.portal.runs.run_evidence.watched import finished, page_of


def test_the_evidence_is_a_table_with_its_numbers(page, user):
    shown = page_of(page, finished(user))

    assert "Why OS cache, why server-bound" in shown
    for label, value in (
        ("Data / buffer", "58.29 ×"),
        ("Hit ratio", "43.40 %"),
        ("Physical reads", "56.600 per transaction"),
        ("Time per read", "1.1 µs"),
        ("Client CPU", "tool 31 %, its machine 60 % idle"),
        ("Client threads", "ran 18 %, waited for a CPU 12 %"),
        (
            "Shortest round trip",
            "3.60 ms of a 9.53 ms transaction are network round trips "
            "(20 statements × 0.18 ms)",
        ),
    ):
        assert f"<dt>{label}</dt>" in shown
        assert value in shown
    assert "shared a machine" not in shown


def test_the_time_that_decides_between_cached_and_disk_io_stands_with_its_limits(
    page, user
):
    """Of InnoDB, whose reads are not timed."""
    counted = regime.Counted(
        through_os_cache=False,
        transactions=1000,
        requests=1_000_000,
        misses=1000,
        session_seconds=40.0,
        flush_method="O_DIRECT",
    )
    run = finished(user)
    attempt = run.attempts.get()
    attempt.evidence["regime"] = regime.judge(counted)
    attempt.save()

    shown = page_of(page, run)

    assert "<dt>Time spent reading</dt>" in shown
    assert "at most 2.50 % of the sessions&#x27; time, at 1 ms a read" in shown
    assert "cached below 1 % of the time, and disk I/O from 5 %" in shown


def test_a_shared_machine_is_told(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_idle=0.1,
        is_same_host=True,
        other_cpu=0.6,
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "shared a machine" in shown
    assert "<dt>All CPU but the tool&#x27;s</dt>" in shown
    assert "<dt>Server CPU</dt>" not in shown


def test_what_an_earlier_release_called_server_cpu_is_named_as_it_was_counted(
    page, user
):
    """It held all that ran beside the tool for the server's."""
    watched = bottleneck.Watched(client_idle=0.1, is_same_host=True, other_cpu=0.6)
    run = finished(user, watched=watched)
    attempt = run.attempts.get()
    evidence = attempt.evidence["bottleneck"]["evidence"]
    for name in ("server_cpu", "programs_cpu"):
        del evidence[name]
    attempt.save()

    charts = page.get(f"/runs/{run.pk}/").context["counter_charts"]

    labels = {name: str(label) for name, label, _unit in charts}
    assert labels["server_cpu_percent"] == "CPU beside tool"


def test_a_server_beside_the_tool_is_told_from_other_programs(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_idle=0.05,
        is_same_host=True,
        other_cpu=0.94,
        server_cpu=0.41,
        programs_cpu=0.53,
        waits={"log": 0.2, "working": 0.8},
    )
    run = finished(user, watched=watched)
    found = [
        each.as_dict()
        for each in run_findings.find(
            evidence=run.attempts.get().evidence, tool_facts={}
        )
    ]
    Result.objects.filter(run=run).update(findings=found, doubt="figure")

    shown = page_of(page, run)
    verdict = shown.split('id="verdict"')[1].split("</p>", 1)[0]

    assert "<dt>Server CPU</dt>" in shown
    assert "41 %, other programs 53 %" in shown
    assert "94 %" not in shown
    assert (
        "client and server shared a machine with other programs, which took 53 % of its CPU"
        in verdict
    )
    told = page.get(f"/api/v1/runs/{run.pk}/").json()
    assert told["bottleneck"]["evidence"]["server_cpu"] == 0.41
    assert (
        "Of its CPU the server took 41 %, other programs 53 %."
        in told["findings"][0]["message"]
    )


def test_a_shared_machine_without_cpu_is_the_limit_and_not_the_server(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_idle=0.006,
        is_same_host=True,
        server_cpu=0.3883,
        programs_cpu=0.4387,
        waits={"log": 0.3, "working": 0.7},
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "Why OS cache, why limited by the shared machine" in shown
    assert "server-bound" not in shown.split('id="verdict"')[1].split("</p>", 1)[0]


def test_a_share_is_rounded_alike_wherever_it_stands(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_cpu=0.167,
        client_idle=0.0087,
        is_same_host=True,
        server_cpu=0.3883,
        programs_cpu=0.4387,
        other_cpu=0.827,
    )
    run = finished(user, watched=watched)
    evidence = run.attempts.get().evidence
    found = run_findings.find(evidence=evidence, tool_facts={})
    stored = [each.as_dict() for each in found]
    Result.objects.filter(run=run).update(findings=stored, doubt="figure")

    shown = page_of(page, run)

    assert "the server took 39 %, other programs 44 %" in shown
    assert "39 %, other programs 44 %</dd>" in shown
    assert "tool 17 %, its machine 1 % idle" in shown


def test_what_is_left_to_a_pinned_tool_is_said_of_its_own_cpus(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.03,
        thread_wait=0.04,
        client_cpu=0.1,
        client_idle=0.01,
        is_same_host=True,
        is_pinned=True,
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "tool 10 % of all, the CPUs that it may use 1 % idle" in shown


@pytest.mark.parametrize(
    ("ratio", "told"),
    [(0.999363, "99.94"), (0.999999, "99.99"), (1.0, "100.00"), (0.434, "43.40")],
)
def test_hits_are_rounded_and_a_miss_is_never_100_percent(page, user, ratio, told):
    run = finished(user)
    attempt = run.attempts.get()
    attempt.evidence["regime"]["evidence"]["hit_ratio"] = ratio
    attempt.save()

    shown = page_of(page, run)

    assert f"({told} % hits)" in shown
    assert f"{told} %</dd>" in shown


def test_the_cpu_of_a_machine_that_an_exporter_tells_of_is_that_machines(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1, thread_wait=0.1, client_idle=0.5, other_cpu=0.6
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "<dt>CPU of the server&#x27;s machine</dt>" in shown
