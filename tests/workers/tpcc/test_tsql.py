"""The SQL of SQL Server parses as T-SQL, and planted errors are found."""

import logging
import re

import pytest
from sqlfluff.core import Linter

from workers.tools.tpcc import schema, sql_files
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Profile

TEXTS = {
    **{
        path.name: path.read_text()
        for folder in ("sqlserver", "consistency")
        for path in sorted((sql_files.FOLDER / folder).glob("*.sql"))
    },
    **{
        f"{kind} of {profile}": sql_files.routine("sqlserver", kind, profile)
        for kind in Kind
        for profile in Profile
    },
}
# What came after SQL Server 2008 R2: 2012, 2014, 2016, 2017, 2022.
TOO_NEW = re.compile(
    r"\b(THROW|CONCAT|I{2}F|CHOOSE|FORMAT|TRY_CAST|TRY_CONVERT|SEQUENCE|FETCH\s+NEXT"
    r"|CREATE\s+OR\s+ALTER|DROP\s+\w+\s+IF\s+EXISTS|STRING_AGG|STRING_SPLIT|TRIM"
    r"|CONCAT_WS|GREATEST|LEAST|GENERATE_SERIES)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def unparsed():
    """A function: what of a text is no T-SQL, as far as sqlfluff can tell.

    It takes an unknown word for a procedure called without EXEC, which T-SQL allows in
    the first statement of a batch only; our texts have none.
    """
    logging.getLogger("sqlfluff").setLevel(logging.WARNING)
    linter = Linter(dialect="tsql")

    def read(text):
        parsed = linter.parse_string(text)
        found = [str(violation) for violation in parsed.violations]
        if found:
            return found
        calls = parsed.tree.recursive_crawl("execute_script_statement")
        return [call.raw for call in calls if not call.raw.startswith("EXEC")]

    return read


def without_comments(text):
    return re.sub(r"--.*", "", text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_text_parses_and_is_old_enough(unparsed, text):
    assert unparsed(text) == []
    assert TOO_NEW.search(without_comments(text)) is None


def test_statistics_are_those_of_all_rows():
    text = without_comments((sql_files.FOLDER / "sqlserver/statistics.sql").read_text())
    updates = re.findall(r"UPDATE STATISTICS dbo\.(\w+) WITH FULLSCAN;", text)

    assert sorted(updates) == sorted(schema.expected_rows(1))


def test_all_texts_are_looked_at():
    assert len(TEXTS) == 5 + 4 + 5 * 2


def test_every_mark_names_a_profile_and_ends():
    """A name that none has would leave its lines out of both."""
    for path in sql_files.FOLDER.rglob("routines/*.sql"):
        marks = re.findall(r"^\s*-- (profile .*|both .*)$", path.read_text(), re.M)

        assert {*marks} <= {"profile hammerdb", "profile spec", "both profiles"}, path
        if marks and path.parts[-3:] != ("postgresql", "routines", "neword.sql"):
            assert marks[-1] == "both profiles", path


MISSING_END = (r"\nEND\n?\Z", "\n")
MISSPELT = (r"\bWHERE\b", "XHERE")
OPEN = (r"CAST\(|COUNT\(", "COUNT((")


@pytest.mark.parametrize(
    ("kind", "planted"),
    [
        (Kind.NEWORD, OPEN),
        (Kind.PAYMENT, MISSPELT),
        (Kind.DELIVERY, MISSING_END),
        (Kind.OSTAT, OPEN),
        (Kind.OSTAT, MISSING_END),
        (Kind.SLEV, MISSPELT),
    ],
    ids=[
        *["neword parenthesis", "payment where", "delivery end", "ostat parenthesis"],
        *["ostat end", "slev where"],
    ],
)
def test_a_planted_error_is_found(unparsed, kind, planted):
    right, wrong = planted
    routine = sql_files.routine("sqlserver", kind, Profile.HAMMERDB)

    broken, count = re.subn(right, wrong, routine, count=1)

    assert count == 1
    assert unparsed(broken)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("profile", Profile)
def test_a_routine_states_what_it_relies_on(kind, profile):
    text = sql_files.routine("sqlserver", kind, profile)

    assert f"CREATE PROCEDURE dbo.{kind.upper()}\n" in text
    for statement in (
        "SET NOCOUNT ON;",
        "SET XACT_ABORT ON;",
        "BEGIN TRY",
        "END CATCH",
    ):
        assert text.count(statement) == 1
    assert text.count("BEGIN TRANSACTION;") == 1
    assert text.index("COMMIT TRANSACTION;") < text.index("BEGIN CATCH")


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        *[(Kind.PAYMENT, name) for name in ("c_ytd_payment", "c_payment_cnt")],
        (Kind.DELIVERY, "c_delivery_cnt"),
        *[(Kind.NEWORD, name) for name in ("s_ytd", "s_order_cnt", "s_remote_cnt")],
    ],
)
def test_only_the_profile_spec_keeps_all_counts(kind, column):
    update = f"{column} = {column} + "

    assert update not in sql_files.routine("sqlserver", kind, Profile.HAMMERDB)
    assert update in sql_files.routine("sqlserver", kind, Profile.SPEC)


@pytest.mark.parametrize("profile", Profile)
def test_an_update_without_its_row_fails_the_transaction(profile):
    checked = r"UPDATE dbo\.{}\b[^;]*;\n *IF @@ROWCOUNT = 0\n *RAISERROR \(N'"
    neword = sql_files.routine("sqlserver", Kind.NEWORD, profile)
    delivery = sql_files.routine("sqlserver", Kind.DELIVERY, profile)

    assert re.search(checked.format("stock"), neword)
    for table in ("orders", "order_line", "customer"):
        assert re.search(checked.format(table), delivery)
    loop = delivery[delivery.index("WHILE") : delivery.index("SELECT TOP")]
    assert {"@o_id", "@c_id", "@total"} == set(re.findall(r"SET (@\w+) = NULL;", loop))


@pytest.mark.parametrize("profile", Profile)
def test_an_order_without_lines_has_a_row_and_waits_for_no_district(profile):
    ostat = sql_files.routine("sqlserver", Kind.OSTAT, profile)

    assert "AS one\n        LEFT OUTER JOIN dbo.order_line\n" in ostat
    assert "dbo.district" not in ostat


@pytest.mark.parametrize("profile", Profile)
def test_a_payment_changes_the_warehouse_last(profile):
    payment = sql_files.routine("sqlserver", Kind.PAYMENT, profile)

    changed = re.findall(r"UPDATE dbo\.(\w+)|INSERT INTO dbo\.(\w+)", payment)
    assert ["".join(pair) for pair in changed] == [
        "customer",
        "district",
        "warehouse",
        "history",
    ]


def test_locks_and_plans_are_those_of_hammerdb():
    def text(kind):
        return sql_files.routine("sqlserver", kind, Profile.HAMMERDB)

    assert "FROM dbo.new_order WITH (SERIALIZABLE, UPDLOCK)" in text(Kind.DELIVERY)
    assert text(Kind.PAYMENT).count("FROM dbo.customer WITH (REPEATABLEREAD)") == 2
    assert text(Kind.OSTAT).count("FROM dbo.customer WITH (REPEATABLEREAD)") == 2
    assert "OPTION (LOOP JOIN, MAXDOP 1)" in text(Kind.SLEV)
