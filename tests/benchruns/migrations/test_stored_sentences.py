"""Rows of the release that stored sentences: to codes and values, and back."""

import pytest
from django.db import connection

from benchruns.models import Attempt, Result, SubmittedFile
from benchruns.sentences.catalogue import worded
from benchruns.sentences.stored import (
    WORDS,
    evidence_with_sentences,
    evidence_without_sentences,
    with_sentences,
    without_sentences,
)
from tests.benchruns.migrations.moving import downgrade_rows, upgrade_rows
from tests.factories import AttemptFactory
from tests.submission_factories import SubmittedFileFactory, SubmittedResultFactory

# As they stood in rows, word for word.
OLD = {
    "two totals": {
        "code": "reads_writes_ratio",
        "severity": "caution",
        "message": "The reads make 100 transactions and the writes 90: 1,400 / 14 against "
        "360 / 4.",
        "results": [],
        "values": {
            "reads": 1400.0,
            "writes": 360.0,
            "reads_per_transaction": 14,
            "writes_per_transaction": 4,
            "transactions_by_reads": 100.0,
            "transactions_by_writes": 90.0,
        },
        "why": "Every transaction of this workload sends a fixed number of reads and of "
        "writes, so one of the two totals is not what was measured.",
        "remedy": "Take figures that were derived from these totals as good to this "
        "difference only, or reproduce the row.",
    },
    "a pair of classes": {
        "code": "larger_class_slower",
        "severity": "caution",
        "message": "b (8 vCPU, 32 GB) stays below the smaller a (4 vCPU, 16 GB): 90 TPS "
        "against 100 TPS.",
        "results": ["3f1b8a1e-0000-4000-8000-000000000001"],
        "values": {
            "class_larger": "b",
            "vcpus_larger": 8,
            "memory_gb_larger": 32.0,
            "tps_larger": 90.0,
            "class_smaller": "a",
            "vcpus_smaller": 4,
            "memory_gb_smaller": 16.0,
            "tps_smaller": 100.0,
        },
        "why": "In one table all classes are tested in one way, so more vCPUs or memory "
        "should not cost speed.",
        "remedy": "Both rows are single runs as far as the source tells: repeat both, and "
        "compare medians.",
    },
    "a regime that was not expected": {
        "code": "regime_differs",
        "severity": "caution",
        "message": "Expected to be disk I/O, and measured as cached. Nearly no transaction "
        "waited for a physical read.",
        "results": [],
        "values": {"expected": "disk_io", "verdict": "cached"},
        "why": "The regime decides what a figure can be compared with.",
        "remedy": "Use more data than the server has memory, and repeat.",
    },
    "a client that was the limit": {
        "code": "client_bound",
        "severity": "caution",
        "message": "The load generator was the limit, not the server.",
        "results": [],
        "values": {"thread_busy": 0.9},
        "why": "The server could have done more than this figure says.",
        "remedy": "The tool's threads had no CPU to run on, so the server can do more: use "
        "a larger client, or nothing else on it.",
    },
    "many errors": {
        "code": "many_errors",
        "severity": "caution",
        "message": "10 % of the transactions failed: 4,000 of 40,000.",
        "results": [],
        "values": {"failed": 4000, "begun": 40000, "share": 0.1},
        "why": "The server spent time on them, and what failed may be the work that "
        "others waited for: it is another load.",
        "remedy": "See which errors the server reported, mostly deadlocks.",
    },
}
# Their values do not tell the class that the sentence names.
KEPT = {
    "code": "threads_differ",
    "severity": "caution",
    "message": "c1 (4 vCPU, 16 GB) was tested with 64 threads (cached) and with 32 (disk "
    "I/O); 2 other classes of this test kept one count.",
    "results": [],
    "values": {
        "threads_cached": 64,
        "threads_disk_io": 32,
        "other_classes_with_one_count": 2,
    },
    "why": "Throughput depends on the number of threads, so the ratio between the two "
    "regimes of this class holds both effects.",
    "remedy": "Run both regimes with the same number of threads.",
}
EVIDENCE = {
    "regime": {
        "verdict": "cached",
        "expected": None,
        "evidence": {
            "hit_ratio": 1.0,
            "note": "Nearly no transaction waited for a physical read.",
        },
    },
    "bottleneck": {
        "verdict": "server",
        "evidence": {},
        "advice": "The tool waited for the server, so the figure is the server's own.",
    },
}


def words_of(finding):
    said = worded(finding)
    return [getattr(said, name) for name in WORDS]


@pytest.mark.parametrize("old", OLD.values(), ids=OLD)
def test_a_sentence_that_code_and_values_say_is_stored_no_more(old):
    new = without_sentences(old)

    assert not set(WORDS) & new.keys()
    assert new["values"].items() >= old["values"].items()
    assert words_of(new) == [old[name] for name in WORDS]
    assert without_sentences(new) == new


@pytest.mark.parametrize("old", OLD.values(), ids=OLD)
def test_an_older_release_finds_its_sentences_again(old):
    back = with_sentences(without_sentences(old))

    assert {name: back[name] for name in WORDS} == {name: old[name] for name in WORDS}
    assert with_sentences(back) == back


@pytest.mark.parametrize(
    "old",
    [KEPT, {"code": "of_a_later_release", "severity": "note", "message": "As it was."}],
    ids=["values that do not tell it", "an unknown code"],
)
def test_a_sentence_that_nothing_else_tells_stays(old):
    assert without_sentences(old) == old
    assert worded(old).message == old["message"]


@pytest.mark.parametrize(
    "values", [{}, {"share": "much"}, {"share": None}, []], ids=str
)
def test_a_finding_of_damaged_values_is_shown_all_the_same(values):
    damaged = {"code": "many_errors", "severity": "caution", "values": values}

    assert "many errors" in worded(damaged).message


def test_verdicts_become_codes_and_back():
    new = evidence_without_sentences(EVIDENCE)

    assert new["regime"]["evidence"] == {"hit_ratio": 1.0, "reason": "hardly_a_read"}
    assert new["bottleneck"]["reason"] == "server"
    assert "advice" not in new["bottleneck"]
    back = evidence_with_sentences(new)
    assert back["regime"]["evidence"]["note"] == EVIDENCE["regime"]["evidence"]["note"]
    assert back["bottleneck"]["advice"] == EVIDENCE["bottleneck"]["advice"]


def test_an_attempt_that_was_never_judged_is_left():
    assert evidence_without_sentences({}) == {}
    assert evidence_with_sentences({"bottleneck": {}}) == {"bottleneck": {}}


@pytest.mark.django_db
@pytest.mark.both_databases
def test_an_upgrade_takes_the_sentences_out_of_rows_and_a_way_back_puts_them_in():
    step = "0012_codes_of_findings"
    old = [*OLD.values(), KEPT]
    result = SubmittedResultFactory(findings=old)
    file = SubmittedFileFactory(submission=result.submission)
    file.report["findings"] = old
    file.save(update_fields=["report"])
    damaged = SubmittedResultFactory(findings=[{"severity": "note", "message": "x"}])
    attempt = AttemptFactory(evidence=EVIDENCE)

    downgrade_rows(step)
    upgrade_rows(step)
    new = Result.objects.get(pk=result.pk).findings
    report = SubmittedFile.objects.get(pk=file.pk).report
    evidence = Attempt.objects.get(pk=attempt.pk).evidence
    left = Result.objects.get(pk=damaged.pk).findings
    downgrade_rows(step)
    back = Result.objects.get(pk=result.pk).findings

    assert new == report["findings"] == [*map(without_sentences, OLD.values()), KEPT]
    assert evidence == evidence_without_sentences(EVIDENCE)
    assert left == damaged.findings
    assert [f["message"] for f in back] == [f["message"] for f in old]
