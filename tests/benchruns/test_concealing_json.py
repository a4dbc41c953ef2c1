"""What is taken out of JSON: it stays JSON, of the same shape, with all its figures."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns.parsers.concealing.concealing import conceal
from benchruns.parsers.kept_text import read_to_keep
from tests.benchruns.report_cases.case import all_cases
from tests.benchruns.test_text_places import HARMLESS as NO_PLACES
from tests.benchruns.test_text_places import PLACES
from tests.benchruns.test_text_secrets import HARMLESS as NO_SECRETS
from tests.benchruns.test_text_secrets import SECRETS
from tests.examples import few_or
from tests.growth import is_in_proportion

JSON_REPORTS = [
    case
    for case in all_cases()
    if case.path.startswith(("hammerdb/", "benchbase/"))
    and case.path.endswith(".json")
    and not case.refused
]
PRIVATE = {
    "connection": {
        "pg_host": "Pl4ce", "pg_port": 5432, "port": 5432, "pg_user": None,
        "password": 12345, "pg_pass": "S3cret", "token": None, "secret": "S3cret",
    }
}  # fmt: skip


@pytest.mark.parametrize("case", JSON_REPORTS, ids=lambda case: case.path)
def test_a_report_is_read_whatever_kind_of_value_names_its_server(case):
    text = json.dumps({**json.loads(case.text), **PRIVATE})

    kept = read_to_keep(text)

    assert kept.report == read_to_keep(case.text).report
    assert json.loads(kept.text)["connection"] == {
        **dict.fromkeys(PRIVATE["connection"], "***"),
        "pg_user": None,
        "token": None,
    }
    assert kept.is_changed


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": "password=", "b": "c"}, {"a": "password=", "b": "c"}),
        (
            {"log": "host=Pl4ce\nthreads=8\npassword=S3cret\n"},
            {"log": "host=***\nthreads=8\npassword=***\n"},
        ),
        (
            {"args": ["mysql", "-pS3cret", "-e", "select 1"]},
            {"args": ["mysql", "-p***", "-e", "select 1"]},
        ),
        (
            ["--mysql-password", "S3cret", "--threads", 8],
            ["--mysql-password", "***", "--threads", 8],
        ),
        (["--password", "S3cret or not"], ["--password", "***"]),
        ({"jobdict": '{"pg_pass": "S3cret"}'}, {"jobdict": '{"pg_pass": "***"}'}),
        (
            [{"name": "PGPASSWORD", "value": "S3 cret"}, {"name": "T", "value": "8"}],
            [{"name": "PGPASSWORD", "value": "***"}, {"name": "T", "value": "8"}],
        ),
        (
            [{"ParameterValue": 12, "ParameterName": "DbPassword"}],
            [{"ParameterValue": "***", "ParameterName": "DbPassword"}],
        ),
        ({"Value": "Pl4ce", "Key": "PGHOST"}, {"Value": "***", "Key": "PGHOST"}),
        (
            {"args": ["go-tpc", "tpcc", "-d", "mysql", "-p", "S3cret", "-T", "8"]},
            {"args": ["go-tpc", "tpcc", "-d", "mysql", "-p", "***", "-T", "8"]},
        ),
        (
            {"Env": ["PGPASSWORD=S3cret", "PW=S3cret"], "pw": "S3cret"},
            {"Env": ["PGPASSWORD=***", "PW=***"], "pw": "***"},
        ),
        ({"password": ["S3cret", 1, None]}, {"password": ["***", "***", None]}),
        ({"password": {"value": "S3cret", "n": 5}}, {"password": {"value": "***", "n": "***"}}),
        (
            {"db": {"credentials": [{"user": "S3cret", "old": ["S3cret", None]}]}},
            {"db": {"credentials": [{"user": "***", "old": ["***", None]}]}},
        ),
        ({"pass": {"value": "S3cret", "n": 5}}, {"pass": {"value": "***", "n": 5}}),
        ({"password_policy": {"level": "LOW"}}, {"password_policy": {"level": "LOW"}}),
        ({"validate_password": {"level": "LOW"}}, {"validate_password": {"level": "LOW"}}),
        (["AKIAS3CRETS3CRETS3CR", "eyJhbGciOi.eyJzdWIi.S3cret"], ["***", "***"]),
        ({"mysql://u:S3cret@db": 1}, {"mysql://***": 1}),
        (
            {"key": "-----BEGIN PRIVATE KEY-----\nS3\ncret", "x": "host=a"},
            {"key": "-----BEGIN PRIVATE KEY-----\n***", "x": "host=***"},
        ),
        ({"cpu": {"user": 70.7}, "pass": 3}, {"cpu": {"user": 70.7}, "pass": 3}),
        ([["diset", "tpcc", "pg_pass", "{S3cret", "x}"]], [["***"] * 5]),
    ],
)  # fmt: skip
def test_texts_are_looked_at_as_they_read(given, expected):
    assert json.loads(conceal(json.dumps(given)).text) == expected


def test_what_stays_is_not_written_anew():
    text = '{ "nopm" : 1.50e3,\n\t"password":"S3cret", "caf\\u00e9": "é" }'

    assert conceal(text).text == text.replace("S3cret", "***")


_WORDS = st.sampled_from([*PLACES, *SECRETS, *NO_PLACES, *NO_SECRETS]) | st.text(
    max_size=12
)
_NAMES = st.sampled_from(
    ["password", "pg_pass", "pg_port", "port", "mysql_host", "token", "nopm", "pass"]
)
_DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _WORDS,
    lambda inside: (
        st.lists(inside, max_size=5)
        | st.dictionaries(_NAMES | _WORDS, inside, max_size=4)
        | inside.map(json.dumps)
    ),
    max_leaves=12,
).filter(lambda document: isinstance(document, dict | list))


def shape(value):
    """What must be the same before and after: all but texts, and numbers under names."""
    if isinstance(value, dict):
        return [shape(each) for each in value.values()]
    if isinstance(value, list):
        return [shape(each) for each in value]
    return "scalar" if isinstance(value, str | int | float) else value


@settings(max_examples=few_or(100, few=25), deadline=None)
@given(_DOCUMENTS, st.sampled_from([None, 1]), st.booleans())
def test_json_stays_json_of_the_same_shape(document, indent, is_ascii):
    text = json.dumps(document, indent=indent, ensure_ascii=is_ascii)

    once = conceal(text)

    pairs = json.JSONDecoder(object_pairs_hook=lambda pairs: [v for _k, v in pairs])
    assert shape(pairs.decode(once.text)) == shape(pairs.decode(text))
    assert conceal(once.text) == type(once)(once.text, 0, 0)


@pytest.mark.parametrize(
    "document",
    [
        lambda size: [f"host={each}" for each in range(size)],
        lambda size: [["mysql", "-px"]] * size,
        lambda size: {f"k{each}": {"port": each} for each in range(size)},
        lambda size: ["-----begin private key-----\nx", *["host=x"] * size],
    ],
    ids=["texts", "commands", "ports", "keys"],
)
def test_time_grows_no_faster_than_the_document(document):
    assert is_in_proportion(lambda size: conceal(json.dumps(document(size))), 4_000)
