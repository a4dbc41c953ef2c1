"""A run's page while it waits and runs, and after it failed or was cancelled."""

import pytest

from benchruns.models import DataSet
from benchruns.sentences.failures.table import drop_error
from tests.factories import (
    NOON,
    AttemptFactory,
    DataSetFactory,
    EndpointFactory,
    EventFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.runs.run_pages.measured import PARAMETERS, text_of, url_of


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


def test_a_queued_run_says_its_place_and_why_it_waits(page, user, endpoint):
    first = RunFactory(owner=user, endpoint=endpoint, parameters=PARAMETERS)
    second = RunFactory(owner=user, endpoint=endpoint, parameters=PARAMETERS)

    waits = text_of(page.get(url_of(first)))
    assert f"Next in line on {endpoint.name}" in waits
    assert "starts when a worker is free" in waits
    shown = text_of(page.get(url_of(second)))
    assert "Number 2 in line on" in shown
    assert "1 run on this server is before it" in shown


def test_a_scheduled_run_says_when(page, user):
    run = RunFactory(owner=user, scheduled=True)

    assert "2126-01-31T12:00:00" in text_of(page.get(url_of(run)))


def test_a_running_run_has_its_phase_figures_and_a_way_to_stop_it(page, user):
    run = RunFactory(owner=user, running=True, parameters=PARAMETERS)
    EventFactory(run=run, attempt=1, code="phase", data={"phase": "measure"}, at=NOON)

    answer = page.get(url_of(run))

    shown = text_of(answer)
    assert "Measuring" in shown
    assert url_of(run, "cancel/") in shown
    states = {step.phase.value: step.state for step in answer.context["steps"]}
    assert states["measure"] == "active"
    assert states["cleanup"] == "pending"


@pytest.mark.parametrize("how", ["cancelled", "failed", "succeeded"])
def test_what_could_not_be_dropped_is_told(page, client, user, how):
    run = RunFactory(
        owner=user, public=True, claimed=True, parameters=PARAMETERS, **{how: True}
    )
    left = DataSetFactory(
        endpoint=run.endpoint,
        server=run.server,
        run=run,
        drop_code="unreachable",
    )

    own = text_of(page.get(url_of(run)))
    client.logout()
    others = text_of(client.get(url_of(run)))
    DataSet.objects.update(dropped_at=NOON)
    dropped = text_of(page.get(url_of(run)))

    assert left.workspace in own
    assert drop_error(left) in own
    assert "dropped on the next connection" in own
    assert "dropped on the next connection" in others
    assert left.workspace not in others
    assert "dropped on the next connection" not in dropped


def test_a_failed_run_says_what_happened_where_and_in_the_tool_s_words(page, user):
    run = RunFactory(owner=user, failed=True, parameters=PARAMETERS)
    for phase in ("preflight", "prepare", "cleanup"):
        EventFactory(run=run, attempt=1, code="phase", data={"phase": phase})

    shown = text_of(page.get(url_of(run)))

    assert "Failed in Prepare." in shown
    assert "Free or add space there" in shown
    assert "The table &#x27;sbtest1&#x27; is full" in shown


def test_a_failed_run_leads_to_a_check_and_shows_what_was_asked_for(page, user):
    run = RunFactory(
        owner=user, endpoint__owner=user, failed=True, parameters=PARAMETERS
    )

    shown = text_of(page.get(url_of(run)))

    assert f'bb-btn-primary" href="/endpoints/{run.endpoint_id}/">Check' in shown
    assert ">Repeat</a>" in shown
    assert "Parameters" in shown
    assert "<dt>Rows a table</dt><dd>25,000 rows</dd>" in shown


def test_a_run_on_a_deleted_endpoint_is_not_repeated(page, user):
    run = RunFactory(
        owner=user,
        endpoint__owner=user,
        endpoint__deleted=True,
        failed=True,
        parameters=PARAMETERS,
    )

    shown = text_of(page.get(url_of(run)))

    assert ">Repeat</a>" not in shown
    assert "Check the endpoint" not in shown
    assert "endpoint has been deleted" in shown


def test_a_running_run_names_the_version_that_preflight_found(page, user):
    run = RunFactory(owner=user, running=True, parameters=PARAMETERS)

    assert "MySQL 8.0.36" in text_of(page.get(url_of(run)))


def test_lost_attempts_are_told(page, user):
    run = RunFactory(owner=user, running=True, attempt=2, parameters=PARAMETERS)
    AttemptFactory(run=run, number=2)

    assert "Attempts" in text_of(page.get(url_of(run)))


@pytest.mark.parametrize(
    ("dropped_at", "told"),
    [(None, "Its data set stays on"), (NOON, "Nothing that it created is left")],
)
def test_a_cancelled_run_says_whether_its_data_stays(page, user, dropped_at, told):
    run = RunFactory(owner=user, cancelled=True, server=ServerFactory())
    run.data_set = DataSetFactory(
        endpoint=run.endpoint,
        server=run.server,
        run=run,
        is_ready=True,
        is_kept=True,
        dropped_at=dropped_at,
    )
    run.save(update_fields=["data_set"])
    EventFactory(run=run, code="phase", data={"phase": "measure"})

    shown = text_of(page.get(url_of(run)))

    assert told in shown


def test_a_cancelled_run_says_that_nothing_was_created(page, user):
    run = RunFactory(owner=user, cancelled=True)

    assert "nothing was created on the server" in text_of(page.get(url_of(run)))
