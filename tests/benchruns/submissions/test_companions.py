"""Files of pgbench beside its report: whose they are, and what was logged of all."""

import re

import pytest

from benchruns.models import Result
from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.table import worded_check
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from benchruns.submissions.understanding.understood import understand
from tests.factories import UserFactory
from tests.samples import SAMPLES
from tests.submission_files import sample, sysbench_text, uploaded

pytestmark = pytest.mark.django_db

SAMPLED = ("pgbench/15-log-sampled.txt", "pgbench/15-log-sampled.log")


@pytest.fixture
def owner():
    return UserFactory()


@pytest.mark.parametrize(
    ("options", "p50"),
    [
        ("--sampling-rate=0.002", 0.05),
        ("--sampling-rate 0.002", 0.05),
        ("--sampling-rate=0.01", None),  # of so many the log holds too few
        ("", 0.05),
    ],
)
def test_the_command_tells_the_share_that_was_logged(owner, options, p50):
    draft = drafts.begin(owner, [sample(path) for path in SAMPLED])

    command = f"pgbench -S -c 2 -T 5 -l {options} bench"
    drafts.state(
        draft.pk,
        by=owner,
        statement={"workload": "pgbench_read_only", "command": command},
    )

    assert Result.objects.get().latency_p50_ms == p50


def test_the_command_of_one_file_tells_its_own_share(owner):
    draft = drafts.begin(owner, [sample(path) for path in SAMPLED])
    drafts.state(draft.pk, by=owner, statement={"workload": "pgbench_read_only"})
    file = draft.files.get(name="15-log-sampled.txt")

    drafts.state_file(
        draft.pk,
        by=owner,
        file_id=file.pk,
        statement={"command": "pgbench -l --sampling-rate=0.01 bench"},
    )

    report = submission_report(draft.pk, user=owner)
    (log,) = (each for each in report.files if each.file.name.endswith(".log"))
    assert "not the share that was logged" in worded(log.findings[0]).message


def test_what_its_owner_should_do_is_told_by_the_check_and_not_in_public(owner):
    draft = drafts.begin(owner, [sample("pgbench/15-log-threads.txt")])

    made = drafts.add_files(
        draft.pk, by=owner, files=[sample("pgbench/15-log-failures.log")]
    )

    check = next(check for check in made.checks if check["code"] == "readable")
    assert "Upload each run with its own files" in worded_check(check).remedy
    for file in submission_report(made.pk, user=owner).files:
        assert not any("Upload" in worded(each).remedy for each in file.findings)


def repeat(transactions):
    """What pgbench prints of a run of 3 s: standard output, and standard error."""
    text = (SAMPLES / "pgbench/15-read-write.txt").read_text()
    rate = f"tps = {transactions / 2.9824:f} "
    text = re.sub(r"processed: \d+", f"processed: {transactions}", text)
    text = re.sub(r"tps = [\d.]+ ", rate, text)
    lines = [
        f"progress: {second}.0 s, {transactions / 3:.1f} tps, lat 1.5 ms stddev 1.5, "
        "0 failed\n"
        for second in (1, 2, 3)
    ]
    return re.sub("progress: .*\\n", "", text), "".join(lines)


REPEATS = [repeat(count) for count in (7923, 7950, 7990)]


@pytest.mark.parametrize(
    ("report", "progress"),
    [
        ("run-{}.out", "run-{}.err"),
        ("run{}.txt", "progress{}.txt"),
        ("c16 {} stdout.log", "c16 {} stderr.log"),
    ],
)
def test_progress_lines_of_repeats_belong_to_the_report_of_their_name(
    owner, report, progress
):
    files = [
        uploaded(text, name=name.format(number))
        for number, texts in enumerate(REPEATS, 1)
        for name, text in zip((report, progress), texts, strict=True)
    ]

    draft = drafts.begin(owner, files)

    understood = understand(draft)
    names = {file.pk: file.name for file in understood.files}
    found = {names[k]: names[v] for k, v in understood.joined.belonging.items()}
    assert found == {progress.format(n): report.format(n) for n in (1, 2, 3)}
    for run in understood.runs:
        counted = sum(sample.tps for sample in run.report.samples)
        assert counted == pytest.approx(run.figures.transactions, abs=1)


def test_progress_lines_of_repeats_without_names_that_tell_are_not_guessed_at(owner):
    texts = [text for each in REPEATS for text in each]

    draft = drafts.begin(
        owner,
        [uploaded(text, name=name) for name, text in zip("abcdef", texts, strict=True)],
    )

    problems = understand(draft).joined.problems.values()
    assert [each.values["fitting"] for each in problems] == [3, 3, 3]


def test_a_second_file_of_progress_lines_belongs_to_no_report(owner):
    (report, progress), (_other, second), _third = REPEATS

    draft = drafts.begin(
        owner,
        [
            uploaded(report, name="run.out"),
            uploaded(progress, name="run.err"),
            uploaded(second, name="other.err"),
        ],
    )

    (problem,) = understand(draft).joined.problems.values()
    assert "has a file of this kind already" in worded(problem).message


def test_progress_lines_that_count_far_less_are_of_another_run(owner):
    (report, _progress), *_others = REPEATS
    _other, progress = repeat(4000)

    draft = drafts.begin(
        owner, [uploaded(report, name="run.out"), uploaded(progress, name="run.err")]
    )

    (problem,) = understand(draft).joined.problems.values()
    assert "4,000 transactions in 3 s" in worded(problem).message


WARNING = "messages/sysbench-1.0-warning.txt"
KILLED = "messages/pgbench-15-clients-killed.txt"


def found_of(draft):
    (result,) = draft.results.all()
    return {each["code"] for each in result.findings}


def test_what_a_tool_says_on_its_standard_error_is_kept_with_its_report(owner):
    report = uploaded(sysbench_text(), name="run.out")

    draft = drafts.begin(owner, [report, sample(WARNING)])

    (file,) = draft.files.filter(format="tool-messages")
    assert file.tool == "sysbench"
    assert understand(draft).joined.belonging.keys() == {file.pk}
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    assert "tool_warning" in found_of(draft)


def test_clients_that_were_broken_off_are_told_though_the_report_is_silent(owner):
    draft = drafts.begin(
        owner, [sample("pgbench/15-clients-killed-stdout-alone.txt"), sample(KILLED)]
    )

    assert {"broken_off", "tool_errors", "clients_idle"} <= found_of(draft)
    (check,) = (each for each in draft.checks if each["code"] == "contradictions")
    assert check["severity"] == "caution"


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (None, "The report of sysbench that this file belongs to is missing."),
        (KILLED, "The report of sysbench that this file belongs to is missing."),
    ],
)
def test_messages_without_a_report_of_their_tool_wait_for_it(owner, report, message):
    files = [sample(WARNING), *([sample(report)] if report else [])]

    understood = understand(drafts.begin(owner, files))

    (file,) = (each for each in understood.files if each.tool == "sysbench")
    assert worded(understood.joined.problems[file.pk]).message == message


def test_messages_of_repeats_belong_to_the_report_of_their_name(owner):
    warning = (SAMPLES / WARNING).read_text()
    files = [
        file
        for number in (1, 2)
        for file in (
            uploaded(sysbench_text(tps=100 + number), name=f"run-{number}.out"),
            uploaded(warning * number, name=f"run-{number}.err"),
        )
    ]

    understood = understand(drafts.begin(owner, files))

    for run in understood.runs:
        (warned,) = (each for each in run.findings if each.code == "tool_warning")
        assert f"run-{warned.values['warnings']}.out" == run.file.name
