"""Secrets in uploaded texts are blanked, and nothing else is."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns import parsers
from benchruns.parsers.secrets.guard import Blanked, blank_secrets
from tests.benchruns.parsers.secret_texts import FORMS, HARMLESS, NAMES, SECRETS
from tests.examples import few_or
from tests.growth import is_in_proportion
from tests.samples import SAMPLES

MARKED = "do-not-keep"  # stands in a sample on purpose
LINES = "[ 1s ] thds: 2 tps: 919.76\n" * 450
TEXTS = [*SECRETS, *HARMLESS]


def test_each_secret_is_blanked_and_what_is_around_it_stays():
    assert {text: blank_secrets(text).text for text in SECRETS} == SECRETS
    assert {text for text in SECRETS if not blank_secrets(text).count} == set()


def test_each_secret_is_found_wherever_it_stands_in_a_long_text():
    lines = [text for text in SECRETS if text[0] not in "{["]  # a document is whole
    text = LINES.join(["", *(f"{line}\n" for line in lines), ""])

    expected = LINES.join(["", *(f"{SECRETS[line]}\n" for line in lines), ""])
    assert blank_secrets(text).text == expected


def test_a_secret_of_any_name_is_blanked_in_any_form():
    texts = [form.format(name) for form in FORMS for name in NAMES]

    assert [text for text in texts if "S3cret" in blank_secrets(text).text] == []


def test_what_is_no_secret_stays():
    assert {text: blank_secrets(text) for text in HARMLESS} == {
        text: Blanked(text) for text in HARMLESS
    }


def test_nothing_else_is_blanked_in_any_sample():
    for path in (p for p in SAMPLES.rglob("*") if p.is_file()):
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue

        assert blank_secrets(text).text == text.replace(MARKED, "***"), path


_PIECES = st.sampled_from(
    [*TEXTS, "password=", '"', "'", "\\", "\n", " ", "-p", "mysql ", "://",
     ":x@", "***", '\\"', "{", "}", "</", "=", "&", "\0"]
) | st.text(max_size=8)  # fmt: skip


@settings(max_examples=few_or(300, few=50), deadline=None)
@given(st.lists(_PIECES, max_size=12).map("".join))
def test_blanking_twice_changes_nothing(text):
    once = blank_secrets(text)

    assert blank_secrets(once.text) == Blanked(once.text)


_KEYS = st.sampled_from(["password", "pg_pass", "port", "token", "nopm", "pass"])
_DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(TEXTS),
    lambda inside: (
        st.lists(inside, max_size=5)
        | st.dictionaries(_KEYS | st.sampled_from(TEXTS), inside, max_size=4)
        | inside.map(json.dumps)
    ),
    max_leaves=12,
).filter(lambda document: isinstance(document, dict | list))


def shape(value):
    """What must be the same before and after: all but texts and numbers."""
    if isinstance(value, list):
        return [shape(each) for each in value]
    return "scalar" if isinstance(value, str | int | float) else value


@settings(max_examples=few_or(100, few=25), deadline=None)
@given(_DOCUMENTS, st.sampled_from([None, 1]), st.booleans())
def test_json_stays_json_of_the_same_shape(document, indent, is_ascii):
    text = json.dumps(document, indent=indent, ensure_ascii=is_ascii)

    once = blank_secrets(text)

    pairs = json.JSONDecoder(object_pairs_hook=lambda pairs: [v for _k, v in pairs])
    assert shape(pairs.decode(once.text)) == shape(pairs.decode(text))
    assert blank_secrets(once.text) == Blanked(once.text)


@pytest.mark.parametrize(
    "pieces",
    [
        ["password", "password=", "password>", '\\"pass', "=", "_pass ", "_", "a_", "a"],
        ["password=$(", "password=`", "password=''a", 'password="""', "password=\\\na"],
        ["password: [", "password: {\n", "password:\n  ", "password | ", "password\t"],
        ["mysql ", "-", " -p", "--a-", "'mysql', ", "sshpass -v ", "go-tpc -p\\\n", "; "],
        ["curl -u ", "-u a:", "a:b@", "://", ":5432:", "login a ", "setx ", "machine "],
        ["pass from a ", "value ", "value: x\nname: ", "name: password\nvalue", "mysql_"],
        ["identified by ", "set password to ", "connect(", "connect('a',", "password for "],
        ["<password>", "<a ", "<", "<name>password</name>", '"', "\\", 'a"a', "[[", "{'"],
        ["gh", "ghp_", "xoxb-a", "SG.a", "bb_", "eyJabcdefg.eyJ", "AKIAA"],
        ["-----begin private key-----"],
        ["mysql -u a -p b\n", "mysql -u a -pb; ", "go-tpc -p b | x\n", "--password b\n"],
    ],
)  # fmt: skip
def test_time_grows_no_faster_than_the_text(pieces):
    def blank(size):
        for piece in pieces:
            blank_secrets(piece * (size // len(piece)) + " password=x")

    assert is_in_proportion(blank, few_or(60_000, few=8_000))


def test_no_pattern_repeats_a_group_possessively():
    """Python before 3.11.5 gives back characters there; an atomic group does not."""
    folder = Path(parsers.__file__).parent
    texts = {path: path.read_text() for path in folder.rglob("*.py")}

    assert [
        path for path, text in texts.items() if ")*+" in text or ")++" in text
    ] == []
