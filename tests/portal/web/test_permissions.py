"""What is kept from people who look at another's run."""

import re

import pytest

from benchruns.figures.metrics import Figures
from benchruns.models import Result, Run
from benchruns.runs.result_of_run import result_of
from portal.web.permissions import Concealer
from tests.factories import (
    FACTS,
    AttemptFactory,
    EndpointFactory,
    EventFactory,
    OutputFactory,
    ResultFactory,
    RunFactory,
)

REACHED = {
    "host": "old.internal.example",
    "address": "10.7.7.7",
    "port": 3399,
    "username": "old_account",
    "database": "old_shop",
}
TOLD = (
    "FATAL: old_account@10.7.7.7:3399 (old.internal.example), --mysql-db=old_shop, "
    "lost new_account@new.internal.example:3400, database 'new_shop'"
)
SECRETS = (*(str(value) for value in REACHED.values()), "new_", "new.", "3400")


@pytest.fixture
def run(db):
    return RunFactory(
        endpoint__host="db.internal.example",
        endpoint__port=3306,
        endpoint__username="bench",
        endpoint__database="7",
        claimed=True,
        server__address="10.1.2.3",
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Access denied for user 'bench'@'10.9.9.9'", "user '***'@"),
        ("unable to connect to host '10.1.2.3', port 3306, aborting", "port ***, "),
        ("Unknown database '7' at 7.00 TPS", "database '***' at 7.00 TPS"),
        ("lost DB.internal.example:3306", "lost ***:***"),
        ("--mysql-port=3306 --mysql-user=bench", "port=*** --mysql-user=***"),
    ],
    ids=str,
)
def test_host_port_and_account_are_concealed(run, text, shown):
    told = Concealer(run)(text)

    assert shown in told
    for secret in ("bench'", "10.1.2.3", "3306", "internal"):
        assert secret not in told


@pytest.mark.parametrize(
    "text",
    [
        "    queries: 3306   (3306.12 per sec.)",
        "[ 1s ] thds: 8 tps: 3306.00 qps: 66120.00",
        "workspace benchbook_1 was dropped",
    ],
)
def test_figures_and_other_words_stay(run, text):
    assert Concealer(run)(text) == text


@pytest.fixture
def moved(db):
    """A public run that failed, whose endpoint has another connection since."""
    endpoint = EndpointFactory(
        host="new.internal.example",
        port=3400,
        username="new_account",
        database="new_shop",
    )
    run = RunFactory(
        owner=endpoint.owner,
        endpoint=endpoint,
        public=True,
        ended=True,
        state="failed",
        attempt=2,
        failure_code="unknown",
        failure_values={"message": TOLD},
        failure_detail=TOLD,
    )
    AttemptFactory(run=run, number=1, lost=True, reached=REACHED)
    last = AttemptFactory(run=run, number=2, failed=True)
    OutputFactory(attempt=last, phase="measure", text=TOLD)
    EventFactory(run=run, attempt=1, data={"message": TOLD})
    return run


@pytest.mark.parametrize(
    "path",
    [
        "/runs/{id}/",
        "/runs/{id}/output/",
        "/api/v1/runs/",
        "/api/v1/runs/{id}/",
        "/api/v1/runs/{id}/events/",
        "/api/v1/runs/{id}/output/",
    ],
)
def test_an_endpoint_edited_after_the_run_gives_nothing_away(client, moved, path):
    answer = client.get(path.format(id=moved.pk))

    assert answer.status_code == 200
    told = answer.content.decode()
    for secret in SECRETS:
        # a number stands alone, or is a part of any time's fraction
        assert not re.search(rf"(?<!\d){re.escape(secret)}(?!\d)", told), secret


@pytest.mark.parametrize("who", ["stranger", "owner"])
def test_settings_that_tell_whose_a_server_is_are_its_owners_alone(client, db, who):
    told = {
        "synchronous_commit": "on",
        "synchronous_standby_names": "FIRST 1 (db-7.corp.internal)",
    }
    result = ResultFactory(measured=True, engine="postgresql", visibility="public")
    Run.objects.filter(pk=result.run_id).update(visibility="public")
    facts = FACTS | {"engine": "postgresql", "release": "15", "version": "15.4"}
    facts |= {"settings": told, "durability": {}}
    attempt = AttemptFactory(run=result.run, succeeded=True, server_facts=facts)
    stored = result_of(result.run, attempt, Figures(tps=1.0)).parameter_settings
    Result.objects.filter(pk=result.pk).update(parameter_settings=stored)
    if who == "owner":
        client.force_login(result.run.owner)

    run_page = client.get(f"/runs/{result.run_id}/").content.decode()

    assert ("db-7" in run_page) is (who == "owner")
    for path in (
        f"/results/{result.pk}/",
        f"/api/v1/results/{result.pk}/",
        f"/compare/?result={result.pk}",
        f"/api/v1/compare/?result={result.pk}",
    ):
        assert "db-7" not in client.get(path).content.decode()
    assert stored["synchronous_standby_names"] == "FIRST 1 (*)"
