"""Pages of a run of many seconds, which read what was made of them once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Counter, RunSummary, Sample
from benchruns.runs.summaries import storage
from tests.benchruns.runs.summaries.long_runs import HIGHEST, as_long, long_run
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def run():
    run = long_run(public=True)
    storage.write(run.pk)
    return run


def reads_of(client, address):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return [each["sql"] for each in asked]


def test_no_page_of_it_reads_its_seconds(client, run):
    tables = [model._meta.db_table for model in (Sample, Counter)]

    for page in ("", "live/", "generators/"):
        asked = reads_of(client, f"/runs/{run.pk}/{page}")
        assert not [sql for sql in asked if any(table in sql for table in tables)]


def test_it_asks_no_more_than_a_short_one_does(client, run):
    short = as_long(RunFactory(succeeded=True, public=True), seconds=10)

    for page in ("", "live/"):
        of_long, of_short = (
            len(reads_of(client, f"/runs/{each.pk}/{page}")) for each in (run, short)
        )
        assert of_long <= of_short


def test_charts_get_it_as_it_is_kept_beside_the_state_of_the_run(client, run):
    told = client.get(f"/runs/{run.pk}/live/").json()

    assert (told["state"], told["attempt"], told["step"]) == ("succeeded", 1, 4)
    assert len(told["samples"]) == len(told["ranges"]) == 600
    assert max(each[1] for each in told["ranges"]) == HIGHEST[1]
    assert len(told["counters"]["rows"]) == len(told["counters"]["ranges"]) == 300


def test_a_page_that_has_its_seconds_gets_no_more(client, run):
    told = client.get(f"/runs/{run.pk}/live/?after=2400&counted=2400&attempt=1").json()

    assert told["samples"] == []
    assert told["counters"] == {"rows": []}


def test_who_may_not_see_it_gets_nothing_of_it(client):
    run = long_run()
    storage.write(run.pk)

    assert client.get(f"/runs/{run.pk}/live/").status_code == 404


def test_files_and_api_have_every_second(client, run):
    csv = client.get(f"/runs/{run.pk}/samples.csv").content.decode()
    api = client.get(f"/api/v1/runs/{run.pk}/samples/?after=2398").json()

    assert len(csv.splitlines()) == 1 + 2_400
    assert [each["second"] for each in api["results"]] == [2_399, 2_400]


def test_an_older_run_keeps_what_its_first_reader_asked_for(client):
    run = long_run(public=True)

    client.get(f"/runs/{run.pk}/live/")

    assert RunSummary.objects.get().kind == "charts"
