"""Every row of every CSV file is stored as it stands there."""

import json
import re

import pytest

from benchruns.models import (
    Campaign,
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Result,
    Statement,
)
from benchruns.results.published.loader import load
from benchruns.sentences.sentence import rounded
from benchruns.units import GB
from benchruns.workloads.sysbench import BYTES_A_ROW
from tests import published_database
from tests.benchruns.results.published_files import items, number, rows_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker, by=load)


def assert_columns(row, cells, *, texts=(), numbers=()):
    assert [getattr(row, name) for name in texts] == [cells[name] for name in texts]
    assert [getattr(row, name) for name in numbers] == [
        number(cells[name]) for name in numbers
    ]


def test_instance_classes():
    for cells in rows_of("instance_classes.csv"):
        row = InstanceClass.objects.get(
            provider_id=cells["provider"], engine=cells["engine"], code=cells["code"]
        )
        assert_columns(
            row,
            cells,
            texts=("family", "edition", "storage_type", "source_section"),
            numbers=(
                *("vcpus", "memory_gb", "storage_gb"),
                *("max_connections", "iops", "max_records"),
            ),
        )
        assert row.source_id == cells["source"]


def test_campaigns():
    for cells in rows_of("campaigns.csv"):
        row = Campaign.objects.get(slug=cells["slug"])
        assert_columns(
            row,
            cells,
            texts=(
                *("engine", "engine_version", "title", "tool", "tool_version"),
                *("regime_dimension", "client_instance", "client_os", "region"),
                *("zone", "edition", "source_section", "notes"),
            ),
            numbers=("duration_seconds", "client_vcpus", "client_memory_gb"),
        )
        assert row.provider_id == cells["provider"]
        assert row.source_id == cells["source"]
        assert (row.network, row.storage) == (
            cells["network_type"],
            cells["storage_type"],
        )
        assert row.workloads == items(cells["workload"])
        assert row.metrics_published == items(cells["metrics_published"])
        assert row.parameter_settings == json.loads(cells["parameter_settings"])
        assert str(row.published_on or "") == cells["published_on"]


def test_results():
    key = [
        "campaign",
        "class_code",
        "workload",
        "regime",
        "hot_records",
        "source_table",
    ]
    for cells in rows_of("results.csv"):
        row = Result.objects.select_related("campaign", "instance_class").get(
            published_key="/".join(cells[name] for name in key)
        )
        assert row.campaign.slug == cells["campaign"]
        assert row.instance_class.code == cells["class_code"]
        assert (row.regime or "") == cells["regime"]
        assert row.source_id == cells["source"]
        assert row.source_section == cells["source_table"]
        assert row.duration_s == number(cells["duration_seconds"])
        assert_columns(
            row,
            cells,
            texts=("workload", "row_note"),
            numbers=(
                *("tables", "table_size", "scale", "total_records", "hot_records"),
                *("threads", "max_connections", "stress_connections", "iops"),
                *("reads", "writes", "tpm", "batch_requests_per_s"),
            ),
        )
        for figure in ("tps", "qps"):
            printed = number(cells[figure])
            assert (figure in row.derived) == (
                printed is None and getattr(row, figure) is not None
            )
            assert printed is None or getattr(row, figure) == printed


def test_commands():
    for line, cells in enumerate(rows_of("commands.csv"), start=1):
        row = Command.objects.select_related("instance_class").get(number=line)
        assert_columns(
            row,
            cells,
            texts=("tool", "phase", "command", "source_section", "note"),
            numbers=("total_records", "hot_records"),
        )
        assert row.workloads == items(cells["workload"])
        assert row.source_id == cells["source"]
        code = row.instance_class.code if row.instance_class else ""
        assert code == cells["class_code"]
        assert {c.slug for c in row.campaigns.all()} == set(items(cells["campaign"]))


def test_statements():
    for line, cells in enumerate(rows_of("statements.csv"), start=1):
        row = Statement.objects.get(number=line)
        assert_columns(
            row,
            cells,
            texts=(
                *("workload", "script", "sql_type"),
                *("statement", "source_section", "note"),
            ),
            numbers=("seq", "ratio"),
        )
        assert row.source_id == cells["source"]
        assert {c.slug for c in row.campaigns.all()} == set(items(cells["campaign"]))


def test_fairness_conditions():
    for line, cells in enumerate(rows_of("fairness.csv"), start=1):
        row = FairnessCondition.objects.get(number=line)
        assert_columns(
            row, cells, texts=tuple(name for name in cells if name != "source")
        )
        assert row.source_id == cells["source"]


def test_notes():
    for cells in rows_of("notes.csv"):
        row = CampaignNote.objects.get(code=cells["code"])
        assert_columns(row, cells, texts=("title", "text", "source_section"))
        assert {c.slug for c in row.campaigns.all()} == set(items(cells["campaigns"]))


def test_sizes_that_notes_estimate_are_those_that_findings_state():
    """One of a paper said 24 GB where the data check said 23 GB of the same rows."""
    estimate = re.compile(r"The ([\d.]+) million rows .*about (\d+) GB by our estimate")

    told = [
        (float(found[1]) * 1e6 * BYTES_A_ROW / GB, found[2])
        for cells in rows_of("notes.csv")
        if (found := estimate.search(cells["text"]))
    ]

    assert told
    assert [rounded(size) for size, _text in told] == [text for _size, text in told]


def test_no_text_that_pages_show_names_a_file_of_this_project():
    shown = {
        "results.csv": "row_note",
        "commands.csv": "note",
        "statements.csv": "note",
        "campaigns.csv": "notes",
        "notes.csv": "text",
    }
    for file, column in shown.items():
        named = [row[column] for row in rows_of(file) if "samples/" in row[column]]
        assert not named, file
