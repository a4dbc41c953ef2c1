"""Engines, instance classes, campaigns and workloads."""

import jsonschema
import pytest

from benchruns.engines import support_of
from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.workloads import WORKLOADS
from tests.factories import (
    CampaignFactory,
    CampaignNoteFactory,
    CommandFactory,
    InstanceClassFactory,
    ResultFactory,
    RunFactory,
    StatementFactory,
)

SOURCE_OF_80 = support_of("mysql", "8.0").source
OF_SYSBENCH = [name for name, each in WORKLOADS.items() if each.tool == "sysbench"]


def test_engines_are_counted_by_version_and_provenance(client, user):
    ResultFactory.create_batch(2, engine_version="8.0")
    ResultFactory(engine="postgresql", engine_version="", workload="pgbench_read_only")
    RunFactory(owner=user, succeeded=True)
    RunFactory(succeeded=True)

    answer = client.get("/api/v1/engines/").json()

    assert answer["next"] is answer["previous"] is None
    assert answer["results"] == [
        {
            "engine": "mysql",
            "engine_version": "8.0",
            "name": "MySQL 8.0",
            "results": {"published": 2, "measured": 1, "submitted": 0},
            "workloads": ["oltp_read_write"],
            "support_ends_on": "2026-04-30",
            "support_source": SOURCE_OF_80,
            "url": "http://testserver/engines/mysql/8.0/",
        },
        {
            "engine": "postgresql",
            "engine_version": None,
            "name": "PostgreSQL, version unstated",
            "results": {"published": 1, "measured": 0, "submitted": 0},
            "workloads": ["pgbench_read_only"],
            "support_ends_on": None,
            "support_source": None,
            "url": "http://testserver/engines/postgresql/unstated/",
        },
    ]


def test_instance_classes_come_smallest_first_over_pages(anonymous):
    for vcpus in (4, 2, 2, 8, 2):
        InstanceClassFactory(vcpus=vcpus)

    seen, url = [], "/api/v1/instance-classes/?page_size=2"
    while url:
        page = anonymous.get(url).json()
        seen += page["results"]
        url = page["next"]

    assert [row["vcpus"] for row in seen] == [2, 2, 2, 4, 8]
    assert len({row["id"] for row in seen}) == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("engine", "postgresql"),
        ("family", "dedicated"),
        ("edition", "Enterprise"),
        ("vcpus", 16),
        ("memory_gb", 61.5),
        ("code", "only.one"),
        ("storage_type", "local SSD"),
    ],
)
def test_classes_are_filtered_by_their_fields(anonymous, name, value):
    wanted = InstanceClassFactory(**{name: value})
    InstanceClassFactory()

    answer = anonymous.get("/api/v1/instance-classes/", {name: value}).json()

    assert [row["id"] for row in answer["results"]] == [str(wanted.pk)]
    assert answer["results"][0][name] == value


def test_a_class_is_found_by_its_provider(anonymous):
    wanted, _other = InstanceClassFactory(), InstanceClassFactory()

    answer = anonymous.get(
        "/api/v1/instance-classes/", {"provider": wanted.provider.slug}
    )

    assert [row["code"] for row in answer.json()["results"]] == [wanted.code]


def test_a_campaign_is_found_by_its_slug_with_its_method(
    anonymous, django_assert_num_queries
):
    campaign = CampaignFactory(parameter_settings={"sync_binlog": "1"})
    sold = InstanceClassFactory()
    campaign.commands.set([CommandFactory(instance_class=sold), CommandFactory()])
    campaign.statements.set([StatementFactory()])
    campaign.irregularities.set([CampaignNoteFactory()])

    with django_assert_num_queries(4):
        shown = anonymous.get(f"/api/v1/campaigns/{campaign.slug}/").json()

    assert shown["slug"] == campaign.slug
    assert shown["parameter_settings"] == {"sync_binlog": "1"}
    assert shown["source_title"] == campaign.source.title
    assert [c["instance_class"] for c in shown["commands"]] == [sold.code, None]
    assert shown["statements"][0]["ratio"] == 10
    assert shown["irregularities"][0]["text"]
    assert shown["region"] is None


def test_campaigns_are_listed_without_their_method(anonymous):
    CampaignFactory.create_batch(3)

    rows = anonymous.get("/api/v1/campaigns/").json()["results"]

    assert [row["slug"] for row in rows] == sorted(row["slug"] for row in rows)
    assert "commands" not in rows[0]


def test_workloads_tell_their_parameters_as_a_schema(anonymous):
    rows = anonymous.get("/api/v1/workloads/").json()["results"]

    assert [row["name"] for row in rows] == list(WORKLOADS)
    for row in rows:
        assert anonymous.get(f"/api/v1/workloads/{row['name']}/").json() == row


@pytest.mark.parametrize("name", WORKLOADS)
def test_the_schema_of_a_workload_is_complete(anonymous, name):
    shown = anonymous.get(f"/api/v1/workloads/{name}/").json()

    schema = shown["parameters"]
    load = WORKLOADS[name].load
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    accepts = jsonschema.Draft202012Validator(schema).is_valid
    defaults = {n: each["default"] for n, each in schema["properties"].items()}
    for good in ({}, defaults, *shown["presets"].values()):
        assert accepts(good), good
        assert WORKLOADS[name].clean(good)
    for bad in ({load: 0}, {load: "4"}, {load: 1.5}, {load: 10**9}, {"colour": 1}):
        assert not accepts(bad), bad
    for each in schema["properties"].values():
        assert each["title"]
        assert each["description"]
        is_number = each["type"] in ("integer", "number")
        assert ({"minimum", "maximum"} if is_number else {"type"}) <= each.keys()
        assert "string" not in each["type"] or {"enum", "pattern"} & each.keys()


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_workload_tells_its_figures_and_how_it_works(anonymous, name):
    shown = anonymous.get(f"/api/v1/workloads/{name}/").json()

    rates = {"tpm", "nopm"} if name == "tpcc" else {"qps"}
    known = {"tps", "latency_avg_ms", "duration_s"} | rates
    assert known <= shown["metrics"].keys()
    assert shown["metrics"].keys() <= set(FIGURE_NAMES)
    assert shown["metrics"]["tps"]["unit"] == "TPS"
    assert shown["metrics"]["latency_avg_ms"]["unit"] == "ms"
    assert shown["metrics"]["duration_s"]["unit"] == "s"
    assert all(each["meaning"] for each in shown["metrics"].values())
    assert shown["documentation"]
    for topic in shown["documentation"]:
        assert topic.keys() == {"title", "text"}
        assert all(topic.values())


def test_a_workload_names_the_engines_it_runs_on(anonymous):
    shown = anonymous.get("/api/v1/workloads/oltp_read_write/").json()

    assert shown["engines"] == ["mysql", "mariadb", "postgresql"]
    assert shown["statements"] == {"reads": 14, "writes": 4, "other": 2}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"engine": "postgresql"}, [("postgresql", None), ("postgresql", "14")]),
        ({"engine_version": "8.0"}, [("mysql", "8.0")]),
        ({"engine_version": "null"}, [("postgresql", None)]),
        ({"engine": "mysql", "engine_version": "14"}, []),
    ],
    ids=str,
)
def test_engines_are_filtered_by_name_and_version(anonymous, query, found):
    for engine, version in (
        ("mysql", "8.0"),
        ("postgresql", ""),
        ("postgresql", "14"),
    ):
        ResultFactory(engine=engine, engine_version=version)

    rows = anonymous.get("/api/v1/engines/", query).json()["results"]

    assert [(row["engine"], row["engine_version"]) for row in rows] == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"name": "oltp_read_only"}, ["oltp_read_only"]),
        ({"tool": "sysbench"}, OF_SYSBENCH),
        ({"tool": "nothing"}, []),
        ({"engine": "mariadb", "page_size": "200"}, [*OF_SYSBENCH, "tpcc"]),
        ({"engine": "postgresql"}, list(WORKLOADS)),
        ({"engine": "sqlserver"}, ["tpcc"]),
    ],
    ids=str,
)
def test_workloads_are_filtered(anonymous, query, found):
    rows = anonymous.get("/api/v1/workloads/", query).json()["results"]

    assert [row["name"] for row in rows] == found


@pytest.mark.parametrize("path", ["engines/?engine=oracle", "workloads/?engine=oracle"])
def test_an_engine_that_is_none_is_refused(anonymous, path):
    answer = anonymous.get(f"/api/v1/{path}")

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["engine"]


@pytest.mark.parametrize("path", ["engines", "workloads"])
def test_short_lists_have_pages_too(anonymous, path):
    for version in ("5.7", "8.0", "8.4"):
        ResultFactory(engine_version=version)
    whole = anonymous.get(f"/api/v1/{path}/").json()["results"]

    size = str(len(whole) - 1)
    first = anonymous.get(f"/api/v1/{path}/", {"page_size": size}).json()
    second = anonymous.get(first["next"]).json()
    back = anonymous.get(second["previous"]).json()

    assert first["previous"] is second["next"] is back["previous"] is None
    assert first["results"] + second["results"] == whole
    assert back == first
    assert len(second["results"]) == 1


@pytest.mark.parametrize("path", ["engines", "workloads"])
@pytest.mark.parametrize(
    "query", [{"page_size": "0"}, {"cursor": "x"}, {"cursor": "W2ZhbHNlLCAieCJd"}]
)
def test_a_page_that_is_none_is_refused(anonymous, path, query):
    answer = anonymous.get(f"/api/v1/{path}/", query)

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == list(query)
