"""What the probe asks SQL Server is whole T-SQL, by a parser that knows it."""

import re

import pytest
from sqlfluff.core import FluffConfig, Linter

from workers.engines.sqlserver import statements as sql

PLACES = {
    "space": "benchbook_0123abcd",
    "mark": "benchbook_0123abcd",
    "database": sql.prefix("benchbook_0123abcd"),
    "table": sql.table("sbtest1", "benchbook_0123abcd"),
    "names": sql.listed(["sbtest1", "sbtest2"]),
    "key": sql.column("id"),
    "column": sql.column("k"),
    "first_id": "0",
    "most": "10",
    "id": "1",
}
NAMES = sorted(path.stem for path in sql.FOLDER.glob("*.sql"))


def problems_of(text):
    linter = Linter(config=FluffConfig(overrides={"dialect": "tsql"}))
    parsed = linter.parse_string(text)
    tree = parsed.root_variant().tree
    unparsable = [part.raw for part in tree.recursive_crawl("unparsable")]
    return [str(each) for each in parsed.violations] + unparsable


def test_there_are_statements():
    assert {"properties", "counters", "rights", "drop_workspace"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_is_whole(name):
    places = PLACES | ({"table": "sbtest1"} if name == "drop_marked_table" else {})

    assert problems_of(sql.statement(name, **places)) == []


def test_the_batch_that_drops_a_workspace_is_whole():
    whole = sql.statement("drop_workspace", **PLACES)
    (batch,) = re.findall(r"EXEC \(N'([^']*)'\)", whole)

    assert problems_of(batch) == []
    assert problems_of(batch.replace("ROLLBACK", "ROLL BACK"))


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_that_lost_a_word_is_caught(name):
    whole = sql.statement(name, **PLACES)
    broken = whole
    for word in ("SELECT", "DATABASE", "CREATE TABLE"):
        broken = broken.replace(word, f"{word[:2]} {word[2:]}", 1)

    assert problems_of(broken)


def test_only_names_of_ours_reach_a_statement():
    with pytest.raises(ValueError, match="table"):
        sql.listed(["a'; --"])
    with pytest.raises(ValueError, match="workspace"):
        sql.prefix("master")
