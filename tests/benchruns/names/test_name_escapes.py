"""Names as parts of addresses: none is lost, ordinary ones stay as they are."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.engines import ENGINES
from benchruns.names.class_words import ClassKey, class_word, read_class_word
from benchruns.names.escapes import escaped, unescaped

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
ENGINE = st.sampled_from(sorted(ENGINES))


@given(name=NAMES)
def test_any_name_comes_back_as_it_was(name):
    assert unescaped(escaped(name)) == name


@given(name=NAMES)
def test_nothing_that_ends_or_walks_along_a_path_is_left(name):
    assert not re.search(r"[/\\?#;%@\x00-\x1f\x7f]", escaped(name))
    assert escaped(name) not in ("", ".", "..")


@pytest.mark.parametrize(
    "name",
    [
        "8.0",
        "2008-r2",
        "rds.mysql.c1.xlarge",
        "general-1:2-2vcpu-4gb",
        "阿里云",
        "عربي",
    ],
)
def test_an_ordinary_name_stays_as_it_is(name):
    assert escaped(name) == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("4c/16g", "4c~2F16g"),
        ("..", "~2E~2E"),
        ("%2f", "~252f"),
        ("", "~"),
        ("~", "~7E"),
    ],
)
def test_the_rest_is_written_by_its_bytes(name, text):
    assert escaped(name) == text


@pytest.mark.parametrize("text", ["8.0~ubu", "8.0~deb12", "~FF", "a~"])
def test_a_sign_that_begins_no_escape_stands_for_itself(text):
    assert unescaped(text) == text


@pytest.mark.parametrize("text", ["a~00", "\0"])
def test_what_no_database_holds_is_no_name(text):
    with pytest.raises(ValueError, match="NUL"):
        unescaped(text)


@given(provider=NAMES.filter(bool), engine=ENGINE, code=NAMES.filter(bool))
def test_the_word_of_any_class_names_it_alone(provider, engine, code):
    key = ClassKey(provider=provider, engine=engine, code=code)
    word = class_word(key)

    assert read_class_word(word) == key
    assert word.count("/") == 2
    assert "@" not in word
    assert not word.split("/")[2].startswith(":")


def test_a_word_may_hold_the_code_as_people_write_it():
    key = ClassKey(provider="acme", engine="mysql", code="4C/16G")

    assert read_class_word("acme/mysql/4C/16G") == key
    assert class_word(key) == "acme/mysql/4C~2F16G"


@pytest.mark.parametrize("word", ["", "a", "a/mysql", "a/mysql/", "/mysql/x", "a/b/c"])
def test_what_names_no_class_is_told(word):
    assert read_class_word(word) is None
