"""Figures held against their class and load, and a claimed regime against its sizes."""

import pytest

from benchruns.models import Result
from benchruns.sentences.catalogue import worded
from benchruns.submissions.drafts import changes as drafts
from tests.benchruns.submissions.checks.checked import (
    MINUTE,
    check,
    class_of,
    outcome,
    published,
    submission,
)
from tests.factories import UserFactory
from tests.samples import SAMPLES
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db

SIZES = {"tables", "table_size", "command"}
# As many rows as make it.
TWO_GB = {"data_gb": 2, "tables": 32, "table_size": 280_000, "command": ""}


@pytest.mark.parametrize(
    ("tps", "expected"), [(150, "ok"), (300, "note"), (30, "note"), (600, "caution")]
)
def test_figures_are_held_against_their_class(small, tps, expected):
    published(small, tps=100.0)
    published(small, tps=1000.0, regime="disk_io")
    published(small, tps=1000.0, workload="oltp_read_only")

    made = submission(sysbench_text(tps=tps))

    assert outcome(made, "plausible") == expected
    assert check(made, "plausible").values["ratio"] == tps / 100


@pytest.mark.parametrize(("tps", "repeats"), [(150, 25), (600, 0)])
def test_what_is_far_above_its_class_is_proposed_for_no_grade(small, tps, repeats):
    published(small, tps=100.0)

    made = submission(*(sysbench_text(tps=tps + more) for more in range(5)))

    points = {line["code"]: line["points"] for line in made.rating["lines"]}
    assert points["repeats"] == repeats
    assert made.rating["grade"] == ("excellent" if repeats else "")
    if not repeats:
        assert check(made, "plausible").message == (
            "600 TPS, 6 times the 100 that the vendor itself reached with this class under "
            "this load."
        )
        assert {row.doubt for row in made.results.all()} == {"figure"}


def test_what_is_far_above_rows_of_others_alone_is_proposed_for_no_grade(small):
    published(small, tps=100.0, measured=True, visibility="public")

    made = submission(*(sysbench_text(tps=600 + more) for more in range(5)))

    assert made.rating["grade"] == ""
    assert {row.doubt for row in made.results.all()} == {""}


def test_of_its_class_the_rows_of_its_version_and_duration_are_those_it_is_held_against(
    small,
):
    minute = {"parameters": MINUTE, "tables": 32, "table_size": 25_000}
    published(small, tps=900.0, engine_version="5.7", **minute)
    published(small, tps=800.0, parameters={"duration_seconds": 1200})
    others = check(submission(sysbench_text(tps=150)), "plausible")
    for tps in (100.0, 200.0):
        published(small, tps=tps, **minute)
    alike = check(submission(sysbench_text(tps=150)), "plausible")

    assert others.message == (
        "TPS is 0.176 times the median of the 2 rows of the same class and load, all of "
        "another version or duration."
    )
    assert alike.message == (
        "TPS is 1 times the median of the 2 rows of the same class, version, load and "
        "duration. Up to 2 times is plausible."
    )


@pytest.mark.parametrize(
    ("tps", "told"),
    [
        ((95, 60, 90), "TPS of the lowest of 3 repeats is 0.6 times that"),
        ((95, 160, 190), "TPS of the highest of 3 repeats is 1.9 times that"),
        ((60, 60), "TPS is 0.6 times that"),
        ((60,), "TPS is 0.6 times that"),
    ],
)
def test_of_repeats_the_one_that_is_furthest_from_its_class_is_named(small, tps, told):
    published(small, tps=100.0)

    # of one second more each: two files of one text are one
    texts = (sysbench_text(tps=v, seconds=60 + n) for n, v in enumerate(tps))
    made = submission(*texts, sysbench_text(tps=99, threads=64))

    assert check(made, "plausible").message.startswith(told)


def test_a_class_that_beats_every_larger_one_is_doubted(provider, small):
    published(class_of(provider, "large", vcpus=4, memory_gb=16), tps=50.0)

    assert outcome(submission(sysbench_text(tps=70)), "class_order") == "ok"
    assert outcome(submission(sysbench_text(tps=80)), "class_order") == "caution"
    five = submission(*(sysbench_text(tps=80 + more) for more in range(5)))
    assert (five.rating["total"] < 80, five.rating["grade"]) == (True, "")


@pytest.mark.parametrize(
    ("tps", "expected"), [(180, "ok"), (300, "note"), (700, "caution")]
)
@pytest.mark.parametrize("memory_gb", [1, 2])
def test_a_class_far_above_others_of_its_size_is_doubted_below_the_largest_all_the_same(
    provider, small, memory_gb, tps, expected
):
    published(class_of(provider, "alike", vcpus=1, memory_gb=memory_gb), tps=100.0)
    published(class_of(provider, "huge", vcpus=64, memory_gb=256), tps=9000.0)

    made = submission(sysbench_text(tps=tps))

    assert outcome(made, "class_order") == expected
    if expected != "ok":
        what = "class of this size" if memory_gb == 1 else "next larger class"
        told = f"{tps // 100} times a vendor's {what} (alike)."
        assert check(made, "class_order").message == told


def test_a_class_below_every_smaller_one_is_doubted(provider):
    class_of(provider, "rds.mysql.t1.small", vcpus=8, memory_gb=32)
    tiny = class_of(provider, "tiny", vcpus=1, memory_gb=1)
    published(tiny, tps=200.0)
    published(tiny, tps=50.0, engine_version="5.6")  # held against no other version

    assert outcome(submission(sysbench_text(tps=100)), "class_order") == "caution"


def test_another_mix_than_the_workload_sends_is_doubted(small):
    text = sysbench_text()
    less = text.replace("read:                            84000", "read: 42000")
    assert less != text

    made = submission(less, statement={**STATEMENT, "workload": "oltp_read_write"})

    assert outcome(made, "statement_mix") == "caution"
    assert check(made, "statement_mix").values["reads"] == 7
    assert "reads 7, writes 4, others 2 a tr" in check(made, "statement_mix").message


def test_writes_that_met_no_row_are_of_the_workload_all_the_same(small):
    made = submission((SAMPLES / "sysbench/1.0-writes-without-rows.txt").read_text())

    assert outcome(made, "statement_mix") == "ok"
    (result,) = made.results.all()
    assert result.workload == "oltp_read_write"
    assert "writes_without_row" in {found["code"] for found in result.findings}


def test_more_work_in_flight_than_threads_is_doubted(small):
    text = sysbench_text().replace(
        "avg:                                    80.00",
        "avg:                                    160.00",
    )

    assert outcome(submission(text), "in_flight") == "caution"


def test_a_regime_that_sizes_belie_is_doubted(small):
    def of(**stated):
        return outcome(
            submission(sysbench_text(), statement={**STATEMENT, **stated}), "regime"
        )

    assert of(regime="cached") == "ok"
    assert of(regime="disk_io") == "caution"
    assert of(regime="cached", **TWO_GB) == "caution"
    assert of(regime="disk_io", **TWO_GB) == "ok"
    assert of(regime="") is None


def test_everybody_reads_that_sizes_belie_the_claim(small):
    belied = submission(sysbench_text(), statement={**STATEMENT, **TWO_GB})
    fitting = submission(sysbench_text(tps=99), statement=STATEMENT)

    (finding,) = Result.objects.get(submission=belied).findings

    assert finding["code"] == "regime_label"
    assert "the data (2 GB) exceeds the buffer (0.75 GB)" in worded(finding).message
    assert check(belied, "regime").message == worded(finding).message
    assert Result.objects.get(submission=fitting).findings == []


def test_a_size_that_the_command_s_tables_belie_shows_no_regime(small):
    loaded = {"tables": "", "table_size": ""}
    loaded["command"] = (
        "sysbench oltp_read_write --tables=32 --table_size=100000 --time=60 run"
    )
    stated = {**STATEMENT, **loaded, "regime": "disk_io", "data_gb": 50}

    made = submission(sysbench_text(), statement=stated)

    told = "50 GB of data are stated, and 32 tables of 100,000 rows make about 0.72 GB."
    assert outcome(made, "contradictions") == "caution"
    assert check(made, "contradictions").message.startswith(told)
    assert outcome(made, "regime") == "caution"
    assert check(made, "regime").message == (
        "Labelled disk I/O, but the data (about 0.72 GB) fits in the buffer (0.75 GB)."
    )
    (result,) = made.results.all()
    assert result.doubt == "figure"
    assert told in [worded(each).message for each in result.findings]


def test_rows_and_a_buffer_are_sizes_that_can_show_a_regime():
    stated = {"engine": "mysql", "workload": "hot_row_update", "regime": "cached"}
    file = uploaded(
        "workload,tps,tables,table_size\nhot_row_update,10,1,9000000\n", name="own.csv"
    )
    owner = UserFactory()
    draft = drafts.begin(owner, [file])

    made = drafts.state(draft.pk, by=owner, statement=stated, settings_text=SETTINGS)

    assert outcome(made, "regime") == "caution"
    assert "about 2 GB" in check(made, "regime").message


def test_a_regime_without_any_size_of_data_is_doubted():
    sizeless = {k: v for k, v in STATEMENT.items() if k not in SIZES}
    made = submission(sysbench_text(), statement=sizeless)

    assert outcome(made, "regime") == "caution"
    assert check(made, "regime").message == (
        "Labelled cached, but no size of the data shows it."
    )
    [result] = made.results.all()
    assert result.doubt == "regime"


def test_a_cached_figure_above_the_vendor_s_own_on_little_data_is_not_doubted(provider):
    """Its page said "4.5 % of memory", and its check asked for the size of the data."""
    large = class_of(provider, "rds.mysql.s2.large", vcpus=2, memory_gb=4)
    published(large, tps=90.0)
    stated = {"instance_class": "rds.mysql.s2.large", "memory_gb": 4, "data_gb": ""}
    stated |= {"tables": 32, "table_size": 25_000, "command": ""}

    made = submission(sysbench_text(), statement=STATEMENT | stated, settings="")

    [result] = made.results.all()
    assert (result.tps > 90, result.buffer_bytes, result.doubt) == (True, None, "")
    assert outcome(made, "regime") == "ok"


def test_a_cached_figure_that_a_buffer_would_show_asks_for_the_buffer_alone(provider):
    large = class_of(provider, "rds.mysql.s2.large", vcpus=2, memory_gb=4)
    published(large, tps=90.0)
    stated = {"instance_class": "rds.mysql.s2.large", "memory_gb": 4, **TWO_GB}

    made = submission(sysbench_text(), statement=STATEMENT | stated, settings="")

    [result] = made.results.all()
    assert result.doubt == "regime"
    assert check(made, "regime").remedy == (
        "Correct the regime, or state the server's buffer."
    )
