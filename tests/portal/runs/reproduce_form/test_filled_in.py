"""The way to the form, and what a published row fills it in with."""

from urllib.parse import parse_qs, urlsplit

import pytest

from benchruns.models import Result, Run
from benchruns.workloads import WORKLOADS
from tests.factories import EndpointFactory, ResultFactory
from tests.portal.browser_forms import held, untick
from tests.portal.runs.reproduce_form.reproduced import opened, plain, row_of
from tests.portal.web.test_overview import text_of

# The way to it ----------------------------------------------------------------------


def test_who_is_not_logged_in_comes_back_to_the_form(client, row):
    answer = client.get(f"/runs/new/?reproduce={row.pk}")

    login = urlsplit(answer["Location"])
    assert login.path == "/login/"
    assert parse_qs(login.query)["next"] == [f"/runs/new/?reproduce={row.pk}"]


@pytest.mark.parametrize("wanted", ["1", "6b1ef16e-5a91-4c59-a3cd-6a22d38e1c69"])
def test_a_row_that_is_not_there_is_not_found(page, endpoint, wanted):
    answer = page.get(f"/runs/new/?reproduce={wanted}")

    assert answer.status_code == 404
    html = answer.content.decode()
    assert f"There is no result “{wanted}” to reproduce" in text_of(answer)
    assert '<a href="/results/">All results</a>' in html
    assert '<a href="/search/">Search</a>' in html


def test_a_row_of_sql_server_needs_such_an_endpoint(page, endpoint, published):
    text = plain(opened(page, row_of("tpcc")))

    assert "it is reproduced on SQL Server, and you have no such endpoint yet" in text
    assert "Start the run" not in text


def test_only_published_rows_are_reproduced(page, user, endpoint):
    measured = ResultFactory(measured=True, owner=user)

    assert "repeat a run from its own page" in plain(opened(page, measured))


def test_without_an_endpoint_of_the_family_it_says_what_to_register(page, user, row):
    EndpointFactory(owner=user, engine="postgresql")

    text = plain(opened(page, row))

    assert "it is reproduced on MySQL or MariaDB" in text
    assert "Register an endpoint" in text
    assert "6,740 TPS" in text


# What it is filled in with ----------------------------------------------------------


def test_the_row_and_where_it_was_printed_stand_above(page, endpoint, row):
    text = plain(opened(page, row))

    assert "6,740 TPS" in text
    assert "MySQL 8.0 , Alibaba Cloud" in text
    assert "rds.mysql.c2.xlarge" in text
    assert "section 1.4" in text


def test_why_a_row_is_in_doubt_stands_below_its_figure(page, endpoint, row, large_row):
    sure, doubted = (plain(opened(page, each)) for each in (row, large_row))

    assert "5,457 † in doubt TPS" in doubted
    assert "† Labelled disk I/O, but the data (" in doubted
    assert "†" not in sure


def test_the_row_fills_in_its_load(page, endpoint, row):
    answer = opened(page, row)

    plan = answer.context["plan"]
    assert (plan.size.tables, plan.size.table_size) == (128, 25_000)
    assert plan.connections == 65
    assert plan.duration_seconds == 60
    assert "All parameters that the paper states are as it states them." in plain(
        answer
    )
    assert answer.context["form"]["expected_regime"].value() == "cached"


def test_what_the_paper_does_not_state_is_marked_as_assumed(page, endpoint, published):
    answer = opened(page, row_of("hot_row_update"))

    text = plain(answer)
    assert "Threads assumed not stated 8" in text
    assert "The paper does not state it; 60 is assumed." in text
    assert "has one fixed size" in text


@pytest.mark.parametrize("workload", sorted(WORKLOADS))
def test_rows_of_every_workload_are_filled_in(page, user, published, workload):
    rows = Result.objects.filter(workload=workload)
    for engine in set(rows.values_list("engine", flat=True)):
        EndpointFactory(owner=user, engine=engine, checked=True)
        assert opened(page, rows.filter(engine=engine)[0]).context["plan"] is not None


def test_endpoints_of_another_family_cannot_be_chosen(page, user, endpoint, row):
    other = EndpointFactory(owner=user, engine="postgresql", checked=True)

    answer = opened(page, row, endpoint=other.pk)

    assert answer.context["endpoint"] == endpoint
    assert f'<option value="{other.pk}" disabled>' in answer.content.decode()


# Boxes ------------------------------------------------------------------------------


def test_a_row_is_reproduced_with_its_statements_as_text(page, endpoint, row):
    fields = held(opened(page, row), "new-run")

    page.post("/runs/new/", fields)
    page.post("/runs/new/", untick(fields, "prepared_statements"))

    as_text, prepared = Run.objects.order_by("-created_at")
    assert prepared.differences == []
    assert as_text.parameters["prepared_statements"] is False
    assert [each["name"] for each in as_text.differences] == ["prepared_statements"]
