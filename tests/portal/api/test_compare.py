"""Results side by side for programs: ratios, findings, refusals, verdicts."""

import pytest
from rest_framework.test import APIClient

from benchruns.comparison import MOST
from benchruns.models import InstanceClass, Result, Series
from tests import published_database
from tests.factories import InstanceClassFactory, ProviderFactory, ResultFactory
from tests.portal.api.rows import climbed

pytestmark = pytest.mark.django_db
COMPARE = "/api/v1/compare/"
ALIBABA = "alibaba-cloud/mysql/rds.mysql."


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


@pytest.fixture
def anonymous():
    return APIClient()


def cached(code):
    return published_database.row(
        code=code, campaign__slug="alibaba-mysql-8.0-60s", regime="cached"
    )


def pgbench():
    return published_database.row(
        code="pg.x8.xlarge.2",
        workload="pgbench_read_write",
        hot_records=500_000_000,
    )


def compared(client, *rows, **words):
    words = {"result": [str(row.pk) for row in rows], **words}
    response = client.get(COMPARE, words)
    assert response.status_code == 200, response.content
    return response.json()


def test_the_next_size_has_its_ratio_to_the_baseline(anonymous):
    small, large = cached("rds.mysql.c1.xlarge"), cached("rds.mysql.c2.xlarge")

    answer = compared(anonymous, small, large)

    assert answer["baseline"] == [str(small.pk)]
    assert [row["id"] for row in answer["rows"]] == [str(small.pk), str(large.pk)]
    assert answer["ratios"][str(small.pk)]["tps"] == 1
    ratios = answer["ratios"][str(large.pk)]
    assert ratios["tps"] == pytest.approx(1.937, abs=0.0005)
    assert ratios["latency_p95_ms"] is None
    assert answer["refused"] == []
    assert "tool_version" in answer["equal"]
    verdict = answer["verdicts"][str(large.pk)]["tps"]
    assert verdict["verdict"] == "too_few_repeats"
    assert (verdict["low"], verdict["high"], verdict["repeats"]) == (None, None, 1)
    assert (verdict["q1"], verdict["q3"]) == (None, None)
    assert "tps" not in answer["verdicts"][str(small.pk)]


def test_any_of_them_is_the_baseline(anonymous):
    small, large = cached("rds.mysql.c1.xlarge"), cached("rds.mysql.c2.xlarge")

    answer = compared(anonymous, small, large, baseline=str(large.pk))

    assert answer["baseline"] == [str(large.pk)]
    assert answer["ratios"][str(small.pk)]["tps"] == pytest.approx(0.516, abs=0.0005)


def test_what_is_refused_has_a_reason_and_no_ratio(anonymous):
    mysql, postgres = cached("rds.mysql.c1.xlarge"), pgbench()

    answer = compared(anonymous, mysql, postgres)

    assert answer["standing"] == "refused"
    refused = {each["figure"]: each for each in answer["refused"]}
    assert refused["qps"]["results"] == [str(postgres.pk)]
    assert refused["qps"]["reason"]
    assert answer["ratios"][str(postgres.pk)]["qps"] is None


def test_findings_have_all_their_parts(anonymous):
    answer = compared(anonymous, cached("rds.mysql.c1.xlarge"), pgbench())

    finding = next(f for f in answer["findings"] if f["code"] == "engine")
    assert set(finding) == {
        "code",
        "severity",
        "message",
        "results",
        "values",
        "why",
        "remedy",
    }
    assert all(finding[name] for name in ("message", "why", "remedy", "results"))


def test_alibaba_and_huawei_say_why_their_qps_is_one_measure(anonymous):
    huawei = published_database.row(
        code="dedicated-1:4-8vcpu-32gb", engine="mysql", engine_version="8.0"
    )

    answer = compared(anonymous, cached("rds.mysql.c1.xlarge"), huawei)

    told = [each for each in answer["comparable"] if each["figure"] == "qps"]
    assert any(each["results"] == [str(huawei.pk)] for each in told)
    assert answer["ratios"][str(huawei.pk)]["qps"] == pytest.approx(0.6796, abs=1e-4)


def test_classes_are_compared_load_by_load(anonymous):
    answer = compared(
        anonymous, **{"class": [f"{ALIBABA}c1.xlarge", f"{ALIBABA}c2.xlarge"]}
    )

    assert len(answer["rows"]) == 4
    assert len(answer["baseline"]) == 2
    ratios = answer["ratios"][str(cached("rds.mysql.c2.xlarge").pk)]
    assert ratios["tps"] == pytest.approx(1.937, abs=0.0005)


def test_a_result_is_held_against_the_baselines_of_its_own_load(anonymous):
    provider = ProviderFactory()
    a, b, c = (InstanceClassFactory(provider=provider) for _ in range(3))
    facts = {"measured": True, "visibility": "public", "provider": provider}
    fast, slow, of_b, of_c = (
        ResultFactory(instance_class=size, tps=tps, **load, **facts)
        for size, tps, load in (
            (a, 2000, {"regime": "cached"}),
            (a, 1000, {"regime": "disk_io"}),
            (b, 1000, {"regime": "disk_io"}),
            (c, 500, {"regime": "cached", "workload": "oltp_legacy"}),
        )
    )

    answer = compared(
        anonymous,
        **{"class": [f"{provider.pk}/mysql/{size.code}" for size in (a, b, c)]},
    )

    assert answer["baseline"] == [str(fast.pk), str(slow.pk)]
    assert answer["ratios"][str(of_b.pk)]["tps"] == 1
    assert answer["against"] == {
        str(fast.pk): str(fast.pk),
        str(slow.pk): str(slow.pk),
        str(of_b.pk): str(slow.pk),
        str(of_c.pk): str(fast.pk),
    }
    assert answer["ratios"][str(of_c.pk)]["tps"] == 0.25
    assert "closest_loads" in {finding["code"] for finding in answer["findings"]}


def test_other_results_of_a_class_and_load_are_counted(anonymous):
    answer = compared(anonymous, **{"class": f"{ALIBABA}c1.xlarge", "version": "5.6"})

    assert set(answer["others"]) == {row["id"] for row in answer["rows"]}
    assert list(answer["others"].values()) == [1, 1]


def test_parameters_stand_side_by_side_by_result(anonymous):
    rows = cached("rds.mysql.c1.xlarge"), cached("rds.mysql.c2.xlarge")

    answer = compared(anonymous, *rows)

    line = next(p for p in answer["parameters"] if p["name"] == "sync_binlog")
    assert line["state"] == "same"
    assert line["values"] == {str(row.pk): "1" for row in rows}


def test_repeats_get_a_verdict_with_its_interval(user, client):
    sweep = climbed(
        user,
        threads=[8, 16],
        tps=[100, 101, 99, 100, 102, 200, 201, 199, 202, 198],
    )
    for result in Result.objects.filter(run__sweep=sweep).select_related("run"):
        result.threads = result.run.parameters["threads"]
        result.series = series_of(result)
        result.save()
    rows = [
        Result.objects.filter(run__sweep=sweep, threads=threads).earliest("pk")
        for threads in (8, 16)
    ]

    answer = compared(client, *rows)

    told = answer["verdicts"][str(rows[1].pk)]["tps"]
    assert told["verdict"] == "better"
    assert (told["repeats"], told["baseline_repeats"]) == (5, 5)
    assert (told["q1"], told["q3"]) == (199, 201)
    assert told["low"] < told["ratio"] < told["high"]
    assert told["ratio"] == pytest.approx(2)
    assert 0 < told["detectable"] < 0.1


def series_of(result):
    key = str(result.threads)
    return Series.objects.get_or_create(
        endpoint=result.run.endpoint,
        workload=result.workload,
        parameters_key=key,
        defaults={"parameters": {"threads": result.threads}},
    )[0]


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({}, "result"),
        ({"result": "nope"}, "result"),
        ({"result": "00000000-0000-4000-8000-000000000000"}, "result"),
        ({"class": "c1.xlarge"}, "class"),
        ({"class": "alibaba-cloud/mysql/none"}, "class"),
        ({"size": "4x16"}, "engine"),
        ({"size": "huge", "engine": "mysql"}, "size"),
        ({"class": f"{ALIBABA}c1.xlarge", "baseline": "none"}, "baseline"),
        ({"class": f"{ALIBABA}c1.xlarge", "colour": "red"}, "colour"),
    ],
)
def test_a_mistake_is_an_error_that_names_its_field(anonymous, words, field):
    response = anonymous.get(COMPARE, words)

    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert [error["field"] for error in response.json()["errors"]] == [field]


def test_more_than_fit_are_an_error(anonymous):
    rows = Result.objects.all()[: MOST + 1]

    response = anonymous.get(COMPARE, {"result": [str(row.pk) for row in rows]})

    assert response.status_code == 400
    assert str(MOST) in response.json()["errors"][0]["message"]


def test_a_result_that_one_may_not_see_is_unknown(anonymous):
    hidden = ResultFactory(measured=True)

    response = anonymous.get(COMPARE, {"result": str(hidden.pk)})

    assert response.status_code == 400


def test_the_number_of_queries_does_not_grow(anonymous, django_assert_max_num_queries):
    for count in (2, MOST):
        classes = InstanceClass.objects.filter(engine="mysql")[:count]
        words = [f"{c.provider_id}/{c.engine}/{c.code}" for c in classes]
        with django_assert_max_num_queries(6):
            assert anonymous.get(COMPARE, {"class": words}).status_code == 200
