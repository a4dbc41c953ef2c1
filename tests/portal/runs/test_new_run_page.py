"""Asking for a run: where, what and when."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from benchruns.engines import FAMILIES
from benchruns.models import Run
from benchruns.sentences.plans import worded
from benchruns.workloads import WORKLOADS
from tests.factories import (
    FACTS,
    CheckFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.browser_forms import held, untick

PARAMETERS = WORKLOADS["oltp_read_write"].clean(
    {"warmup_seconds": 10, "duration_seconds": 60}
)


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def given_for(endpoint, **changes):
    return {
        "endpoint": endpoint.pk,
        "workload": "oltp_read_write",
        "when": "now",
        **{k: v for k, v in PARAMETERS.items() if v not in (None, False)},
        **changes,
    }


def test_a_run_is_queued(page, endpoint):
    answer = page.post("/runs/new/", given_for(endpoint, threads=16))

    run = Run.objects.get()
    assert answer["Location"] == f"/runs/{run.pk}/"
    assert run.state == "queued"
    assert run.parameters == PARAMETERS | {"threads": 16}
    assert run.endpoint == endpoint


def test_there_is_no_plan_until_the_parameters_are_right(page, endpoint):
    answer = page.get("/runs/new/", given_for(endpoint, threads=0))

    assert answer.context["plan"] is None
    assert "Fix these parameters to see the plan" in text_of(answer)
    assert "<li><b>Threads</b> " in text_of(answer)


def test_the_time_of_the_plan_is_that_of_the_whole_run_by_its_parts(page, endpoint):
    given = given_for(endpoint, tables=1, table_size=50_000, duration_seconds=60)
    answer = page.get("/runs/new/", given)

    plan = answer.context["plan"]
    shown = " ".join(text_of(answer).split())
    beside = plan.preflight_seconds + plan.setup_seconds
    assert plan.total_seconds == 1 + 10 + 60 + beside
    assert (
        f"loading 1 s at 50,000 rows a second (assumed), warm-up 10 s, measuring 1 min; "
        f"preflight {plan.preflight_seconds:.0f} s, "
        f"tables and tool {plan.setup_seconds:.0f} s (assumed)"
    ) in shown


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
        ({"threads": "many"}, "threads", "Give an integer: “many” is none"),
        ({"threads": "1e3"}, "threads", "“1e3” is none, write 1000."),
        ({"table_size": "1.5"}, "table_size", "“1.5” is none."),
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


def test_the_address_fills_the_form_in(page, user, endpoint):
    other = EndpointFactory(owner=user)

    answer = page.get(
        f"/runs/new/?endpoint={other.pk}&workload=oltp_read_only&tables=9"
    )

    assert answer.context["endpoint"] == other
    assert answer.context["workload"].name == "oltp_read_only"
    assert answer.context["plan"].size.tables == 9


def test_an_address_with_an_endpoint_that_is_not_there_says_so(page, endpoint):
    gone = "00000000-0000-0000-0000-000000000000"

    text = text_of(page.get(f"/runs/new/?endpoint={gone}"))
    after = page.post(f"/runs/new/?endpoint={gone}", {"tables": "0"}).content.decode()

    assert "You have no such endpoint: another one of yours is chosen." in text
    assert "You have no such endpoint" not in after  # once is enough
    assert "You have no such" not in text_of(
        page.get(f"/runs/new/?endpoint={endpoint.pk}")
    )


def test_a_preset_is_sized_for_the_buffer_that_the_check_found(page, endpoint):
    answer = page.get("/runs/new/?preset=disk_io")

    plan = answer.context["plan"]
    assert plan.data_bytes == pytest.approx(4 * FACTS["buffer_bytes"], rel=0.05)
    assert plan.warmup_seconds == 60
    assert "sized for the buffer of 128 MB that the last check found" in text_of(answer)


@pytest.mark.parametrize(
    ("registered", "told", "buffer"),
    [
        ({"memory_gb": 8}, "its usual share of the 8 GB", 6 * 2**30),
        ({}, "no check has told the buffer and no memory is registered", 2**30),
    ],
)
def test_a_preset_says_what_it_took_where_no_check_tells_the_buffer(
    page, user, registered, told, buffer
):
    EndpointFactory(owner=user, **registered)

    answer = page.get("/runs/new/?preset=cached")

    assert told in " ".join(text_of(answer).split())
    data_bytes = answer.context["plan"].data_bytes
    assert data_bytes == pytest.approx(buffer / 2, rel=0.05)


def test_a_new_form_begins_with_the_preset_that_fits_first(page, endpoint):
    html = page.get("/runs/new/").content.decode()

    assert "<b>Quick ✓</b>" in html
    assert "none is chosen" not in html
    assert (
        page.get("/runs/new/?threads=3").content.decode().count("none is chosen") == 1
    )


def test_each_preset_says_its_size_and_how_long_it_loads(page, endpoint):
    text = " ".join(text_of(page.get("/runs/new/")).split())

    shown = text.split('id="presets-title"')[1].split("</div>")[0]
    assert "64 MB, 0.50 × the buffer, loads in about 5 s, warm-up 1 min" in shown
    assert "4.00 × the buffer, loads in about 44 s, warm-up 1 min" in shown


@pytest.mark.parametrize("workload", WORKLOADS)
def test_every_workload_has_its_parameters_and_a_plan(page, user, workload):
    endpoint = EndpointFactory(owner=user, engine="postgresql")

    answer = page.get(f"/runs/new/?endpoint={endpoint.pk}&workload={workload}")

    text, plan = text_of(answer), answer.context["plan"]
    assert all(f'name="{p.name}"' in text for p in WORKLOADS[workload].parameters)
    assert plan.rows >= 100
    assert plan.data_bytes > plan.rows


def test_a_workload_that_the_endpoint_cannot_run_gives_way(page, user):
    endpoint = EndpointFactory(owner=user, engine="mysql")

    answer = page.get(f"/runs/new/?endpoint={endpoint.pk}&workload=pgbench_read_only")

    assert answer.context["workload"].name == "oltp_read_write"
    assert answer.context["plan"] is not None


def test_a_hot_row_run_is_asked_for_without_a_size(page, endpoint):
    page.post(
        "/runs/new/",
        {
            "endpoint": endpoint.pk,
            "workload": "hot_row_update",
            "when": "now",
            "threads": 64,
        },
    )

    assert Run.objects.get().parameters == {
        "threads": 64,
        "duration_seconds": 60,
        "warmup_seconds": 0,
    }


def test_the_papers_own_size_is_a_preset_of_the_legacy_workload(page, endpoint):
    answer = page.get("/runs/new/?workload=oltp_legacy&preset=paper")

    size = answer.context["plan"].size
    assert (size.tables, size.table_size) == (64, 10_000_000)
    assert "As the paper" in text_of(answer)


def test_the_plan_sets_the_data_against_the_buffer_of_the_last_check(page, endpoint):
    answer = page.get("/runs/new/?tables=10&table_size=100000&threads=151")

    plan = answer.context["plan"]
    assert plan.rows == 1_000_000
    assert plan.data_bytes == 1_000_000 * 242 + 10 * 32_768
    assert plan.data_over_buffer == pytest.approx(1.805, abs=0.001)
    assert "152 of 151" in text_of(answer)
    assert worded(plan.refusals[0]).message in unescape(text_of(answer))
    assert "This run will not start" in text_of(answer)


def test_the_plan_says_where_the_server_will_report_more_than_the_tables_hold(
    page, endpoint
):
    small, large = (
        " ".join(text_of(page.get(f"/runs/new/?tables=4&table_size={rows}")).split())
        for rows in (3_000, 25_000)
    )

    assert "about 2.9 MB, at 242 bytes a row and 32 kB a table" in small
    assert "will report about 6.3 MB, 4.9 % of the buffer" in small
    assert "will report" not in large


def test_a_disk_needs_room_for_all_of_the_data_whatever_is_reported(page, endpoint):
    plan = page.get("/runs/new/?tables=10&table_size=16300").context["plan"]

    size = plan.size
    assert size.reported_bytes(FAMILIES["mysql"]) < size.data_bytes(FAMILIES["mysql"])
    assert plan.reported_bytes == plan.data_bytes


def test_a_failed_check_leaves_the_plan_what_an_earlier_one_found(page, endpoint):
    for _time in range(2):
        CheckFactory(endpoint=endpoint, failed=True)

    plan = page.get("/runs/new/?tables=10&table_size=100000").context["plan"]

    assert plan.data_over_buffer == pytest.approx(1.805, abs=0.001)


def test_the_plan_of_a_waiting_run_survives_a_failed_check(page, user, endpoint):
    CheckFactory(endpoint=endpoint, failed=True)
    run = RunFactory(owner=user, endpoint=endpoint)

    plan = page.get(f"/runs/{run.pk}/").context["plan"]

    assert plan.buffer_bytes == FACTS["buffer_bytes"]


def test_an_endpoint_that_never_answered_has_a_plan_without_its_buffer(page, user):
    EndpointFactory(owner=user, refused=True)

    assert page.get("/runs/new/").context["plan"].buffer_bytes is None


def test_endpoints_are_offered_by_name_and_the_newest_ready_one_is_chosen(page, user):
    for name in ("shop", "audit", "mirror"):
        newest = EndpointFactory(owner=user, name=name, checked=True)
    EndpointFactory(owner=user, name="broken", refused=True)

    answer = page.get("/runs/new/")

    names = [offer.endpoint.name for offer in answer.context["offers"]]
    assert names == ["audit", "broken", "mirror", "shop"]
    assert answer.context["endpoint"] == newest


def test_a_wrong_address_shows_the_error_and_no_plan(page, endpoint):
    answer = page.get("/runs/new/?tables=none")

    assert answer.context["plan"] is None
    assert "Give an integer" in text_of(answer)


def test_without_an_endpoint_the_page_leads_to_one(page):
    assert "/endpoints/new/" in text_of(page.get("/runs/new/"))


# Boxes that are ticked at first -----------------------------------------------------


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


# Numbers of any length --------------------------------------------------------------


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


REFUSED = (
    "This run will not start: 400 threads need 401 connections, the server allows 151."
)


def test_what_the_plan_refuses_cannot_be_started_and_says_why(page, endpoint):
    answer = page.get("/runs/new/", given_for(endpoint, threads=400))

    actions = text_of(answer).split('id="new-run-actions"')[1].split("</form>")[0]
    start = actions.split("</button>")[0]
    assert "disabled" in start
    assert 'aria-describedby="new-run-refusal"' in start
    assert REFUSED in actions


PASSED = "This time has passed. Give one that is still to come, or start now."


@pytest.mark.parametrize(
    ("time", "why"),
    [
        ("2020-01-01T00:00", PASSED),
        ("2126-01-01T00:00", "Give a time within a year from now."),
        ("", "Give a time, or start now."),
    ],
)
def test_a_time_that_will_be_refused_cannot_be_started(page, endpoint, time, why):
    given = given_for(endpoint, when="later", not_before=time, timezone="Asia/Shanghai")

    answer = page.get("/runs/new/", given)

    plan, actions = text_of(answer).split('id="new-run-actions"')
    assert why in plan.split('id="new-run-plan"')[1]
    assert why in actions
    assert "disabled" in actions.split("</button>")[0]
    assert "check it again" not in actions
    assert answer.context["plan"] is not None


def test_a_time_to_come_can_be_started_and_so_can_one_that_is_not_asked_for(
    page, endpoint
):
    later = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%dT%H:%M}"
    for changes in (
        {"when": "later", "not_before": later},
        {"when": "now", "not_before": "2020-01-01T00:00"},
    ):
        answer = page.get("/runs/new/", given_for(endpoint, **changes))

        assert not answer.context["draft"].refusal
        assert "new-run-refusal" not in text_of(answer)


def test_what_the_plan_refuses_is_refused_when_it_is_sent_all_the_same(page, endpoint):
    answer = page.post("/runs/new/", given_for(endpoint, threads=400))

    assert answer.status_code == 400
    assert REFUSED in answer.content.decode()
    assert not Run.objects.exists()


def test_without_scripts_a_refused_form_is_changed_and_planned_again(page, endpoint):
    refused = page.post("/runs/new/", given_for(endpoint, threads=400))
    assert 'name="plan_again"' in refused.content.decode()

    planned = page.post("/runs/new/", given_for(endpoint, threads=8, plan_again="yes"))

    assert not planned.context["plan"].refusals
    assert REFUSED not in text_of(planned)
    assert not Run.objects.exists()


def test_the_plan_stands_before_the_button_that_starts_it(page, endpoint):
    text = text_of(page.get("/runs/new/"))

    assert text.index('id="new-run-plan"') < text.index('id="new-run-actions"')


def test_the_endpoint_of_the_last_run_is_chosen(page, user, endpoint):
    EndpointFactory(owner=user, name="newer", checked=True)
    RunFactory(owner=user, endpoint=endpoint)

    assert page.get("/runs/new/").context["endpoint"] == endpoint


@pytest.mark.parametrize("others", [{}, {"threads": 3}])
def test_the_preset_is_marked_whose_values_the_form_holds(page, endpoint, others):
    chosen = page.get("/runs/new/?preset=cached").context["parameters"].data
    chosen = {name: "" if held is None else held for name, held in chosen.items()}

    text = text_of(page.get("/runs/new/", {**chosen, **others}))

    marked = re.findall(r'aria-current="true"\s*><b>(\w+) ✓</b>', text)
    assert marked == ([] if others else ["Cached"])
    assert ("none is chosen" in text) is bool(others)
