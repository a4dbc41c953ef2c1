"""Test reports uploaded by programs: what is understood of them, and what is refused."""

import csv
import json
from collections import defaultdict

import pytest
from rest_framework.test import APIClient

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.models import Submission
from tests.portal.api.submitting import (
    READ_WRITE,
    URL,
    WHOLE,
    a_file,
    a_sample,
    begun,
    errors,
    upload,
)
from tests.submission_files import SAMPLES, SETTINGS, sysbench_text

# What is understood --------------------------------------------------------------------


def printed_samples():
    """By file: its metrics, and by second those of its intervals, as printed."""
    found = defaultdict(lambda: ({}, defaultdict(dict)))
    with (SAMPLES / "expected.csv").open() as lines:
        for row in csv.DictReader(lines):
            whole, seconds = found[row["sample"]]
            of = seconds[int(row["interval_s"])] if row["interval_s"] else whole
            of[row["metric"]] = float(row["value"])
    return found


PRINTED = printed_samples()


@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_figure_of_a_sample_is_in_the_answer(client, name):
    whole, seconds = PRINTED[name]

    (file,) = begun(client, a_sample(name))["files"]

    assert (file["name"], file["tool"]) == (name, "sysbench")
    assert {n: file["printed"][n] for n in whole} == whole
    figures = {n: value for n, value in whole.items() if n in FIGURE_NAMES}
    assert figures
    assert {n: file["figures"][n] for n in figures} == figures
    assert set(file["figures"]) == set(FIGURE_NAMES)
    shown = {sample["second"]: sample for sample in file["samples"]}
    assert file["samples_count"] == len(shown) == len(seconds)
    for second, values in seconds.items():
        assert {n: shown[second][n] for n in values} == values


def test_files_alone_make_a_draft_that_says_what_is_missing(client, user):
    answer = upload(client, a_sample(READ_WRITE))

    told = answer.json()
    assert answer.status_code == 201
    assert answer["Location"].endswith(f"{URL}{told['id']}/")
    assert client.get(answer["Location"]).json() == told
    assert (told["state"], told["owner"], told["results"]) == (
        "draft",
        user.get_username(),
        [],
    )
    assert "engine" in told["missing"]
    assert "tested_on" in told["missing"]
    assert not told["can_be_submitted"]
    assert told["conditions"]["threads"] == {
        "value": 16,
        "origin": "output",
        "others": [],
    }
    assert told["reward"] is None
    assert {check["code"]: check["outcome"] for check in told["checks"]}[
        "complete"
    ] == "failed"


def test_a_whole_statement_makes_results_at_once(client):
    told = begun(
        client,
        a_file(sysbench_text()),
        statement=json.dumps(WHOLE),
        settings=SETTINGS,
        credit="Ada",
    )

    assert told["missing"] == []
    assert told["can_be_submitted"]
    assert (told["statement"]["zone"], told["credit"]) == ("h", "Ada")
    assert told["settings"]["sync_binlog"] == "1"
    (run,) = told["files"][0]["runs"]
    assert told["results"] == [run["result"]]
    assert run["conditions"]["engine"]["origin"] == "settings"
    result = client.get(f"/api/v1/results/{run['result']}/").json()
    assert (result["status"], result["figures"]["tps"]) == ("draft", 100.0)
    assert 0 < told["rating"]["total"] <= told["rating"]["of"]


def test_several_files_come_in_their_order_and_rows_of_a_template_are_runs(client):
    told = begun(
        client,
        a_file(sysbench_text(threads=8), "a.txt"),
        a_file(sysbench_text(threads=16), "b.txt"),
        a_file("workload,threads,tps\ntpcc,8,50\ntpcc,16,60\n", "c.csv"),
        statement=json.dumps({"engine": "mysql", "workload": "oltp_read_write"}),
    )

    one, other, template = told["files"]
    assert [one["name"], other["name"]] == ["a.txt", "b.txt"]
    assert "threads" not in told["conditions"]
    assert told["conditions"]["engine"]["value"] == "mysql"
    assert (template["kind"], template["format"]) == (
        "template",
        "benchbook-report-csv",
    )
    assert [run["row"] for run in template["runs"]] == [2, 3]
    assert [run["figures"]["tps"] for run in template["runs"]] == [50, 60]
    assert one["runs"][0]["row"] is None
    assert len(told["results"]) == 4


def test_a_text_that_was_uploaded_before_is_taken_with_a_finding(client, stranger):
    first = begun(client)
    begun(stranger)

    again = begun(client)

    findings = {found["code"]: found for found in again["files"][0]["findings"]}
    assert findings["duplicate_text"]["values"]["submissions"] == [first["id"]]
    checks = {check["code"]: check for check in again["checks"]}
    assert findings["duplicate_text"]["severity"] == "note"
    assert checks["duplicates"]["outcome"] == "ok"


def test_secrets_are_blanked_and_counted(client):
    text = "sysbench --mysql-password=hunter2 run\n" + sysbench_text()

    (file,) = begun(client, a_file(text))["files"]

    assert file["secrets"] == 1
    kept = client.get(f"{URL}{Submission.objects.get().pk}/files/{file['id']}/raw/")
    assert b"hunter2" not in kept.content


def test_samples_beyond_the_answer_have_their_own_pages(client):
    text = sysbench_text(seconds=3700)

    told = begun(client, a_file(text))

    (file,) = told["files"]
    assert (len(file["samples"]), file["samples_count"]) == (3600, 3700)
    first = client.get(f"{URL}{told['id']}/files/{file['id']}/samples/").json()
    assert first["results"] == file["samples"]
    rest = client.get(first["next"]).json()
    assert [sample["second"] for sample in rest["results"]] == list(range(3601, 3701))
    assert rest["next"] is None
    wrong = client.get(f"{URL}{told['id']}/files/{file['id']}/samples/?offset=x")
    assert set(errors(wrong)) == {"offset"}


# What is refused -----------------------------------------------------------------------


def test_one_unreadable_file_refuses_all_and_quotes_its_line(client):
    cut = sysbench_text().replace("transactions:  ", "transactions: many")

    answer = upload(
        client, a_file("nothing of the kind", "notes.txt"), a_file(cut, "cut.txt")
    )

    told = errors(answer)
    assert set(told) == {"files.0", "files.1"}
    assert told["files.0"].startswith("notes.txt: ")
    assert "nothing of the kind" in told["files.0"]
    assert "many" in told["files.1"]
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("texts", "field", "words"),
    [
        ({"colour": "red"}, "colour", "There is no such part. Known: files,"),
        ({"files": "text"}, "files", "no file name"),
        ({"statement": "{"}, "statement", "not usable JSON"),
        ({"statement": "[1]"}, "statement", "Give an object"),
        ({"statement": "null"}, "statement", "Give an object"),
        ({"statement": '{"vcpus": "many"}'}, "statement.vcpus", "whole number"),
        ({"statement": '{"vcpus": 1e999}'}, "statement.vcpus", "too large"),
        ({"statement": '{"colour": 1}'}, "statement.colour", "no field of this name"),
        ({"statement": '{"zone": "\\u0000"}'}, "statement.zone", "NUL"),
        ({"statement": '{"zone": "\ufffd"}'}, "statement", "not UTF-8"),
        ({"settings": "nothing of the kind"}, "settings", "nothing of the kind"),
        ({"credit": "x" * 81}, "credit", "80 characters at most"),
        ({"credit": ["a", "b"]}, "credit", "Give this part once"),
        ({"replaces": "x"}, "replaces", "UUID"),
        ({"statement": a_file("{}")}, "statement", "as a text, not as a file"),
        ({"other": a_file("{}")}, "other", "no such part"),
    ],
    ids=str,
)
def test_a_part_at_fault_refuses_all_by_its_name(client, texts, field, words):
    body = {"files": [a_sample(READ_WRITE)], **texts}
    if texts.keys() == {"files"}:
        body = texts

    answer = client.post(URL, body, format="multipart")

    assert words in errors(answer)[field]
    assert not Submission.objects.exists()


def test_every_cell_at_fault_of_a_template_is_named(client):
    csv_text = "workload,threads,tps\ntpcc,some,=1+1\n"

    told = upload(client, a_file(csv_text, "a.csv"))

    faults = [each["message"] for each in told.json()["errors"]]
    assert {each["field"] for each in told.json()["errors"]} == {"files.0"}
    assert any("B2 (threads): " in fault for fault in faults)
    assert any("C2 (tps): " in fault for fault in faults)


def test_the_same_text_twice_in_one_request_is_refused(client):
    answer = upload(client, a_file(sysbench_text()), a_file(sysbench_text(), "b.txt"))

    assert "twice" in errors(answer)["files.1"]


def test_no_file_is_refused(client):
    assert "at least one file" in errors(upload(client))["files"]


@pytest.mark.parametrize("media_type", ["application/json", "text/plain"])
def test_another_media_type_is_refused(client, media_type):
    answer = client.generic("POST", URL, b'{"files": []}', content_type=media_type)

    assert answer.status_code == 415


def test_only_an_accepted_submission_of_one_s_own_is_replaced(client, stranger):
    told = begun(stranger)

    answer = upload(client, a_sample(READ_WRITE), replaces=told["id"])

    assert answer.status_code == 409
    assert "of your own can be replaced" in answer.json()["detail"]
    assert Submission.objects.count() == 1


def test_a_write_token_is_needed(anonymous, reader):
    assert upload(anonymous, a_sample(READ_WRITE)).status_code == 401
    assert upload(reader, a_sample(READ_WRITE)).status_code == 403


def test_a_logged_in_browser_uploads_with_its_csrf_token(user):
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(user)

    refused = upload(browser, a_sample(READ_WRITE))
    browser.cookies["csrftoken"] = "x" * 32
    taken = upload(browser, a_sample(READ_WRITE), headers={"X-CSRFToken": "x" * 32})

    assert refused.status_code == 403
    assert taken.status_code == 201


def test_a_repeat_with_the_same_key_and_files_gets_the_first_answer(client):
    key = {"Idempotency-Key": "report-1"}

    first = upload(client, a_sample(READ_WRITE), headers=key)
    again = upload(client, a_sample(READ_WRITE), headers=key)
    other = upload(client, a_file(sysbench_text()), headers=key)

    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert again["Location"] == first["Location"]
    assert other.status_code == 422
    assert Submission.objects.count() == 1
