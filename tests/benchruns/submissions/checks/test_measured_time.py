"""How long it was measured, how evenly, and with how many samples."""

import pytest

from benchruns.findings import read
from benchruns.sentences.catalogue import worded
from benchruns.sentences.rating import sentence_of
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.rating.rating import Rating
from tests.benchruns.submissions.checks.checked import (
    MINUTE,
    check,
    outcome,
    published,
    submission,
)
from tests.factories import CampaignFactory, UserFactory
from tests.submission_files import STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


def test_a_test_of_four_seconds_is_doubted_and_not_to_be_accepted(small):
    """It raised no check, had all points for samples, and was to be accepted."""
    published(small, tps=101.0, qps=2020.0, campaign=CampaignFactory(**MINUTE))

    made = submission(sysbench_text(seconds=4))

    assert outcome(made, "duration") == "caution"
    assert check(made, "duration").message == (
        "A result was measured for 4 s; the papers measured its load for 60 s."
    )
    assert made.rating["grade"] == ""
    points = {line["code"]: line["points"] for line in made.rating["lines"]}
    assert points["samples"] == points["repeats"] == 0
    [result] = made.results.all()
    assert "short" in [each["code"] for each in result.findings]
    assert "short" not in check(made, "contradictions").message
    assert result.doubt == "figure"


@pytest.mark.parametrize(
    ("seconds", "found"), [(59, "ok"), (50, "caution"), (14, "caution")]
)
def test_without_a_paper_a_minute_is_asked_for(seconds, found):
    assert outcome(submission(sysbench_text(seconds=seconds)), "duration") == found


def test_a_load_that_papers_measured_for_longer_is_asked_for_that_time(small):
    hour = CampaignFactory(duration_seconds=3600)
    published(small, tps=101.0, qps=2020.0, campaign=hour)

    assert outcome(submission(sysbench_text()), "duration") == "caution"


def test_the_time_of_the_same_version_is_asked_for_first(small):
    hour = CampaignFactory(duration_seconds=3600)
    published(small, engine_version="5.7", campaign=CampaignFactory(**MINUTE))
    published(small, tps=101.0, qps=2020.0, campaign=hour)

    assert outcome(submission(sysbench_text()), "duration") == "caution"


def test_throughput_that_varies_is_doubted_and_repeats_nothing(small):
    made = submission(*[uneven(tps) for tps in (100, 101, 102)])

    assert outcome(made, "steadiness") == "caution"
    assert check(made, "steadiness").message.startswith("TPS of 3 results varied by up")
    assert made.rating["grade"] == ""
    points = {line["code"]: line["points"] for line in made.rating["lines"]}
    assert points["samples"] == points["repeats"] == 0
    assert {each.doubt for each in made.results.all()} == {"figure"}


def uneven(tps):
    """Every other second has half as much, and every other one half more."""
    lines = sysbench_text(tps=tps).splitlines()
    shares = iter([0.6, 1.4] * 30)
    return "\n".join(
        line.replace(f"tps: {tps:.2f}", f"tps: {tps * next(shares):.2f}")
        if line.startswith("[ ")
        else line
        for line in lines
    )


def test_samples_must_cover_the_run(small):
    text = sysbench_text()
    cut = "\n".join(line for line in text.splitlines() if "[ 3" not in line)

    assert outcome(submission(text), "samples") == "ok"
    assert outcome(submission(cut), "samples") == "caution"
    assert outcome(submission(sysbench_text(intervals=False)), "samples") == "note"


@pytest.mark.parametrize(("kept", "told"), [(0, "No samples"), (1, "1 sample only")])
def test_few_samples_show_no_steadiness_and_earn_nothing(small, kept, told):
    """One of sixty seconds covered the run, had all points and stood without a word."""
    lines = sysbench_text().splitlines()
    ends = [line for line in lines if line.startswith("[ 60s")][:kept]
    rest = [line for line in lines if not line.startswith("[ ")]
    made = submission("\n".join([*rest[:6], *ends, *rest[6:]]))

    [result] = made.results.all()
    found = {each["code"]: worded(read(each)) for each in result.findings}
    assert found["few_samples"].message == (
        f"{told}: whether throughput was steady is not known."
    )
    assert result.doubt == ""
    points = {line["code"]: line["points"] for line in made.rating["lines"]}
    assert points["samples"] == 0


def test_a_report_that_does_not_say_how_long_it_was_measured_is_doubted():
    known = STATEMENT.keys() - {"duration_seconds", "command"}
    untimed = {key: STATEMENT[key] for key in known}
    row = uploaded("workload,tps,threads\noltp_read_write,100,8\n", name="own.csv")
    draft = drafts.begin(UserFactory(), [row])
    made = drafts.state(draft.pk, by=draft.owner, statement=untimed, settings_text="")

    assert outcome(made, "duration") == "caution"
    assert check(made, "duration").message == (
        "It is not known how long a result was measured."
    )
    assert made.rating["grade"] == ""
    [result] = made.results.all()
    assert "time_not_stated" in [each["code"] for each in result.findings]
    assert "not stated" not in check(made, "contradictions").message
    assert result.doubt == "figure"


def test_check_and_rating_say_the_same_of_the_samples_of_a_short_run(small):
    """The rating said that none had samples over the run, the check that all had."""
    made = submission(sysbench_text(seconds=15))

    assert "cover 90 % of the measured time" in check(made, "samples").message
    line = Rating.read(made.rating).lines[-1]
    assert (line.code, line.points) == ("samples", 0)
    assert sentence_of(line) == (
        "0 of 1 result counted; 1 had samples over 90 % of the measured time or more. 1 was "
        "measured too short, or varied too much. For all points each result needs 8 "
        "samples or more that cover 90 % of a measured time no shorter than the papers', "
        "even throughput, and a figure not far above its class."
    )


def test_all_files_whose_samples_do_not_cover_the_run_are_named(small):
    texts = [
        "\n".join(line for line in text.splitlines() if f"[ {cut}" not in line)
        for text, cut in ((sysbench_text(), 3), (sysbench_text(tps=90), 4))
    ]

    message = check(submission(*texts, sysbench_text(tps=80)), "samples").message

    assert "run-0.txt (82 %), run-1.txt (82 %)." in message
