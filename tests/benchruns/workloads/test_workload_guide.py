"""The guide's texts of workloads: a file each, and what a tool's share."""

import pytest

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.workloads import WORKLOADS, guide
from tests.benchruns.results.published_files import rows_of


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_each_is_described_under_every_heading(workload):
    assert [topic.title for topic in workload.documentation] == list(guide.HEADINGS)
    assert all(topic.text.endswith(".") for topic in workload.documentation)


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_each_of_its_figures_has_a_meaning(workload):
    assert workload.metrics.keys() <= set(FIGURE_NAMES)
    assert {*workload.figures} <= workload.metrics.keys()
    assert all(meaning.endswith(".") for meaning in workload.metrics.values())


def test_no_file_is_read_by_nobody():
    tools = {workload.tool for workload in WORKLOADS.values()}

    assert {path.stem for path in guide.FOLDER.glob("*.md")} <= {*WORKLOADS, *tools}


def test_a_line_that_goes_on_is_one_sentence():
    assert (
        "99.9 % of the transactions took no longer. Percentiles come from"
        in (WORKLOADS["oltp_read_write"].metrics["latency_p999_ms"])
    )


def test_the_qps_that_the_papers_print_of_read_write_are_told():
    texts = " ".join(topic.text for topic in WORKLOADS["oltp_read_write"].documentation)

    assert "prints no QPS" not in texts
    assert "23,869.32 QPS at 1,193.47 TPS" in texts
    assert "its page on MySQL 5.6 prints QPS beside TPS for all ten rows" in texts


@pytest.mark.parametrize(
    ("name", "is_without_transactions"),
    [("oltp_read_only", True), ("oltp_write_only", False)],
)
def test_a_preset_runs_it_as_the_printed_command_does(name, is_without_transactions):
    printed = next(
        line["command"]
        for line in rows_of("commands.csv")
        if (line["workload"], line["phase"]) == (name, "run")
    )
    workload = WORKLOADS[name]

    values = workload.clean(workload.presets["paper"])

    assert f"--tables={values['tables']} " in printed
    assert f"--table_size={values['table_size']} " in printed
    assert f"--time={values['duration_seconds']} " in printed
    assert ("--skip-trx=1" in printed) is values["skip_trx"] is is_without_transactions


def test_what_runs_without_transactions_in_the_papers_is_told():
    [skip_trx] = [
        each
        for each in WORKLOADS["oltp_read_only"].parameters
        if each.name == "skip_trx"
    ]

    assert "not comparable with the papers" not in str(skip_trx.help)
    assert "the papers' read-only command alone (--skip-trx=1)" in str(skip_trx.help)
