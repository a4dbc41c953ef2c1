"""Asking for a run: where, when and with which parameters."""

from datetime import UTC, datetime

import pytest

from benchruns.models import Run
from tests.factories import (
    FACTS,
    CheckFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.browser_forms import held, untick
from tests.portal.runs.new_run.given import PARAMETERS, given_for, text_of


def test_a_run_is_queued(page, endpoint):
    answer = page.post("/runs/new/", given_for(endpoint, threads=16))

    run = Run.objects.get()
    assert answer["Location"] == f"/runs/{run.pk}/"
    assert run.state == "queued"
    assert run.parameters == PARAMETERS | {"threads": 16}
    assert run.endpoint == endpoint


def test_a_time_is_read_in_the_zone_of_the_browser(page, endpoint):
    page.post(
        "/runs/new/",
        given_for(
            endpoint,
            when="later",
            not_before=f"{datetime.now(UTC).year + 1}-01-05T02:00",
            timezone="Asia/Shanghai",
        ),
    )

    run = Run.objects.get()
    assert run.state == "scheduled"
    assert (run.not_before.month, run.not_before.day) == (1, 4)
    assert run.not_before.hour == 18


@pytest.mark.parametrize("zone", ["Europe", "x" * 300, "../UTC", "Nowhere/None"])
def test_a_zone_that_is_none_is_read_as_utc(page, endpoint, zone):
    later = f"{datetime.now(UTC).year + 1}-01-05T02:00"

    page.post(
        "/runs/new/",
        given_for(endpoint, when="later", not_before=later, timezone=zone),
    )

    assert Run.objects.get().not_before.hour == 2


def test_the_first_hour_of_all_is_no_time_to_start(page, endpoint):
    answer = page.post(
        "/runs/new/",
        given_for(
            endpoint,
            when="later",
            not_before="0001-01-01T00:00",
            timezone="Asia/Shanghai",
        ),
    )

    assert "not_before" in answer.context["form"].errors


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"threads": "0"}, "threads", "from 1 to 10,000"),
        ({"threads": ""}, "threads", "Give an integer"),
        ({"threads": "many"}, "threads", "Give an integer: “many” is not one"),
        ({"threads": "1e3"}, "threads", "“1e3” is not one, write 1000."),
        ({"table_size": "1.5"}, "table_size", "“1.5” is not one."),
        (
            {"duration_seconds": "5", "report_interval_seconds": "6"},
            "report_interval_seconds",
            "longer than the measured time",
        ),
    ],
)
def test_a_wrong_parameter_is_explained_under_it(page, endpoint, changes, field, told):
    answer = page.post("/runs/new/", given_for(endpoint, **changes))

    assert told in answer.context["parameters"].errors[field][0]
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"workload": "tpch"}, "workload"),
        ({"when": "later"}, "not_before"),
        ({"when": "later", "not_before": "2126-01-01T00:00"}, "not_before"),
        ({"when": "later", "not_before": "soon"}, "not_before"),
        ({"when": "later", "not_before": "2020-01-01T00:00"}, "not_before"),
        ({"expected_regime": "fast"}, "expected_regime"),
    ],
)
def test_what_cannot_be_scheduled_is_told(page, endpoint, changes, field):
    answer = page.post("/runs/new/", given_for(endpoint, **changes))

    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert not Run.objects.exists()


def test_nobody_runs_on_another_s_endpoint(page, endpoint):
    answer = page.post("/runs/new/", given_for(EndpointFactory()))

    assert "endpoint" in answer.context["form"].errors
    assert not Run.objects.exists()


def test_a_box_that_is_ticked_at_first_can_be_unticked(page, endpoint):
    fields = held(page.get("/runs/new/"), "new-run")

    page.post("/runs/new/", fields)
    page.post("/runs/new/", untick(fields, "prepared_statements"))

    as_text, prepared = Run.objects.order_by("-created_at")
    assert prepared.parameters["prepared_statements"] is True
    assert as_text.parameters["prepared_statements"] is False


def test_without_prepared_statements_their_limit_refuses_nothing(page, user):
    endpoint = EndpointFactory(owner=user, server=ServerFactory())
    limits = {"settings": {"max_prepared_stmt_count": "100"}}
    CheckFactory(endpoint=endpoint, passed=True, server=FACTS | limits)

    first = page.get("/runs/new/")
    fields = held(first, "new-run")
    then = page.get("/runs/new/", untick(fields, "prepared_statements"))

    def refused(answer):
        return [problem.code for problem in answer.context["plan"].refusals]

    assert refused(first) == ["too_many_statements"]
    assert refused(then) == []
    assert "This run will not start" not in text_of(then)
    assert "on" not in held(then, "new-run")["prepared_statements"]


@pytest.mark.parametrize("choice", [True, False])
def test_a_repeat_sends_its_statements_as_the_run_did(page, user, endpoint, choice):
    parameters = PARAMETERS | {"prepared_statements": choice, "skip_trx": not choice}
    run = RunFactory(
        owner=user, endpoint=endpoint, cancelled=True, parameters=parameters
    )

    shown = page.get(f"/runs/{run.pk}/")
    again = page.get(shown.context["repeat_url"])

    assert again.context["draft"].settled.parameters == parameters
    assert ("statements as text" in text_of(shown)) is not choice
    told = {label: value for label, value, _unit in shown.context["asked"]}
    assert told["Prepared statements"] == ("yes" if choice else "no")


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    "field", ["repetitions", "settle_seconds", "ladder", "threads"]
)
def test_a_number_of_any_length_is_complained_of(page, endpoint, field):
    given = given_for(endpoint, ladder="1 2", repetitions=2)

    for digits in (20, 900, 4300, 4301):
        for sign in ("", "-"):
            answer = page.get("/runs/new/", given | {field: sign + "9" * digits})

            assert "Fix these parameters to see the plan" in text_of(answer)


def test_repetitions_in_thousands_of_digits_are_too_many(page, endpoint):
    answer = page.get(f"/runs/new/?repetitions={'9' * 4300}&ladder=1+2")

    errors = answer.context["draft"].climb.errors["repetitions"]
    assert errors == ["Give 200 at most."]
    assert answer.context["plan"] is None
