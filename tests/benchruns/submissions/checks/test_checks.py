"""What programs say of a submission before a person looks, and how it is shown."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.findings import read
from benchruns.models import Result, Submission
from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.table import worded_check
from benchruns.sentences.rating import sentence_of
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.rating.rating import Rating
from benchruns.submissions.report import submission_report
from tests.factories import (
    NOON,
    CampaignFactory,
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    UserFactory,
)
from tests.samples import SAMPLES
from tests.submission_factories import ReviewerFactory
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db

SIZES = {"tables", "table_size", "command"}
MINUTE = {"duration_seconds": 60}


@pytest.fixture
def provider():
    return ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")


@pytest.fixture
def small(provider):
    return class_of(provider, "rds.mysql.t1.small", vcpus=1, memory_gb=1)


def class_of(provider, code, **columns):
    return InstanceClassFactory(provider=provider, engine="mysql", code=code, **columns)


def published(instance_class, **columns):
    row = {
        "engine": "mysql",
        "engine_version": "8.0",
        "workload": "oltp_read_write",
        "regime": "cached",
        "threads": 8,
        "tps": 100.0,
        "qps": 2000.0,
        "derived": {},
        "instance_class": instance_class,
        "provider": instance_class.provider,
        "vcpus": instance_class.vcpus,
        "memory_gb": instance_class.memory_gb,
    }
    return ResultFactory(**row | columns)


def submission(*texts, owner=None, statement=STATEMENT, settings=SETTINGS):
    owner = owner or UserFactory()
    files = [uploaded(text, name=f"run-{n}.txt") for n, text in enumerate(texts)]
    draft = drafts.begin(owner, files)
    return drafts.state(draft.pk, by=owner, statement=statement, settings_text=settings)


def check(submission, code):
    checks = map(worded_check, submission.checks)
    return next((c for c in checks if c.code == code), None)


def outcome(submission, code):
    found = check(submission, code)
    return found and found.severity


def test_a_whole_submission_is_in_order(small):
    published(small, tps=101.0, qps=2020.0)

    found = {c["code"]: c["severity"] for c in submission(sysbench_text()).checks}

    assert found.pop("fairness") == "note"
    assert set(found) == {
        "complete",
        "readable",
        "contradictions",
        "duplicates",
        "class_provider",
        "region",
        "statement_mix",
        "in_flight",
        "regime",
        "duration",
        "samples",
        "steadiness",
        "plausible",
    }
    assert set(found.values()) == {"ok"}


def test_without_what_is_essential_it_cannot_be_submitted():
    bare = submission(sysbench_text(), statement={}, settings="")
    partly = submission(sysbench_text(), statement={"engine": "mysql"}, settings="")

    assert check(bare, "complete").values["missing"] == [
        "provider",
        "instance_class",
        "engine",
        "engine_version",
        "tested_on",
    ]
    assert outcome(partly, "complete") == "failed"
    assert "tested_on" in check(partly, "complete").values["missing"]
    assert not submission_report(partly.pk, user=partly.owner).can_be_submitted


def test_a_file_that_lacks_what_others_have_is_named():
    owner = UserFactory()
    texts = (sysbench_text(), sysbench_text(tps=90))
    draft = drafts.begin(
        owner, [uploaded(t, name=f"run-{n}.txt") for n, t in enumerate(texts)]
    )
    one = draft.files.get(name="run-0.txt")
    drafts.state_file(
        draft.pk, by=owner, file_id=one.pk, statement={"tested_on": "2026-01-31"}
    )
    draft.refresh_from_db()

    message = check(draft, "complete").message
    assert "Day of the test (run-1.txt)" in message
    assert "Engine," in message


def test_a_submission_without_a_report_has_nothing_to_review():
    made = submission(SETTINGS)

    assert outcome(made, "complete") == "failed"
    assert submission_report(made.pk, user=made.owner).results == []


def test_what_is_only_recommended_is_a_note(small):
    stated = {**STATEMENT, "zone": "", "network": ""}

    made = submission(sysbench_text(), statement=stated)

    assert outcome(made, "complete") == "note"
    assert check(made, "complete").values["missing"] == ["zone", "network"]
    assert submission_report(made.pk, user=made.owner).can_be_submitted


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


def test_a_class_that_beats_every_larger_one_is_doubted(provider, small):
    published(class_of(provider, "large", vcpus=4, memory_gb=16), tps=50.0)

    assert outcome(submission(sysbench_text(tps=70)), "class_order") == "ok"
    assert outcome(submission(sysbench_text(tps=80)), "class_order") == "caution"


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
    assert of(regime="cached", data_gb=2) == "caution"
    assert of(regime="disk_io", data_gb=2) == "ok"
    assert of(regime="") is None


def test_everybody_reads_that_sizes_belie_the_claim(small):
    belied = submission(sysbench_text(), statement={**STATEMENT, "data_gb": 2})
    fitting = submission(sysbench_text(tps=99), statement=STATEMENT)

    (finding,) = Result.objects.get(submission=belied).findings

    assert finding["code"] == "regime_label"
    assert "the data (2 GB) exceeds the buffer (0.75 GB)" in worded(finding).message
    assert check(belied, "regime").message == worded(finding).message
    assert Result.objects.get(submission=fitting).findings == []


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
    stated = {"instance_class": "rds.mysql.s2.large", "memory_gb": 4, "data_gb": 2}

    made = submission(sysbench_text(), statement=STATEMENT | stated, settings="")

    [result] = made.results.all()
    assert result.doubt == "regime"
    assert check(made, "regime").remedy == (
        "Correct the regime, or state the server's buffer."
    )


def test_check_and_rating_say_the_same_of_the_samples_of_a_short_run(small):
    """The rating said that none had samples over the run, the check that all had."""
    made = submission(sysbench_text(seconds=15))

    assert "cover 90 % of the measured time" in check(made, "samples").message
    line = Rating.read(made.rating).lines[-1]
    assert (line.code, line.points) == ("samples", 0)
    assert sentence_of(line) == (
        "1 was measured too short, or varied too much. 100 % of the results have samples over 90 % of the measured time or more; 0 % were "
        "also measured no shorter than the papers', have samples enough and are not in "
        "doubt, which is what counts."
    )


def test_all_files_whose_samples_do_not_cover_the_run_are_named(small):
    texts = [
        "\n".join(line for line in text.splitlines() if f"[ {cut}" not in line)
        for text, cut in ((sysbench_text(), 3), (sysbench_text(tps=90), 4))
    ]

    message = check(submission(*texts, sysbench_text(tps=80)), "samples").message

    assert "run-0.txt (82 %), run-1.txt (82 %)." in message


def test_secrets_in_files_are_told(small):
    made = submission("sysbench --mysql-password=S3cret run\n" + sysbench_text())

    report = submission_report(made.pk, user=made.owner)

    assert check(made, "secrets").values["count"] == 1
    assert report.files[0].secrets == 1


def test_repeats_and_evidence_make_the_rating(small):
    made = submission(*(sysbench_text(tps=100 + n) for n in range(5)))

    report = submission_report(made.pk, user=made.owner)

    assert report.rating.total == 100
    assert report.rating.grade == "excellent"


def test_the_report_shows_what_was_understood(small):
    row = published(small, tps=50.0, qps=1000.0)
    made = submission(sysbench_text(), statement={**STATEMENT, "threads": 16})

    report = submission_report(made.pk, user=made.owner)

    (file,) = report.files
    assert (file.workload, file.figures["tps"]) == ("oltp_read_write", 100)
    assert file.printed["queries_read"] == 84_000
    assert len(file.samples) == 60
    assert [f.code for f in file.findings] == ["threads"]
    conditions = {c.name: c for c in file.runs[0].conditions}
    assert conditions["threads"].origin == "output"
    assert conditions["vcpus"].origin == "catalogue"
    (shown,) = report.results
    assert shown.neighbours[0].result == row
    assert shown.neighbours[0].ratios["tps"] == 2
    assert report.is_owner
    assert report.is_editable
    assert not report.is_reviewer


def test_what_is_missing_stands_with_its_file():
    made = submission(sysbench_text(), statement={}, settings="")

    report = submission_report(made.pk, user=made.owner)

    assert report.files[0].missing == ["engine"]
    assert report.results == []


def test_checks_and_rating_are_not_for_the_public(small):
    made = submission(sysbench_text())
    reviewer = ReviewerFactory()

    with pytest.raises(Submission.DoesNotExist):
        submission_report(made.pk, user=AnonymousUser())
    with pytest.raises(Submission.DoesNotExist):
        submission_report(made.pk, user=reviewer)  # a draft is its owner's alone
    Submission.objects.filter(pk=made.pk).update(
        state="accepted", version=1, submitted_at=NOON, accepted_at=NOON,
        grade="accepted", reviewer=reviewer,
    )  # fmt: skip
    made.results.update(status="current", visibility="public")

    public = submission_report(made.pk, user=AnonymousUser())
    inside = submission_report(made.pk, user=reviewer)

    assert (public.checks, public.rating) == ([], None)
    assert inside.checks
    assert inside.is_reviewer
    assert not inside.is_editable


def test_the_number_of_queries_does_not_grow(small):
    for n in range(3):
        published(small, tps=100.0 + n)
    one = submission(sysbench_text())
    many = submission(*(sysbench_text(tps=200 + n) for n in range(6)))

    def queries(made):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            submission_report(made.pk, user=made.owner)
        return len(captured)

    assert Result.objects.filter(submission=many).count() == 6
    assert queries(one) == queries(many)
