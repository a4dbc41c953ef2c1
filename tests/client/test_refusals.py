"""What cannot be done is said in a sentence, with the exit code of its kind."""

import re

import httpx
import pytest

from benchbook_client import follow
from benchbook_client.api import operations, transport
from benchbook_client.api.transport import Api
from benchbook_client.configuration import Configuration
from benchbook_client.errors import BadInput, Failed, NotFound, Unreachable
from benchruns.models import Run
from local import ports
from tests.factories import EndpointFactory, ResultFactory, RunFactory
from tests.portal.api.rows import climbed

SECRET = "bb_secret"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(transport, "PAUSES_SECONDS", (0.0, 0.0))


def called(*answers):
    """What is made of these answers, one after the other, and the requests."""
    left, seen = list(answers), []

    def answer(request):
        seen.append(request)
        return left.pop(0)

    configuration = Configuration(url="http://bench.example", token=SECRET)
    with Api(configuration, transport=httpx.MockTransport(answer)) as api:
        return api.call(operations.NEW_RUN, body={"endpoint": "x"}), seen


def test_a_body_that_is_refused_names_each_field(benchbook, user):
    EndpointFactory(owner=user, name="shop", checked=True)

    answer = benchbook(
        "run", "shop", "oltp_read_write", "-p", "threads=x", "-p", "no=1"
    )

    assert answer.exit_code == 2
    assert "parameters.threads: " in answer.stderr
    assert "parameters.no: " in answer.stderr
    assert answer.stdout == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "shop", "tpcc"], "No endpoint is called 'shop'"),
        (["run", "shop", "tpcc", "-p", "threads"], "is no name=value"),
        (["run", "shop", "tpcc", "--fail-if-slower-than", "5%"], "add --wait"),
        (["run", "shop", "tpcc", "--wait", "--fail-if-slower-than", "x"], "percentage"),
        (["run", "shop", "tpcc", "--wait", "--figure", "tps"], "go with"),
        (["watch", "4f8b0f0e-0000-4000-8000-000000000000"], "is no run and no sweep"),
        (["results", "--engine", "access"], "access"),
        (["sweep", "shop", "tpcc"], "Missing option"),
        (["no-such-command"], "No such command"),
        (["watch", "."], "'.' is no id"),
        (["compare", ".."], "'..' is no id"),
        (["compare", ""], "'' is no id"),
    ],
)
def test_bad_input_exits_with_2(benchbook, words, sentence):
    answer = benchbook(*words)

    assert answer.exit_code == 2
    assert re.search(sentence, " ".join(answer.stderr.split())), answer.stderr
    assert answer.stdout == ""


LIMIT = ("--fail-if-slower-than", "5%", "--figure")


def test_a_figure_that_a_load_does_not_yield_is_refused_before_the_wait(
    benchbook, user, monkeypatch
):
    """Of a run and a sweep that would never end here, and before one is made."""
    endpoint = EndpointFactory(owner=user, name="shop", checked=True)
    run = RunFactory(owner=user, endpoint=endpoint)
    sweep = climbed(user, threads=(1, 2), tps=(500.0, 900.0))
    row = ResultFactory()
    monkeypatch.setattr(follow, "run", None)
    monkeypatch.setattr(follow, "sweep", None)
    before = Run.objects.count()

    for words in (
        ("watch", run.pk),
        ("watch", sweep.pk),
        ("run", "shop", "oltp_read_write", "--wait"),
        ("sweep", "shop", "oltp_read_write", "--threads", "1,2", "--wait"),
        ("reproduce", "shop", row.pk, "--wait"),
    ):
        answer = benchbook(*words, *LIMIT, "nopm")
        assert (words, answer.exit_code) == (words, 2), answer.output
        assert "yields no 'nopm': it is none of tps, qps, latency_p95_ms" in " ".join(
            answer.stderr.split()
        )
    unknown = benchbook("watch", run.pk, *LIMIT, "tsp")
    assert (unknown.exit_code, "'tsp' is none of" in unknown.stderr) == (2, True)
    assert Run.objects.count() == before


def test_with_a_figure_a_wrong_word_is_refused_as_it_is_without_one(benchbook, user):
    endpoint = EndpointFactory(owner=user, name="shop", checked=True)
    run = RunFactory(owner=user, endpoint=endpoint)

    for words in (("reproduce", "shop", run.pk), ("run", "shop", "")):
        plain = benchbook(*words, "--wait", *LIMIT[:2])
        answer = benchbook(*words, "--wait", *LIMIT, "tps")
        assert (plain.exit_code, answer.exit_code) == (2, 2)
        assert answer.stderr == plain.stderr


def test_a_wrong_token_exits_with_2_and_is_not_shown(benchbook):
    answer = benchbook("endpoints", BENCHBOOK_TOKEN="bb_wrong")

    assert answer.exit_code == 2
    assert "bb_wrong" not in answer.output


def test_without_a_token_it_says_where_to_get_one(benchbook):
    answer = benchbook("endpoints", BENCHBOOK_TOKEN="")

    assert answer.exit_code == 2
    assert "Set BENCHBOOK_TOKEN" in answer.stderr


def test_a_server_that_does_not_answer_exits_with_3(benchbook):
    answer = benchbook("endpoints", BENCHBOOK_URL=f"http://127.0.0.1:{ports.choose()}")

    assert answer.exit_code == 3
    assert "does not answer" in answer.stderr


def test_a_call_is_repeated_with_its_key_where_the_way_was_broken():
    run, seen = called(httpx.Response(502), httpx.Response(201, json={"id": "1"}))

    assert run == {"id": "1"}
    assert len({request.headers["Idempotency-Key"] for request in seen}) == 1
    assert len(seen) == 2


def test_it_waits_where_there_is_room_soon_and_says_where_not():
    problem = {"detail": "500 runs wait.", "errors": []}
    soon = httpx.Response(429, json=problem, headers={"Retry-After": "0"})
    late = httpx.Response(429, json=problem, headers={"Retry-After": "7200"})

    assert called(soon, httpx.Response(201, json={"id": "1"}))[0] == {"id": "1"}
    with pytest.raises(Unreachable, match="500 runs wait"):
        called(late)


def test_a_token_follows_no_redirect():
    with pytest.raises(BadInput, match="leads on to http://elsewhere"):
        called(httpx.Response(301, headers={"Location": "http://elsewhere.example"}))


def test_what_is_no_benchbook_is_told():
    with pytest.raises(Failed, match="address of a Benchbook"):
        called(httpx.Response(200, text="<html>"))


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"status_code": 404, "json": {"detail": "Not Found"}}, NotFound),
        ({"status_code": 400, "json": {"detail": "No", "errors": "none"}}, BadInput),
        ({"status_code": 200, "text": "[" * 200_000}, Failed),
    ],
    ids=["not found", "bad", "deep"],
)
def test_what_another_service_answers_is_told(said, kind):
    with pytest.raises(kind):
        called(httpx.Response(**said))


def test_an_answer_that_cannot_be_unpacked_is_none():
    packed = [
        httpx.Response(
            200,
            headers={"Content-Encoding": "gzip"},
            stream=httpx.ByteStream(b"not packed"),
        )
        for _each in range(3)
    ]

    with pytest.raises(Unreachable, match="does not answer"):
        called(*packed)


@pytest.mark.parametrize(
    "given",
    [
        {"body": {"threads": float("nan")}},
        {"body": {"name": "\udcff"}},
        {"key": "é"},
        {"key": ""},
    ],
    ids=["not a number", "no UTF-8", "no ASCII", "empty"],
)
def test_what_cannot_be_sent_is_bad_input(given):
    configuration = Configuration(url="http://bench.example", token=SECRET)
    with Api(configuration) as api, pytest.raises(BadInput):
        api.call(operations.NEW_RUN, **given)


def test_one_that_is_away_is_told_whatever_answers_in_its_place():
    away = [httpx.Response(503, json={"detail": "No upstream"}) for _each in range(3)]

    with pytest.raises(Unreachable, match="No upstream"):
        called(*away)


def test_a_program_that_breaks_on_an_answer_is_no_regression(benchbook, monkeypatch):
    monkeypatch.setattr(Api, "call", lambda *_values, **_named: {})

    answer = benchbook("results")

    assert answer.exit_code == 3
    assert "none of a Benchbook's (KeyError" in answer.stderr


def test_the_next_page_is_asked_at_the_own_address():
    pages = [
        {"results": [1], "next": "http://elsewhere.example/?cursor=abc"},
        {"results": [2], "next": None},
    ]
    seen = []

    def answer(request):
        seen.append(request.url)
        return httpx.Response(200, json=pages.pop(0))

    configuration = Configuration(url="http://bench.example", token=SECRET)
    with Api(configuration, transport=httpx.MockTransport(answer)) as api:
        assert list(api.pages(operations.RESULTS, {"engine": "mysql"})) == [1, 2]
    assert {url.host for url in seen} == {"bench.example"}
    assert dict(seen[1].params) == {"engine": "mysql", "cursor": "abc"}
