"""Loading the published figures, and what is stored then."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from django.forms.models import model_to_dict

from benchruns.models import (
    Campaign,
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Provider,
    Result,
    Source,
    Statement,
)
from benchruns.results.published.loader import load
from tests import published_database
from tests.benchruns.results.published_files import rows_of
from tests.submission_factories import SubmittedResultFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

KINDS = (
    Provider,
    Source,
    InstanceClass,
    Campaign,
    Result,
    Command,
    Statement,
    FairnessCondition,
    CampaignNote,
)


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker, by=load)


def everything():
    """All rows with all columns, created_at and links to campaigns too."""
    return {
        kind: {
            row.pk: (model_to_dict(row), getattr(row, "created_at", None))
            for row in kind.objects.all()
        }
        for kind in KINDS
    }


def test_every_kind_is_stored_in_full():
    assert [kind.objects.count() for kind in KINDS] == [
        *(3, 4, 59, 14, 143, 56, 44, 13),
        len(rows_of("notes.csv")),
    ]


def test_a_second_load_changes_nothing(django_assert_max_num_queries):
    before = everything()

    with django_assert_max_num_queries(40) as queries:
        loaded = load()

    assert (loaded.created, loaded.changed, loaded.findings_changed) == (0, 0, 0)
    assert everything() == before
    writes = [q for q in queries if q["sql"].startswith(("INSERT", "UPDATE"))]
    assert writes == []


def test_ids_are_the_same_on_every_installation():
    before = everything()
    for kind in (Command, Statement, CampaignNote, Result, Campaign, InstanceClass):
        kind.objects.all().delete()

    load()

    assert {kind: set(rows) for kind, rows in everything().items()} == {
        kind: set(rows) for kind, rows in before.items()
    }


def test_a_row_that_differs_from_its_file_is_brought_back_under_its_id():
    row = Result.objects.get(published_key__contains="Table 1-1", vcpus=1)
    Result.objects.filter(pk=row.pk).update(tps=1, region="elsewhere")
    InstanceClass.objects.filter(code="rds.mysql.c2.xlarge").update(memory_gb=1)

    loaded = load()

    assert (loaded.created, loaded.changed) == (0, 2)
    assert Result.objects.get(pk=row.pk).tps == 185
    assert Result.objects.get(pk=row.pk).region == ""
    assert InstanceClass.objects.get(code="rds.mysql.c2.xlarge").memory_gb == 64


def test_a_class_that_was_there_before_keeps_its_id():
    of_class = {"code": "dedicated-1:8-64vcpu-512gb", "engine": "mysql"}
    Result.objects.filter(instance_class__code=of_class["code"]).delete()
    InstanceClass.objects.filter(**of_class).delete()
    earlier = InstanceClass.objects.create(
        provider_id="huawei-cloud", vcpus=1, memory_gb=1, **of_class
    )

    load()

    assert InstanceClass.objects.get(**of_class) == earlier
    assert earlier.results.count() == 2


def test_rows_that_left_the_files_are_removed():
    template = Result.objects.first()
    stale = Result(
        provenance="published",
        published_key="gone",
        engine="mysql",
        workload="tpcc",
        source=template.source,
    )
    stale.save()
    CampaignNote.objects.create(code="X1", title="gone", text="gone")

    load()

    assert not Result.objects.filter(pk=stale.pk).exists()
    assert not CampaignNote.objects.filter(code="X1").exists()


def test_a_published_row_that_somebody_reproduced_stays():
    template = Result.objects.first()
    common = {"engine": "mysql", "workload": "tpcc", "source": template.source}
    stale = Result.objects.create(
        provenance="published", published_key="gone", **common
    )
    SubmittedResultFactory(reproduces=stale)

    load()

    assert Result.objects.filter(pk=stale.pk).exists()


def test_results_of_other_provenance_are_not_touched():
    ours = SubmittedResultFactory(campaign=Campaign.objects.first(), tps=1, qps=500)

    load()

    ours.refresh_from_db()
    assert (ours.tps, ours.qps, ours.findings) == (1, 500, [])


def test_totals_of_a_run_have_derived_rates():
    row = Result.objects.get(
        campaign__slug="alibaba-mysql-8.0-60s",
        instance_class__code="rds.mysql.c2.xlarge",
        regime="cached",
    )

    assert (row.reads, row.writes) == (5_661_264, 1_617_504)
    assert (row.tps, row.qps) == (6739.6, 134_792.0)
    assert row.derived["tps"] == "reads / 14 / 60 s"
    assert set(row.derived) == {"tps", "qps", "reads_per_s", "writes_per_s"}


def test_only_totals_and_pgbench_rows_have_derived_figures():
    derived = Result.objects.exclude(derived={})
    campaigns = set(derived.values_list("campaign__slug", flat=True))

    assert campaigns == {
        "alibaba-mysql-8.0-60s",
        "alibaba-mysql-5.7-60s",
        "alibaba-mysql-5.6-60s",
        "alibaba-postgresql-pgbench",
    }
    assert derived.count() == 30 + 34


def test_a_result_is_a_snapshot_of_its_campaign_and_class():
    row = Result.objects.select_related("campaign", "instance_class").get(
        campaign__slug="huawei-mysql-8.0-dedicated", vcpus=64, memory_gb=512
    )

    assert (row.provenance, row.visibility) == ("published", "public")
    assert (row.engine, row.engine_version) == ("mysql", "8.0")
    assert row.provider_id == "huawei-cloud"
    assert row.client == {
        "instance": "c6.4xlarge.2",
        "vcpus": 16,
        "memory_gb": 32,
        "os": "CentOS 7.6 64-bit",
    }
    assert (row.tool, row.tool_version) == ("sysbench", "1.0.18")
    assert row.storage == "Elastic Volume Service (EVS) disk"
    assert (row.stress_connections, row.duration_s) == (100_000, 3600)
    assert (row.source_id, row.source_section) == (
        "huawei-whitepaper-20220930",
        "Table 1-8",
    )
    assert row.published_on == date(2022, 9, 30)


def test_where_a_campaign_tested_two_editions_a_row_has_that_of_its_class():
    rows = Result.objects.filter(campaign__slug="alibaba-mysql-5.7-hot-row")

    assert dict(rows.values_list("instance_class__code", "edition")) == {
        "rds.mysql.st.v52": "High-availability Edition",
        "mysql.st.12xlarge.25": "Enterprise Edition",
    }


def test_what_the_papers_do_not_state_is_empty_or_null():
    row = Result.objects.filter(campaign__slug="alibaba-postgresql-pgbench").first()

    assert row.engine_version == ""
    assert row.version_slug == "unstated"
    assert row.regime is None
    assert row.reads is None
    assert row.iops is None


def test_sources_have_the_dates_that_they_print():
    assert dict(Source.objects.values_list("slug", "published_on")) == {
        "alibaba-whitepaper-20220530": date(2022, 5, 30),
        "alibaba-whitepaper-zh-20220422": date(2022, 4, 22),
        "alibaba-mysql56-20min": None,
        "huawei-whitepaper-20220930": date(2022, 9, 30),
    }


def test_every_known_irregularity_that_no_rule_finds_is_shown_on_a_campaign():
    codes = {
        note.code for note in CampaignNote.objects.all() if note.campaigns.exists()
    }

    method = {f"M{number}" for number in range(1, 22)}
    editions = {f"D{number}" for number in (*range(1, 10), 11)}
    assert codes == {"F15", "F16", "F20", "F21", "F22"} | method | editions


def test_every_campaign_shows_its_notes():
    def codes(slug):
        notes = CampaignNote.objects.filter(campaigns__slug=slug)
        return set(notes.values_list("code", flat=True))

    assert codes("alibaba-mysql-5.6-20min") == {"M9", "M10"}
    assert codes("alibaba-mysql-5.7-hot-row") == {"F20", "D6", "D8", "D11"}
    assert {"F15", "F16", "M11", "M12", "D9"} == codes("alibaba-sqlserver-2012ee-tpcc")
    assert {"M13", "M14", "F21", "F22"} < codes("huawei-mysql-5.7-general")
    assert not Campaign.objects.filter(irregularities__isnull=True).exists()


def test_the_command_says_what_it_stored():
    out = StringIO()

    call_command("load_published", stdout=out)

    assert "143 results" in out.getvalue()
    assert "0 new, 0 changed" in out.getvalue()


def test_connections_of_a_stress_test_are_no_limit():
    """The paper calls the column an outcome of the test; a parameter sets the limit."""
    tested = Result.objects.filter(provider="huawei-cloud", engine="mysql")

    assert tested.count() == 33
    assert not tested.filter(stress_connections=None).exists()
    assert not tested.exclude(max_connections=None).exists()
    classes = InstanceClass.objects.filter(provider="huawei-cloud")
    assert not classes.exclude(max_connections=None).exists()


def stating(slug, name):
    """The memory of the classes whose rows state a setting, with its value."""
    rows = Result.objects.filter(campaign__slug=slug).select_related("instance_class")
    return {
        (row.memory_gb, row.parameter_settings[name])
        for row in rows
        if name in row.parameter_settings
    }


@pytest.mark.parametrize("version", ["8.0", "5.7", "5.6"])
def test_performance_schema_is_stated_from_the_memory_that_the_paper_names(version):
    stated = stating(f"alibaba-mysql-{version}-60s", "performance_schema")

    assert stated == {(16, "ON"), (32, "ON"), (64, "ON")}
    assert len(stating(f"alibaba-mysql-{version}-60s", "sync_binlog")) == 5


def test_where_a_page_leaves_a_setting_open_the_row_states_none():
    """It prints OFF with automatic enabling from 64 GB of memory."""
    stated = stating("alibaba-mysql-5.6-20min", "performance_schema")

    assert {value for _memory, value in stated} == {"OFF"}
    assert max(memory for memory, _value in stated) == 32
