"""Control of a server is shown by a marker, which is written and dropped again."""

import pytest

from benchruns.endpoints import consents
from benchruns.failures.failure import BenchbookError, failure
from benchruns.models import DataSet
from benchruns.sentences.failures.table import why_failed
from tests.targets import endpoint_of, queue
from tests.workers import situations
from workers import checker, probes
from workers.runs import cleaner, data_sets, executor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]
ENGINES = ["mariadb", "postgres"]


@pytest.fixture(params=ENGINES)
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


def unshown(target, **traits):
    return endpoint_of(target, without_consent=True, **traits)


@pytest.fixture
def markers(monkeypatch):
    """What is written, as the server has it at that moment."""
    seen = []
    drop = data_sets.drop

    def look_and_drop(target, data_set, *, go_on):
        if data_set.run is None:
            own = data_set.workspace if data_set.owns_workspace else None
            with probes.connect(target) as probe:
                seen.append(probe.existing_tables(data_set.table_names, workspace=own))
        drop(target, data_set, go_on=go_on)

    monkeypatch.setattr(data_sets, "drop", look_and_drop)
    return seen


@pytest.mark.cases_in_turn
def test_the_first_check_writes_a_marker_and_drops_it(target, markers):
    endpoint = unshown(target)

    checker.perform(endpoint.checks.create().pk)

    endpoint.refresh_from_db()
    [(table,)] = markers
    assert table.startswith("benchbook_marker_")
    assert endpoint.last_check.ok
    assert endpoint.control_shown_at is not None
    assert not endpoint.has_consent  # that is its user's word
    assert not DataSet.objects.exists()


@pytest.mark.cases_in_turn
def test_without_the_right_to_create_a_database_the_marker_lies_in_the_endpoints_own(
    target, markers
):
    with situations.confined(target) as confined:
        endpoint = unshown(confined)
        checker.perform(endpoint.checks.create().pk)

        endpoint.refresh_from_db()
        [(table,)] = markers
        assert endpoint.last_check.ok
        assert endpoint.control_shown_at is not None
        with probes.connect(confined) as probe:
            assert probe.existing_tables([table], workspace=None) == ()


def test_a_marker_that_could_not_be_dropped_is_a_leftover(target, monkeypatch):
    endpoint = unshown(target)

    def gone(*_args, **_values):
        raise BenchbookError(failure("server_gone"))

    with monkeypatch.context() as broken:
        broken.setattr(data_sets, "drop", gone)
        checker.perform(endpoint.checks.create().pk)

    endpoint.refresh_from_db()
    assert (endpoint.last_check.ok, endpoint.control_shown_at) == (False, None)
    left = DataSet.objects.get()
    cleaner.clean(endpoint.pk)
    left.refresh_from_db()
    assert left.dropped_at is not None
    with probes.connect(target) as probe:
        assert not probe.workspace_exists(left.workspace)


@pytest.mark.cases_in_turn
def test_a_later_check_writes_none(target, markers):
    endpoint = unshown(target)
    for _each in range(2):
        checker.perform(endpoint.checks.create().pk)

    assert len(markers) == 1


@pytest.mark.cases_in_turn
def test_a_run_of_an_endpoint_that_was_never_checked_writes_the_marker_first(
    target, markers
):
    endpoint = unshown(target)
    consents.give(endpoint, by=endpoint.owner)
    run = queue(endpoint)

    executor.execute(run.pk)

    run.refresh_from_db()
    endpoint.refresh_from_db()
    assert run.state == "succeeded", why_failed(run)
    assert len(markers[0]) == 1
    assert endpoint.control_shown_at is not None
