"""What a program saves that reads again and again, and how often it may ask."""

import re

import pytest

from benchruns.models import Result
from portal.api.description import keys
from tests.factories import (
    OutputFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.schedule_factories import ScheduleFactory
from tests.submission_factories import SubmissionFactory
from tests.webhook_factories import WebhookFactory

pytestmark = pytest.mark.django_db
URL = "/api/v1/results/"


def test_who_has_the_same_answer_already_gets_none_again(anonymous):
    row = ResultFactory()
    first = anonymous.get(f"{URL}{row.pk}/")

    again = anonymous.get(f"{URL}{row.pk}/", HTTP_IF_NONE_MATCH=first["ETag"])

    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]


def test_what_has_changed_is_answered_anew(anonymous):
    row = ResultFactory()
    first = anonymous.get(f"{URL}{row.pk}/")
    Result.objects.filter(pk=row.pk).update(regime="disk_io")

    again = anonymous.get(f"{URL}{row.pk}/", HTTP_IF_NONE_MATCH=first["ETag"])

    assert again.json()["regime"] == "disk_io"
    assert again["ETag"] != first["ETag"]


def test_a_private_answer_has_an_etag_too_and_no_cache_keeps_it(client, user, stranger):
    run = RunFactory(owner=user)
    first = client.get(f"/api/v1/runs/{run.pk}/")

    again = client.get(f"/api/v1/runs/{run.pk}/", HTTP_IF_NONE_MATCH=first["ETag"])
    other = stranger.get(f"/api/v1/runs/{run.pk}/", HTTP_IF_NONE_MATCH=first["ETag"])

    assert again.status_code == 304
    assert other.status_code == 404
    assert "no-store" in first["Cache-Control"]


@pytest.mark.parametrize("path", ["results/", "runs/{run}/", "workloads/"])
def test_a_head_has_the_etag_of_the_get_and_is_unchanged_by_it(client, user, path):
    run = RunFactory(owner=user, succeeded=True)
    address = f"/api/v1/{path.format(run=run.pk)}"
    whole = client.get(address)

    head = client.head(address)
    again = client.head(address, HTTP_IF_NONE_MATCH=head["ETag"])
    other = client.head(address, HTTP_IF_NONE_MATCH='"another"')

    assert (head.status_code, head["ETag"]) == (200, whole["ETag"])
    assert (again.status_code, again["ETag"]) == (304, whole["ETag"])
    assert (other.status_code, other.content) == (200, b"")


def test_an_answer_without_a_body_is_answered(client, user):
    attempt = RunFactory(owner=user, succeeded=True).attempts.get()
    OutputFactory(attempt=attempt, text="")

    answer = client.get(f"/api/v1/runs/{attempt.run_id}/output/")

    assert (answer.status_code, answer.content) == (200, b"")


def test_another_etag_than_is_asked_for_is_refused_as_all_else_is(client):
    etag = client.get(URL)["ETag"]

    same = client.get(URL, HTTP_IF_MATCH=etag)
    other = client.get(URL, HTTP_IF_MATCH='"another"')

    assert same.status_code == 200
    assert other.status_code == 412
    assert other["Content-Type"] == "application/problem+json"
    assert "If-Match" in other.json()["detail"]


@pytest.mark.parametrize("header", ["IF_MODIFIED_SINCE", "IF_UNMODIFIED_SINCE"])
def test_an_answer_without_a_date_of_its_own_is_held_to_none(client, header):
    asked = {f"HTTP_{header}": "Wed, 21 Oct 2015 07:28:00 GMT"}

    assert client.get(URL, **asked).status_code == 200


@pytest.mark.usefixtures("counted")
def test_what_has_not_changed_tells_how_many_calls_are_left_too(client):
    etag = client.get(URL)["ETag"]

    again = client.get(URL, HTTP_IF_NONE_MATCH=etag)
    other = client.get(URL, HTTP_IF_MATCH='"another"')

    assert [again.status_code, other.status_code] == [304, 412]
    assert ["r=1;" in again["RateLimit"], "r=0;" in other["RateLimit"]] == [True, True]
    assert again["RateLimit-Policy"] == '"minute";q=3;w=60'


def test_a_write_and_a_refusal_have_no_etag(client, anonymous):
    assert "ETag" not in client.post("/api/v1/runs/", {})
    assert "ETag" not in anonymous.get("/api/v1/runs/?colour=red")


def test_a_list_answers_the_keys_that_are_asked_for(anonymous):
    row = ResultFactory()

    answer = anonymous.get(f"{URL}?fields=engine, id,regime").json()

    assert answer["results"] == [
        {"id": str(row.pk), "engine": "mysql", "regime": "cached"}
    ]


@pytest.mark.parametrize(
    "path", ["engines/", "workloads/", "instance-classes/", "sources/", "campaigns/"]
)
def test_every_list_takes_fields_and_names_one_that_its_rows_have_not(anonymous, path):
    ResultFactory()

    refused = anonymous.get(f"/api/v1/{path}?fields=colour")
    known = anonymous.get(f"/api/v1/{path}").json()["results"][0]
    (name, *_others) = known

    assert refused.status_code == 400
    (error,) = refused.json()["errors"]
    assert error["field"] == "fields"
    assert "colour" in error["message"]
    assert name in error["message"]
    narrowed = anonymous.get(f"/api/v1/{path}?fields={name}").json()["results"]
    assert narrowed[0] == {name: known[name]}


def lists(schema):
    """The path of each list that takes ``fields``, with the keys of its rows."""
    for path, methods in schema["paths"].items():
        asked = methods.get("get", {})
        if "fields" in {each["name"] for each in asked.get("parameters", ())}:
            body = asked["responses"]["200"]["content"]["application/json"]["schema"]
            page = keys.resolved(schema, body)
            row = keys.resolved(schema, page["properties"]["results"]["items"])
            yield path, list(row["properties"])


def fields_of_an_empty(caller, address, known):
    """Unknown ones are named, known ones taken, of a list that has no rows."""
    narrow = "&engine=sqlserver&tool=pgbench" if "workloads" in address else ""
    refused = caller.get(f"{address}?fields=colour{narrow}")
    answered = caller.get(f"{address}?fields={known[0]},{known[-1]}{narrow}")

    assert (refused.status_code, answered.status_code) == (400, 200), address
    (error,) = refused.json()["errors"]
    keys_told = f"There is no such key: colour. Known: {', '.join(known)}."
    assert error["message"] == keys_told, address
    return answered.json()["results"] == []


def test_a_list_without_rows_names_a_key_that_they_would_not_have(staff, schema):
    flat = {path: known for path, known in lists(schema) if "{" not in path}

    empty = {path for path in flat if fields_of_an_empty(staff, path, flat[path])}

    assert set(flat) - empty == {"/api/v1/tokens/"}  # the caller's own
    assert len(empty) > 15


def test_so_does_a_list_below_a_row(client, user, schema):
    run = RunFactory(owner=user)
    webhook = WebhookFactory(owner=user)
    schedule = ScheduleFactory(owner=user)
    submission = SubmissionFactory(owner=user)
    ids = {
        "runs": run.pk,
        "webhooks": webhook.pk,
        "schedules": schedule.pk,
        "submissions": submission.pk,
    }

    below = {path: known for path, known in lists(schema) if "{" in path}

    for path, known in below.items():
        address = path.format(id=ids[path.split("/")[3]])
        fields_of_an_empty(client, address, known)
    assert len(below) == len(ids)


def test_one_row_takes_no_fields(anonymous):
    row = ResultFactory()

    assert anonymous.get(f"{URL}{row.pk}/?fields=id").status_code == 400


@pytest.fixture
def counted(settings, forget, redis_server, monkeypatch):
    """Calls are counted anew, three let through, all of them within one minute."""
    monkeypatch.setattr("portal.web.throttle.time.time", lambda: 1_800_000_018.0)
    settings.API_CALLS_A_MINUTE = 3
    forget()


@pytest.mark.usefixtures("counted")
def test_each_answer_says_how_many_calls_are_left_and_one_too_many_is_refused(
    client, anonymous
):
    answers = [client.get(URL) for _each in range(4)]

    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert [re.search(r"r=(\d+)", each["RateLimit"])[1] for each in answers] == [
        "2", "1", "0", "0",
    ]  # fmt: skip
    assert answers[0]["RateLimit-Policy"] == '"minute";q=3;w=60'
    assert answers[0]["RateLimit"] == '"minute";r=2;t=42'
    assert answers[3]["Retry-After"] == "42"
    assert "too many calls" in answers[3].json()["detail"]
    assert anonymous.get(URL).status_code == 200


@pytest.mark.usefixtures("counted")
def test_addresses_of_one_ipv6_network_count_together(anonymous, monkeypatch):
    monkeypatch.setattr("portal.web.throttle.time.time", lambda: 1_800_000_018.0)

    answers = [
        anonymous.get(URL, REMOTE_ADDR=f"2001:db8:1:2::{number}").status_code
        for number in range(4)
    ]

    assert answers == [200, 200, 200, 429]
    assert anonymous.get(URL, REMOTE_ADDR="2001:db8:1:3::1").status_code == 200


@pytest.mark.usefixtures("counted")
def test_the_next_minute_counts_for_itself(client, monkeypatch):
    monkeypatch.setattr("portal.web.throttle.time.time", lambda: 1_800_000_018.0)
    for _each in range(4):
        client.get(URL)

    monkeypatch.setattr("portal.web.throttle.time.time", lambda: 1_800_000_061.0)

    assert client.get(URL).status_code == 200


@pytest.mark.usefixtures("counted")
def test_all_tokens_of_a_user_count_together(client, reader):
    for _each in range(3):
        client.get(URL)

    assert reader.get(URL).status_code == 429


def test_nothing_is_counted_where_any_number_is_let_through(client, settings):
    settings.API_CALLS_A_MINUTE = 0

    assert "RateLimit" not in client.get(URL)


def test_llms_txt_leads_to_what_is_there(client, anonymous):
    ResultFactory()
    text = anonymous.get("/llms.txt")

    assert text["Content-Type"] == "text/plain; charset=utf-8"
    links = re.findall(r"\]\(http://testserver([^)]+)\)", text.content.decode())
    assert len(links) > 10
    assert {"/api/guide/", "/api/docs/"} <= set(links)
    signed_in = UserFactory()
    for link in links:
        if link != "/api/v1/compare/":  # without a question there is nothing to compare
            anonymous.force_login(signed_in)
            answer = anonymous.get(link)
            assert answer.status_code == 200, link
            b"".join(answer)  # an export holds a place until then
