"""Asking for a run: what cannot be run is refused at the door, with a sentence."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.errors import FieldError
from benchruns.models import Run
from benchruns.runs.schedule import schedule
from benchruns.sentences.failures.table import why_refused
from benchruns.vocabulary import RunState
from benchruns.workloads import ParameterError
from tests.factories import EndpointFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def ask(endpoint=None, **changes) -> Run:
    endpoint = endpoint or EndpointFactory()
    wish = {
        "owner": endpoint.owner,
        "endpoint": endpoint,
        "workload": "oltp_read_write",
        "parameters": {"threads": 2},
    }
    return schedule(**(wish | changes))


def test_a_run_is_queued_with_every_parameter_filled_in():
    run = ask()

    assert run.state == RunState.QUEUED
    assert run.parameters == {
        "tables": 4,
        "table_size": 25_000,
        "threads": 2,
        "duration_seconds": 60,
        "warmup_seconds": 0,
        "report_interval_seconds": 1,
        "percentile": 95,
        "skip_trx": False,
        "rate": None,
        "prepared_statements": True,
    }
    assert run.events.get().code == "queued"


def test_a_run_for_later_is_scheduled_and_has_no_place_in_the_queue():
    run = ask(not_before=timezone.now() + timedelta(hours=1))

    assert (run.state, run.queued_at) == (RunState.SCHEDULED, None)


def test_the_minute_that_just_began_means_now():
    run = ask(not_before=timezone.now() - timedelta(minutes=1))

    assert run.state == RunState.QUEUED


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"workload": "oltp_delete"}, "workload", "oltp_read_write"),
        ({"expected_regime": "warm"}, "expected_regime", "disk_io"),
        (
            {"not_before": timezone.now() + timedelta(days=900)},
            "not_before",
            "within a year",
        ),
        (
            {"not_before": timezone.now() - timedelta(hours=1)},
            "not_before",
            "This time has passed",
        ),
    ],
)
def test_what_cannot_be_run_is_refused_by_its_field(changes, field, words):
    with pytest.raises(FieldError, match=words) as refused:
        ask(**changes)

    assert refused.value.field == field
    assert not Run.objects.exists()


def test_a_workload_is_refused_on_an_engine_that_its_tool_does_not_speak():
    with pytest.raises(FieldError, match=r"SQL Server\. Choose one of: tpcc\."):
        ask(EndpointFactory(engine="sqlserver"))


def test_a_deleted_endpoint_takes_no_runs():
    with pytest.raises(FieldError, match="deleted"):
        ask(EndpointFactory(deleted=True))


@pytest.mark.parametrize(
    ("given", "name", "words"),
    [
        ({"threads": 0}, "threads", "from 1 to 10,000"),
        ({"threads": "8"}, "threads", "integer"),
        ({"threads": True}, "threads", "integer"),
        ({"threads": None}, "threads", "integer"),
        ({"tables": 1.5}, "tables", "integer"),
        ({"skip_trx": 1}, "skip_trx", "true or false"),
        ({"warehouses": 1}, "warehouses", "no parameter"),
    ],
)
def test_a_bad_parameter_is_named_with_its_limits(given, name, words):
    with pytest.raises(ParameterError) as refused:
        ask(parameters=given)

    assert list(refused.value.errors) == [name]
    assert words in refused.value.errors[name]


def test_all_bad_parameters_are_named_at_once():
    with pytest.raises(ParameterError) as refused:
        ask(parameters={"threads": 0, "tables": 0})

    assert set(refused.value.errors) == {"threads", "tables"}


@pytest.mark.parametrize("engine", ["mysql", "mariadb"])
@pytest.mark.parametrize(
    ("tls", "authority", "words"),
    [
        ("verify-full", "", "endpoint's TLS to “required”"),
        ("verify-full", "a certificate", "endpoint's TLS to “required”"),
        ("require", "", "certificate of the server's authority"),
    ],
)
def test_tls_that_sysbench_has_not_for_mysql_is_refused_at_the_door(
    engine, tls, authority, words
):
    endpoint = EndpointFactory(engine=engine, tls=tls, tls_ca=authority)

    with pytest.raises(FieldError) as refused:
        ask(endpoint)

    assert refused.value.field == "endpoint"
    assert words in why_refused(refused.value)


@pytest.mark.parametrize(
    ("engine", "tls", "authority"),
    [
        ("mysql", "prefer", ""),
        ("mariadb", "require", "a certificate"),
        ("postgresql", "require", ""),
        ("postgresql", "verify-full", ""),
    ],
)
def test_tls_that_the_tool_has_is_taken(engine, tls, authority):
    run = ask(EndpointFactory(engine=engine, tls=tls, tls_ca=authority))

    assert run.state == RunState.QUEUED
