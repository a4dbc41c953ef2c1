"""A server's address as one line, made into the fields of an endpoint."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.endpoints import address

SECRET = "s3cret"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "mysql://bench:s3cret@db.example:3307/shop?ssl-mode=REQUIRED",
            ("mysql", "db.example", 3307, "bench", SECRET, "shop", "require"),
        ),
        (
            "postgresql://bench:s3cret@db.example/shop?sslmode=verify-full",
            ("postgresql", "db.example", 5432, "bench", SECRET, "shop", "verify-full"),
        ),
        (
            "postgres://bench@[2001:db8::1]:6432/shop",
            ("postgresql", "2001:db8::1", 6432, "bench", None, "shop", None),
        ),
        (
            "mariadb+pymysql://bench:s3cret@db.example",
            ("mariadb", "db.example", 3306, "bench", SECRET, None, None),
        ),
        (
            "jdbc:mysql://db.example:3306/shop?user=bench&password=s3cret&useSSL=false",
            ("mysql", "db.example", 3306, "bench", SECRET, "shop", "disable"),
        ),
        (
            "jdbc:sqlserver://db.example:1433;databaseName=shop;user=sa;password=s3cret;"
            "encrypt=true",
            ("sqlserver", "db.example", 1433, "sa", SECRET, "shop", "require"),
        ),
        (
            "jdbc:sqlserver://db.example:1433;database=shop;user=me@db;password=s3cret;"
            "encrypt=true",
            ("sqlserver", "db.example", 1433, "me@db", SECRET, "shop", "require"),
        ),
        (
            "mysql://bench:s3cret;x@db.example/shop",
            ("mysql", "db.example", 3306, "bench", "s3cret;x", "shop", None),
        ),
        (
            "jdbc:mysql://db.example/shop?useSSL=false&requireSSL=true",
            ("mysql", "db.example", 3306, None, None, "shop", "require"),
        ),
        (
            "mssql://sa:s3cret@db.example/shop",
            ("sqlserver", "db.example", 1433, "sa", SECRET, "shop", None),
        ),
        (
            "mysql://be%40nch:p%2Fq%3A%40r@db.example/sh%20op",
            ("mysql", "db.example", 3306, "be@nch", "p/q:@r", "sh op", None),
        ),
    ],
)
def test_an_address_is_read(text, expected):
    found = address.read(f"  {text}\n")

    assert (
        found.engine,
        found.host,
        found.port,
        found.username,
        found.password,
        found.database,
        found.tls,
    ) == expected
    assert SECRET not in repr(found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("db.example:3306", "starts with one of mysql://"),
        ("http://bench:s3cret@db.example/", "starts with one of mysql://"),
        ("mysql://bench:s3cret@/shop", "with a host"),
        ("mysql://bench:s3cret@db.example:99999/shop", "cannot be read"),
        ("mysql://bench:s3cret@db.example:port/shop", "cannot be read"),
        ("mysql://bench:12/s3cret@db.example/shop", "%2F"),
        ("mysql://bench:12?s3cret@db.example/shop", "%3F"),
        ("mysql://bench:12#s3cret@db.example/shop", "%23"),
        ("postgresql://bench:s3cret@a.example,b.example/shop", "one server"),
        ("mysql://bench:s3cret@[db.example/shop", "cannot be read"),
        ("mysql://" + "s3cret" * 400, "2,000"),
        ("", "starts with one of"),
    ],
)
def test_what_is_wrong_is_told_without_a_word_of_it(text, told):
    with pytest.raises(ValueError, match=told) as refused:
        address.read(text)

    assert SECRET not in str(refused.value)


@given(st.text(max_size=200), st.sampled_from(["", "mysql://", "jdbc:postgresql://"]))
def test_any_text_is_read_or_refused(text, start):
    try:
        found = address.read(f"{start}{text}")
    except ValueError:
        return
    assert 0 <= found.port <= 65_535


texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)
names = st.text(
    st.characters(
        codec="utf-8", exclude_characters=";=(){}<>:\"'", exclude_categories=["Cc"]
    ),
    min_size=1,
    max_size=30,
)


@given(names, texts, names)
def test_what_is_encoded_comes_back(user, password, database):
    user, password, database = (
        each.strip("/") or "x" for each in (user, password, database)
    )
    parts = [quote(each, safe="") for each in (user, password, database)]

    found = address.read("mysql://{}:{}@db.example/{}".format(*parts))

    assert (found.username, found.password, found.database) == (
        user,
        password,
        database,
    )


@pytest.mark.parametrize(
    "text",
    [
        "jdbc:mysql://address=(host=db)(user=u)(password=s3cret)/db",
        "mysql://u%3As3cret@db.example/shop",
        "mysql://u:p@db.example/shop(s3cret)",
        "sqlserver://db.example;password={s3;cret}",
        "mysql://u:s3cret@db.example/shop?host=evil.example",
        "postgresql://u:s3cret@db.example/shop?sslmode=no-verify",
    ],
)
def test_what_might_show_a_password_as_a_name_is_refused_without_a_word_of_it(text):
    with pytest.raises(ValueError, match=r"^(This|Give|The) ") as refused:
        address.read(text)

    assert "s3cret" not in str(refused.value)


def test_a_password_behind_semicolons_is_no_part_of_host_or_database():
    found = address.read("mysql://u:p@127.0.0.1/db;password=s3cret")

    assert (found.host, found.database) == ("127.0.0.1", "db")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mysql://bench@db.example:0/shop", "from 1 to 65,535"),
        (f"mysql://bench@{'h' * 256}/shop", "longer than 255 characters"),
        (f"mysql://bench@db.example/{'d' * 65}", "longer than 64 characters"),
    ],
)
def test_what_no_endpoint_can_hold_is_told_where_it_is_pasted(text, told):
    with pytest.raises(ValueError, match=told):
        address.read(text)


def test_what_an_endpoint_just_holds_is_read():
    found = address.read(f"mysql://bench@{'h' * 255}:65535/{'d' * 64}")

    assert (len(found.host), found.port, len(found.database)) == (255, 65535, 64)
