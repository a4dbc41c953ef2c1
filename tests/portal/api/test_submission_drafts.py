"""A draft while it is its owner's to change: statement, settings, files."""

import json

import pytest

from benchruns.models import Result
from benchruns.submissions.statement.fields import FIELDS
from tests.portal.api.submitting import (
    READ_WRITE,
    URL,
    WHOLE,
    a_file,
    a_sample,
    at,
    begun,
    errors,
    upload,
)
from tests.submission_files import SETTINGS, sysbench_text


@pytest.fixture
def draft(client):
    return begun(client, a_file(sysbench_text()))


def test_a_statement_is_merged_and_null_takes_away(client, draft):
    client.patch(at(draft), {"statement": WHOLE})

    told = client.patch(
        at(draft), {"statement": {"zone": None, "region": "x"}, "credit": "Ada"}
    ).json()

    assert "zone" not in told["statement"]
    assert told["statement"]["region"] == "x"
    assert told["statement"]["engine"] == "mysql"
    assert told["credit"] == "Ada"
    assert len(told["results"]) == 1


def test_pasted_settings_are_read_and_taken_away(client, draft):
    stated = client.patch(at(draft), {"settings": SETTINGS}).json()
    empty = client.patch(at(draft), {"settings": None}).json()

    assert stated["settings"]["sync_binlog"] == "1"
    assert empty["settings"] == {}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ({"provider": 5}, "Give a text."),
        ({"threads": "16"}, "Give a whole number from 1 to 1,000,000."),
        ({"threads": True}, "Give a whole number from 1 to 1,000,000."),
        ({"threads": 16.5}, "Give a whole number from 1 to 1,000,000."),
        ({"threads": ""}, "Give a whole number from 1 to 1,000,000."),
        ({"memory_gb": "16"}, "Give a number from 0.1 to 65,536."),
        ({"engine": 8}, "Give one of: mysql, "),
        ({"tested_on": 20260131}, "Give a day that has been, as 2026-01-31."),
        ({"command": ["sysbench"]}, "Give a text."),
    ],
    ids=str,
)
def test_a_value_of_another_json_type_is_refused(client, draft, statement, told):
    (name,) = statement
    sent = [
        client.patch(at(draft), {"statement": statement}),
        upload(client, a_file("x"), statement=json.dumps(statement)),
    ]
    if FIELDS[name].of_file:
        file = draft["files"][0]["id"]
        sent.append(client.patch(at(draft, f"files/{file}/"), {"statement": statement}))

    for answer in sent:
        assert errors(answer)[f"statement.{name}"].startswith(told)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"colour": 1}, "colour"),
        ({"statement": []}, "statement"),
        ({"statement": {"colour": 1}}, "statement.colour"),
        ({"statement": {"engine": ["mysql"]}}, "statement.engine"),
        ({"settings": "nothing"}, "settings"),
        ({"credit": 5}, "credit"),
    ],
    ids=str,
)
def test_a_change_at_fault_changes_nothing(client, draft, body, field):
    both = {"credit": "Ada", **body}

    assert set(errors(client.patch(at(draft), both))) == {field}
    assert client.get(at(draft)).json() == draft


def test_what_differs_for_one_file_is_stated_of_it(client, draft):
    address = at(draft, f"files/{draft['files'][0]['id']}/")

    told = client.patch(address, {"statement": {"tables": 10, "table_size": 5}})

    (file,) = told.json()["files"]
    assert file["statement"] == {"tables": 10, "table_size": 5}
    assert file["runs"][0]["conditions"]["tables"]["origin"] == "file"
    wrong = client.patch(address, {"statement": {"engine": "mysql"}})
    assert "for the whole submission" in errors(wrong)["statement.engine"]


def test_files_are_added_and_taken_out(client, draft):
    added = upload(client, a_sample(READ_WRITE), to=at(draft, "files/"))
    again = upload(client, a_sample(READ_WRITE), to=at(draft, "files/"))
    first = draft["files"][0]["id"]
    removed = client.delete(at(draft, f"files/{first}/"))

    assert added.status_code == 201
    assert [file["name"] for file in added.json()["files"]] == ["run.txt", READ_WRITE]
    assert again.status_code == 409
    assert removed.status_code == 204
    left = client.get(at(draft)).json()["files"]
    assert [file["name"] for file in left] == [READ_WRITE]
    for tail in ("", "raw/", "samples/"):
        gone = client.get(at(draft, f"files/{first}/{tail}"))
        assert gone.status_code in (404, 405)
    assert client.delete(at(draft, f"files/{first}/")).status_code == 404


def test_a_file_is_downloaded_as_it_is_kept_and_never_shown(client, draft):
    answer = client.get(at(draft, f"files/{draft['files'][0]['id']}/raw/"))

    assert answer.content.decode() == sysbench_text()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="run.txt"'
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_draft_is_deleted(client, draft):
    client.patch(at(draft), {"statement": WHOLE})

    assert client.delete(at(draft)).status_code == 204
    assert client.get(at(draft)).status_code == 404
    assert not Result.objects.exists()


def test_a_draft_is_its_owner_s_alone(draft, stranger, staff, anonymous):
    file = draft["files"][0]["id"]

    for caller in (stranger, staff):
        for tail in ("", "events/", f"files/{file}/raw/", f"files/{file}/samples/"):
            assert caller.get(at(draft, tail)).status_code == 404
        assert caller.patch(at(draft), {"credit": "x"}).status_code == 404
        assert caller.delete(at(draft)).status_code == 404
        assert (
            caller.patch(at(draft, f"files/{file}/"), {"statement": {}}).status_code
            == 404
        )
        assert caller.delete(at(draft, f"files/{file}/")).status_code == 404
        added = upload(caller, a_sample(READ_WRITE), to=at(draft, "files/"))
        assert added.status_code == 404
        assert caller.get(URL).json()["results"] == []
    assert anonymous.get(at(draft)).status_code == 404
