"""What rows of the database mean to the rules."""

import pytest

from benchruns.comparison.fairness.findings import find
from benchruns.comparison.fairness.results import context_of
from tests.factories import ResultFactory


def of_hammerdb(engine, version, **fields):
    return ResultFactory(
        engine=engine,
        workload="tpcc",
        tool="HammerDB",
        tool_version=version,
        tpm=1000,
        **fields,
    )


@pytest.mark.parametrize(
    ("engine", "version", "profile"),
    [
        ("sqlserver", "2.19", "hammerdb before 4.5"),
        ("sqlserver", "4.4", "hammerdb before 4.5"),
        ("sqlserver", "4.5", "hammerdb"),
        ("sqlserver", "4.12", "hammerdb"),
        ("sqlserver", "", "hammerdb"),
        ("mysql", "2.19", "hammerdb"),
    ],
)
def test_an_older_hammerdb_is_another_load_on_sql_server(db, engine, version, profile):
    assert context_of(of_hammerdb(engine, version)).tpcc_profile == profile


def test_the_published_rows_of_sql_server_are_refused_beside_a_newer_load(db):
    contexts = [
        context_of(of_hammerdb("sqlserver", version)) for version in ("2.19", "4.12")
    ]

    found = {each.code: each for each in find(contexts, baseline=contexts[0].id)}

    assert found["tpcc_profile"].severity == "refused"
