"""A comparison on paper: every column on its sheet."""

import re

import pytest

from benchruns.models import ServerVariables
from benchruns.parsers.settings.recognised import NAMES
from portal.pages.comparisons.parameters import MOST_ON_PAPER
from tests.factories import ResultFactory, UserFactory
from tests.looks import sheets
from tests.portal.comparisons.comparing import compared, own_sweep
from tests.portal.runs.run_pages.measured import measured_run
from tests.portal.web.test_overview import text_of

MOST = 12  # columns


@pytest.mark.django_db
def test_every_column_of_the_widest_comparison_stands_on_its_sheet(client):
    made = [
        ResultFactory(
            instance_class__code=f"dedicated-1:4-{2**number}vcpu-{4 * 2**number}gb",
            tps=10_000 + 7 * number,
        )
        for number in range(MOST)
    ]

    page = compared(client, [], result=[each.pk for each in made], format="pdf")

    pages = sheets.sheets_of(page.content)
    assert [sheets.beyond_the_margin(each) for each in pages] == [[]] * len(pages)
    text = "".join(each.extract_text() for each in pages)
    assert all(f"{each.tps:,.0f}" in text for each in made)


@pytest.mark.django_db
def test_of_hundreds_of_equal_settings_those_that_move_results_are_printed(client):
    known = sorted(NAMES)[-2 * MOST_ON_PAPER :]
    stored = ServerVariables.objects.stored(
        {"innodb_buffer_pool_size": "268435456", **dict.fromkeys(known, "1")},
        changed=(),
    )
    made = [measured_run(owner=UserFactory(), visibility="public") for _ in range(2)]
    for run in made:
        run.attempts.update(variables=stored)

    asked = [run.result.pk for run in made]
    page = compared(client, [], result=asked)
    paper = compared(client, [], result=asked, format="pdf")

    parameters = page.context["parameters"]
    text = " ".join(
        "".join(each.extract_text() for each in sheets.sheets_of(paper.content)).split()
    )
    left = len(parameters.equal) - MOST_ON_PAPER
    assert left > 0
    assert "innodb_buffer_pool_size" in text
    assert parameters.equal[-1].label not in text
    assert f"{left} more settings are equal; the page has them." in text


def printed(paper):
    pages = sheets.sheets_of(paper.content)
    return " ".join("".join(each.extract_text() for each in pages).split())


@pytest.mark.django_db
def test_what_the_page_says_of_different_tests_and_single_runs_is_printed(client):
    made = [
        ResultFactory(duration_s=seconds, tps=1000.0 + seconds) for seconds in (60, 241)
    ]

    text = printed(compared(client, [], result=[e.pk for e in made], format="pdf"))

    assert "(grey: of different tests, so it says nothing of the servers)" in text
    assert "Is the gap real? Not testable: a verdict needs 5 repeats" in text
    assert "a number in brackets is a finding above" in text
    assert re.search(r"(?<!\w)The same: [a-z]", text)


@pytest.mark.django_db
def test_verdicts_on_repeats_are_printed(client):
    owner = UserFactory(username="ada")
    one, other = own_sweep(
        owner, threads=[8, 16], tps=[100, 101, 102, 103, 104, 200, 201, 202, 203, 204]
    )
    client.force_login(owner)

    asked = [one.first().pk, other.first().pk]
    text = printed(compared(client, [], result=asked, format="pdf"))

    assert "Is the gap real? Against" in text
    assert "better" in text
    assert "Ratio of medians with its 95 % interval" in text


@pytest.mark.django_db
def test_two_engines_are_said_to_name_their_settings_differently(client):
    rows = [
        ResultFactory(engine="mysql", parameter_settings={"innodb_io_capacity": "200"}),
        ResultFactory(
            engine="postgresql",
            engine_version="15",
            parameter_settings={"work_mem": "4MB", "wal_level": "replica"},
        ),
    ]
    ids = [row.pk for row in rows]

    paper = printed(compared(client, [], result=ids, format="pdf"))

    words = text_of(compared(client, [], result=ids))
    told = "3 not stated by all; MySQL and PostgreSQL name many settings differently"
    assert told in words
    assert "Not stated by all" in paper


@pytest.mark.django_db
def test_settings_of_one_family_that_one_row_lacks_are_counted(client):
    rows = [
        ResultFactory(engine="mysql", parameter_settings={"innodb_io_capacity": "200"}),
        ResultFactory(engine="mariadb", engine_version="10.11"),
    ]

    page = compared(client, [], result=[row.pk for row in rows]).content.decode()

    assert "1 not stated by all" in " ".join(page.split())
    assert "name many settings differently" not in page


@pytest.mark.django_db
def test_pgbench_begins_a_heading_as_it_is_written(client):
    rows = [
        ResultFactory(engine="postgresql", workload="pgbench_tpcb", tps=tps)
        for tps in (1000.0, 1200.0)
    ]

    page = compared(client, [], result=[row.pk for row in rows]).content.decode()

    assert "pgbench TPC-B-like" in page
    assert "Pgbench" not in page
