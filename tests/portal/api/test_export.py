"""The export: what the lists of the API would answer, whole, in one zip file."""

import csv
import gc
import io
import json
import threading
import zipfile
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from benchruns.models import Run
from portal.api.export import view, zip_stream
from portal.api.export.kinds import KINDS
from portal.api.pagination import NewestFirst
from portal.api.urls import router
from tests import waiting
from tests.factories import ResultFactory, RunFactory, SampleFactory, UserFactory
from tests.looks import dates
from tests.portal.api.conftest import client_of
from tests.portal.api.known_rows import rows_of

pytestmark = pytest.mark.django_db

URL = "/api/v1/export/"
UNSEEN = {"tokens"}  # secrets of one kind or another, and nobody's figures


class Export:
    """An answer, read."""

    def __init__(self, parts):
        self.zip = zipfile.ZipFile(io.BytesIO(b"".join(parts)))
        assert self.zip.testzip() is None

    def text(self, name):
        return self.zip.read(name).decode()

    def rows(self, kind):
        return [
            json.loads(line) for line in self.text(f"ndjson/{kind}.ndjson").splitlines()
        ]

    def table(self, kind):
        return list(csv.DictReader(io.StringIO(self.text(f"csv/{kind}.csv"))))

    @property
    def kinds(self):
        return {
            name.removeprefix("ndjson/").removesuffix(".ndjson")
            for name in self.zip.namelist()
            if name.startswith("ndjson/")
        }

    @property
    def manifest(self):
        return json.loads(self.text("manifest.json"))


def every_page(client, kind):
    rows, url = [], f"/api/v1/{kind}/"
    while url:
        page = client.get(url).json()
        rows += page["results"]
        url = page["next"]
    return rows


@pytest.fixture(autouse=True)
def every_place_is_free():
    """Answers that other tests of this process left unread hold theirs until collected."""
    gc.collect()


@pytest.fixture
def rows(user):
    return rows_of(user, UserFactory(staff=True))


@pytest.mark.usefixtures("rows")
def test_each_list_is_in_it_as_the_same_caller_reads_it(
    client, anonymous, staff, subtests, monkeypatch
):
    monkeypatch.setattr(NewestFirst, "page_size", 2)
    RunFactory.create_batch(3)  # others' private ones
    RunFactory.create_batch(3, public=True)

    for name, caller in (("user", client), ("nobody", anonymous), ("staff", staff)):
        export = Export(caller.get(URL))
        for kind in {
            kind.name for kind in KINDS if "{" not in kind.path
        } & export.kinds:
            with subtests.test(f"{kind} of {name}"):
                assert export.rows(kind) == every_page(caller, kind)


def test_every_list_of_the_api_is_a_kind_of_row():
    listed = {prefix for prefix, _view, _name in router.registry}

    assert listed - UNSEEN <= {kind.name for kind in KINDS}


@pytest.mark.usefixtures("rows")
def test_who_is_not_signed_in_gets_what_is_public_alone(client, anonymous, staff):
    of_nobody, of_user = Export(anonymous.get(URL)), Export(client.get(URL))

    private = {
        "endpoints",
        "data-sets",
        "schedules",
        "schedule-times",
        "regression-rules",
        "webhooks",
        "generators",
    }
    assert of_user.kinds - of_nobody.kinds == private
    assert Export(staff.get(URL)).kinds - of_user.kinds == {"campaign-drafts"}
    assert of_nobody.rows("runs") == of_nobody.rows("run-samples") == []
    assert of_user.rows("run-samples") != []


def test_others_read_no_host_in_what_happened_to_a_public_run(client, user, staff):
    run = RunFactory(owner=user, public=True, succeeded=True)
    SampleFactory(run=run)
    other = client_of(UserFactory())

    (mine,) = Export(client.get(URL)).rows("endpoints")
    told = Export(other.get(URL))

    assert [row["run"] for row in told.rows("run-samples")] == [str(run.pk)]
    everything = "".join(told.text(name) for name in told.zip.namelist())
    assert mine["host"] not in everything
    assert mine["host"] in Export(staff.get(URL)).text("ndjson/endpoints.ndjson")


@pytest.mark.usefixtures("rows")
def test_a_table_has_the_rows_of_the_lines_and_the_columns_of_the_dictionary(
    staff, subtests
):
    export = Export(staff.get(URL))
    fields = list(csv.DictReader(io.StringIO(export.text("dictionary.csv"))))

    for kind in export.kinds:
        with subtests.test(kind):
            own = [each for each in fields if each["kind"] == kind]
            assert len(export.table(kind)) == len(export.rows(kind))
            columns = [each["field"] for each in own if each["csv"] == "yes"]
            heads = export.text(f"csv/{kind}.csv").splitlines()[0]
            assert heads == ",".join(columns)
            known = {each["field"].partition(".")[0] for each in own}
            for row in export.rows(kind):
                assert set(row) == known
            assert [each["field"] for each in own if not each["meaning"]] == []
    assert export.manifest["rows"] == {
        kind: len(export.rows(kind)) for kind in export.kinds
    }
    assert export.zip.namelist()[-1] == "manifest.json"


@pytest.mark.usefixtures("rows")
def test_the_dictionary_says_what_a_figure_is_in_the_words_of_the_api(client, schema):
    export = Export(client.get(URL))
    lines = csv.DictReader(io.StringIO(export.text("dictionary.csv")))
    found = {(line["kind"], line["field"]): line for line in lines}

    p95 = found["results", "figures.latency_p95_ms"]
    shape = schema["components"]["schemas"]["Figures"]["properties"]["latency_p95_ms"]
    assert (p95["unit"], p95["meaning"]) == ("ms", shape["description"])
    assert found["results", "figures.tps"]["unit"] == "TPS"
    assert found["run-samples", "run"]["meaning"] == "The id of the run."


def test_figures_and_lists_stand_in_cells(client):
    result = ResultFactory(tps=1234.5, findings=[])

    (row,) = [
        line
        for line in Export(client.get(URL)).table("results")
        if line["id"] == str(result.pk)
    ]

    assert row["figures.tps"] == "1234.5"
    assert row["findings"] == "[]"
    assert row["figures.tpm"] == ""


def test_a_name_that_is_a_formula_is_none_in_a_table(client, user):
    RunFactory(owner=user, name="=HYPERLINK(0)")

    export = Export(client.get(URL))

    assert [row["name"] for row in export.table("runs")] == ["'=HYPERLINK(0)"]
    assert [row["name"] for row in export.rows("runs")] == ["=HYPERLINK(0)"]


def test_since_leaves_out_what_was_there_before(client, user):
    now = timezone.now()
    old, again = RunFactory(owner=user), RunFactory(owner=user)
    new = RunFactory(owner=user)
    for run in (old, again):
        type(run).objects.filter(pk=run.pk).update(
            created_at=now - timedelta(days=9), queued_at=now - timedelta(days=9)
        )
    type(run).objects.filter(pk=again.pk).update(cancel_requested_at=now)

    since = (now - timedelta(days=1)).isoformat().replace("+00:00", "Z")
    export = Export(client.get(URL, {"since": since}))

    assert {row["id"] for row in export.rows("runs")} == {str(new.pk), str(again.pk)}
    assert export.manifest["since"] == since
    assert export.manifest["exported_at"].endswith("Z")
    assert dates.DAY.search(readme := export.text("README.md"))
    assert dates.otherwise(readme) == set()
    assert export.rows("workloads") != []


@pytest.mark.parametrize("since", ["yesterday", "2026-01-31", ""])
def test_a_time_that_is_none_is_refused(client, since):
    answer = client.get(URL, {"since": since})

    assert answer.status_code == 400
    assert [each["field"] for each in answer.json()["errors"]] == ["since"]


def test_it_is_a_file_to_save_that_no_cache_keeps(client):
    answer = client.get(URL)
    content = b"".join(answer)

    assert answer["Content-Type"] == "application/zip"
    assert "attachment" in answer["Content-Disposition"]
    assert answer["Cache-Control"] == "private, no-store"
    assert content[:2] == b"PK"


def test_few_are_made_at_once_and_each_that_ends_makes_room(client):
    under_way = [client.get(URL) for _ in range(view.MOST_AT_ONCE)]

    refused = client.get(URL)
    assert refused.status_code == 429
    assert refused["Retry-After"] == str(view.WAIT_SECONDS)

    b"".join(under_way.pop())
    Export(client.get(URL))
    next(iter(under_way.pop()))  # a reader that goes away
    gc.collect()
    Export(client.get(URL))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="shows one moment alone")
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_comes_while_it_is_read_is_in_none_of_its_files(client, user, monkeypatch):
    monkeypatch.setattr(zip_stream, "CHUNK", 1)
    RunFactory(owner=user)
    answer = client.get(URL)
    parts = answer.streaming_content
    begun = [next(parts)]

    def meanwhile():
        RunFactory(owner=user)
        connection.close()

    other = threading.Thread(target=meanwhile)
    other.start()
    waiting.for_thread(other)
    export = Export([*begun, *parts])

    assert Run.objects.count() == 2
    assert len(export.rows("runs")) == len(export.table("runs")) == 1
