"""A run that was asked for with consent, and whose consent was withdrawn since."""

import pytest

from benchruns.endpoints import consents
from benchruns.models import DataSet, Endpoint
from benchruns.sentences.failures.table import why_failed
from tests.targets import endpoint_of, queue
from workers.runs import executor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]


@pytest.fixture(params=["mariadb", "postgres"])
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


def test_a_run_without_consent_fails_with_one_sentence_and_touches_nothing(
    target,
):
    endpoint = endpoint_of(target)
    run = queue(endpoint)
    consents.withdraw(endpoint, by=endpoint.owner)

    executor.execute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == ("failed", "consent_missing")
    assert "Confirm it on the endpoint's page" in why_failed(run)
    assert not run.attempts.exists()
    assert not DataSet.objects.exists()


def test_a_script_of_ones_own_that_the_consent_does_not_name_is_not_begun(
    mariadb_target,
):
    endpoint = endpoint_of(mariadb_target)
    run = queue(endpoint, workload="custom_sysbench", script="orders")
    Endpoint.objects.update(consent_names_scripts=False)

    executor.execute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == ("failed", "consent_missing")
    assert "before loads could be scripts" in why_failed(run)
    assert not run.attempts.exists()


def test_consent_withdrawn_while_a_worker_begins_ends_the_run_in_preflight(
    target, monkeypatch
):
    endpoint = endpoint_of(target)
    run = queue(endpoint)
    claim = executor.lifecycle.claim

    def withdraw_and_claim(*args, **values):
        consents.withdraw(endpoint, by=endpoint.owner)
        return claim(*args, **values)

    monkeypatch.setattr(executor.lifecycle, "claim", withdraw_and_claim)
    executor.execute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == ("failed", "consent_missing")
    assert not DataSet.objects.exists()
