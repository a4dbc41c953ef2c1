"""The guide's texts of workloads: a file each, and what a tool's share."""

import pytest

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.workloads import WORKLOADS, guide


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
