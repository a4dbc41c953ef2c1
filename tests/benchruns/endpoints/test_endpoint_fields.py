"""What may stand in an endpoint's fields."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.endpoints.fields import (
    clean_host,
    clean_line,
    clean_name,
    clean_password,
)

DANGEROUS = st.sampled_from([",", "=", " ", "\n", "\0", "\t", "\x7f", "\u2028"])


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "db-1.example.com",
        "10.0.0.7",
        "::1",
        "2001:db8::5",
        "db_1",
        "bücher.de",
    ],
)
def test_hosts_and_addresses_are_taken(host):
    assert clean_host(f" {host} ") == host


@pytest.mark.parametrize(
    "host",
    ["", " ", "a,b", "a=b", "a b", "/run", "a/b", "-x", "db:3306", "[::1]", "a'b"],
)
def test_what_is_no_host_is_refused(host):
    with pytest.raises(ValueError, match=r"\w"):
        clean_host(host)


@given(st.text(max_size=5), DANGEROUS, st.text(max_size=5))
def test_no_dangerous_character_passes(before, danger, after):
    text = f"a{before}{danger}{after}z"

    for clean in (clean_host, clean_name):
        with pytest.raises(ValueError, match=r"\w"):
            clean(text)


@pytest.mark.parametrize(
    "name", ["bench", "bench_1", "täst", "o'hara", "a-b", "x;y#z", "a:b", "a//b"]
)
def test_names_are_taken_as_they_are(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "text", ["a\nb", "a\x07", "a\u2028", "a\uffff", "a\ufdd0", "a\ud800", "\U000e0fff"]
)
def test_what_is_no_line_of_text_is_refused(text):
    with pytest.raises(ValueError, match="Give one line of text"):
        clean_line(text)


@pytest.mark.parametrize("text", ["", "shop db", "数据库 \U0001f418", "a\u202eb"])
def test_a_line_of_text_is_taken_as_it_is(text):
    assert clean_line(text) == text


@pytest.mark.parametrize("name", ["", "-x", "both ' and \"", "'\""])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(ValueError, match=r"\w"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["postgresql://elsewhere/db", "postgres://elsewhere", "a://", "://"]
)
def test_a_name_that_a_tool_takes_for_an_address_is_refused(name):
    with pytest.raises(ValueError, match="may not hold '://': the tools would take it"):
        clean_name(name)


@pytest.mark.parametrize(
    "password", ["", " a b ", "it's", 'say "x"', "pass,=;#\\", "密码"]
)
def test_passwords_are_taken_as_they_are(password):
    assert clean_password(password) == password


@pytest.mark.parametrize("password", ["a\nb", "a\rb", "a\0b", "a\tb", "\x1b", "'\""])
def test_a_refused_password_is_not_repeated(password):
    with pytest.raises(ValueError, match=r"\w") as refusal:
        clean_password(f"hunter2{password}")
    assert "hunter2" not in str(refusal.value)
