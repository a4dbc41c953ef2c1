"""Files that cannot be loaded: named by their place, and nothing is stored."""

import shutil

import pytest
from django.core.management import CommandError, call_command

from benchruns.models import CampaignNote, InstanceClass, Provider, Result
from benchruns.results.published.loader import DATA, load

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    """A copy of the files, to be broken."""
    return shutil.copytree(DATA, tmp_path / "data")


def replace(folder, file, old, new):
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


BROKEN = {
    "no_number": (
        ("results.csv", "432922", "4329x22"),
        "results.csv, line 2, column reads: “4329x22” is not a number.",
    ),
    "negative_number": (
        ("results.csv", "432922", "-432922"),
        "results.csv, line 2, column reads: “-432922” is not a number.",
    ),
    "no_whole_number": (
        ("results.csv", "cached,32,25000", "cached,32.5,25000"),
        "results.csv, line 2, column tables: “32.5” is not a whole number.",
    ),
    "version_that_is_none": (
        ("campaigns.csv", "alibaba-cloud,mysql,8.0,", "alibaba-cloud,mysql,n/a,"),
        "campaigns.csv, line 2, column engine_version: Give the version with its number",
    ),
    "code_that_is_none": (
        ("instance_classes.csv", "rds.mysql.t1.small", "../t1"),
        "instance_classes.csv, line 2, column code: Begin with a letter or a digit.",
    ),
    "provider_of_two_words": (
        ("providers.csv", "huawei-cloud", "huawei cloud"),
        "providers.csv, line 3, column slug: Write hyphens in place of blanks.",
    ),
    "unknown_class": (
        ("results.csv", "rds.mysql.t1.small", "rds.mysql.t1.tiny"),
        "results.csv, line 2, column class_code: “rds.mysql.t1.tiny” is not known.",
    ),
    "class_of_another_engine": (
        ("results.csv", "rds.mysql.s2.large", "rds.mssql.s2.large"),
        "results.csv, line 3, column class_code: “rds.mssql.s2.large” is not known.",
    ),
    "unknown_campaign": (
        ("notes.csv", "alibaba-mysql-5.7-hot-row", "alibaba-mysql-5.7-warm-row"),
        "notes.csv, line 4, column campaigns: “alibaba-mysql-5.7-warm-row” is not known.",
    ),
    "unknown_regime": (
        ("results.csv", "oltp_read_write,cached", "oltp_read_write,warm"),
        "results.csv, line 2, column regime: “warm” is not known.",
    ),
    "missing_column": (
        ("results.csv", ",tpm,", ",tpmc,"),
        "results.csv, line 1, column tpm: the column is missing.",
    ),
    "empty_key": (
        ("campaigns.csv", ",sysbench,", ",,"),
        "campaigns.csv, line 2, column tool: the cell may not be empty.",
    ),
    "no_decimal": (
        ("instance_classes.csv", "Edition,1,1,", "Edition,1,one,"),
        "instance_classes.csv, line 2, column memory_gb: “one” is not a number.",
    ),
    "no_date": (
        ("sources.csv", "2022-05-30", "30 May 2022"),
        "sources.csv, line 2, column published_on: “30 May 2022” is not a date.",
    ),
    "no_json": (
        ("campaigns.csv", '"{""sync_binlog""', '"[""sync_binlog""'),
        "campaigns.csv, line 2, column parameter_settings:",
    ),
    "cells_too_many": (
        ("providers.csv", "Huawei Cloud", "Huawei Cloud,more"),
        "providers.csv, line 3, column –: there are more cells than columns.",
    ),
    "cells_too_few": (
        ("providers.csv", ",Huawei Cloud", ""),
        "providers.csv, line 3, column name: the line ends before this cell.",
    ),
    "repeated_key": (
        ("providers.csv", "huawei-cloud,", "alibaba-cloud,"),
        "providers.csv, line 3, column slug: this row repeats the key of line 2.",
    ),
}


@pytest.mark.parametrize(("fault", "message"), BROKEN.values(), ids=BROKEN)
def test_a_fault_is_named_and_nothing_is_stored(folder, fault, message):
    replace(folder, *fault)

    with pytest.raises(CommandError) as error:
        call_command("load_published", folder=folder)

    assert message in str(error.value)
    assert not Provider.objects.exists()
    assert not InstanceClass.objects.exists()
    assert not Result.objects.exists()


def test_the_line_after_a_cell_of_two_lines_is_named_by_its_start(folder):
    replace(folder, "providers.csv", "Alibaba Cloud", '"Alibaba\nCloud"')
    replace(folder, "providers.csv", ",Huawei Cloud", "")

    with pytest.raises(CommandError, match=r"providers\.csv, line 4, column name"):
        call_command("load_published", folder=folder)


def test_a_missing_file_is_named(folder):
    (folder / "fairness.csv").unlink()

    with pytest.raises(CommandError, match=r"fairness\.csv"):
        call_command("load_published", folder=folder)


def test_a_file_in_another_encoding_is_named(folder):
    (folder / "statements.csv").write_bytes(b"workload\n\xff\xfe\n")

    with pytest.raises(CommandError, match=r"statements\.csv"):
        call_command("load_published", folder=folder)


def test_a_fault_in_the_last_file_leaves_an_earlier_load_as_it_was(folder):
    load()
    replace(folder, "results.csv", "432922", "432923")
    replace(folder, "notes.csv", "F15,", ",")

    with pytest.raises(CommandError, match=r"notes\.csv, line 2, column code"):
        call_command("load_published", folder=folder)

    assert Result.objects.filter(reads=432922).exists()
    assert CampaignNote.objects.filter(code="F15").exists()


def test_a_changed_cell_is_loaded_under_the_same_id(folder):
    load()
    before = Result.objects.get(reads=432922)
    replace(folder, "results.csv", "432922", "432908")

    loaded = load(folder)

    after = Result.objects.get(pk=before.pk)
    assert loaded.changed == 1
    assert after.reads == 432908
    assert after.tps == 432908 / 840
    assert [finding["code"] for finding in after.findings] == ["reads_writes_ratio"]
