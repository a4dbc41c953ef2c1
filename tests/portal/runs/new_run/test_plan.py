"""The plan of a new run: what it says, and what it does not let start."""

from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from benchruns.engines import FAMILIES
from benchruns.models import Run
from benchruns.sentences.plans import worded
from tests.factories import FACTS, CheckFactory, EndpointFactory, RunFactory
from tests.portal.runs.new_run.given import given_for, text_of


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


def test_a_wrong_address_shows_the_error_and_no_plan(page, endpoint):
    answer = page.get("/runs/new/?tables=none")

    assert answer.context["plan"] is None
    assert "Give an integer" in text_of(answer)


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
