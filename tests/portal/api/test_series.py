"""Series and the rules that watch them."""

import pytest

from benchruns.models import RegressionRule
from benchruns.trends import regressions
from tests.benchruns.runs.watched import rule_for, series_with

pytestmark = pytest.mark.django_db

FALLEN = [1000.0, 1010.0, 990.0, 1005.0, 1000.0, 800, 810, 790, 805, 795]


def test_a_series_has_its_points_its_changes_and_what_rules_found(client, user):
    series = series_with(*FALLEN, owner=user)
    rule = rule_for(series)
    regressions.evaluate(rule)

    told = client.get(f"/api/v1/series/{series.pk}/").json()

    assert told["endpoint"] == str(series.endpoint_id)
    assert (told["figure"], told["unit"], told["is_cut"]) == ("tps", "TPS", False)
    assert [point["value"] for point in told["points"]] == FALLEN
    [change] = told["change_points"]
    assert change["result"] == told["points"][5]["result"]
    assert (change["before"], change["after"]) == (1000, 800)
    assert change["is_worse"]
    assert told["versions"][0]["count"] == 10
    assert [each["id"] for each in told["rules"]] == [str(rule.pk)]
    [regression] = told["regressions"]
    assert (regression["state"], regression["percent"]) == ("confirmed", -20)


@pytest.mark.parametrize(("values", "q1"), [((1, 2, 3), None), ((1, 2, 3, 4), 1.75)])
def test_a_version_has_quartiles_from_four_results_on(client, user, values, q1):
    series = series_with(*values, owner=user)

    [version] = client.get(f"/api/v1/series/{series.pk}/").json()["versions"]

    assert version["q1"] == q1
    assert (version["q3"] is None) == (q1 is None)
    assert (version["lowest"], version["highest"]) == (values[0], values[-1])


def test_a_point_in_doubt_says_what_is_in_doubt(client, user):
    series = series_with(1000, 1010, owner=user)
    first = series.results.order_by("measured_at").first()
    series.results.filter(pk=first.pk).update(doubt="figure")

    told = client.get(f"/api/v1/series/{series.pk}/").json()

    assert [point["doubt"] for point in told["points"]] == ["figure", None]


def test_another_figure_is_shown_when_asked_for_and_an_unknown_one_refused(
    client, user
):
    series = series_with(1000, owner=user)

    assert client.get(f"/api/v1/series/{series.pk}/?figure=qps").json()["points"][0][
        "value"
    ] == (20_000)
    refused = client.get(f"/api/v1/series/{series.pk}/?figure=speed")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "figure"


def test_others_see_public_series_without_endpoint_and_rules(anonymous, user):
    public = series_with(*FALLEN, owner=user, visibility="public")
    rule_for(public)
    private = series_with(1000, owner=user, name="other")

    [listed] = anonymous.get("/api/v1/series/").json()["results"]
    told = anonymous.get(f"/api/v1/series/{public.pk}/").json()

    assert listed["id"] == str(public.pk)
    assert (listed["endpoint"], told["endpoint"], told["rules"]) == (None, None, [])
    assert anonymous.get(f"/api/v1/series/{private.pk}/").status_code == 404
    assert (
        anonymous.get(f"/api/v1/series/?endpoint={public.endpoint_id}").json()[
            "results"
        ]
        == []
    )


def test_a_rule_is_made_changed_and_deleted(client, user):
    series = series_with(1000, owner=user)

    made = client.post(
        "/api/v1/regression-rules/",
        {"series": str(series.pk), "figure": "tps", "threshold_percent": 5},
    )
    assert made.status_code == 201
    rule = made.json()
    assert (rule["threshold_percent"], rule["repeats"]) == (5, 3)
    assert (rule["is_active"], rule["sends_mail"]) == (True, False)
    RegressionRule.objects.update(evaluated_at="2026-01-01T00:00:00Z")

    changed = client.patch(made["Location"], {"repeats": 2}).json()
    assert (changed["repeats"], changed["threshold_percent"]) == (2, 5)
    assert changed["evaluated_at"] is None

    assert client.delete(made["Location"]).status_code == 204
    assert not RegressionRule.objects.exists()


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"threshold_percent": 0}, 400, "threshold_percent"),
        ({"threshold_percent": 100}, 400, "threshold_percent"),
        ({"repeats": 0}, 400, "repeats"),
        ({"figure": "speed"}, 400, "figure"),
        ({"figure": "latency_p95_ms"}, 400, "figure"),  # which it lacks
        ({"series": "00000000-0000-0000-0000-000000000000"}, 400, "series"),
        ({"mail": True}, 400, "mail"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(client, user, change, status, field):
    series = series_with(1000, owner=user)
    asked = {"series": str(series.pk), "figure": "tps"} | change

    answer = client.post("/api/v1/regression-rules/", asked)

    assert answer.status_code == status
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_a_second_rule_for_a_figure_is_a_conflict(client, user):
    series = series_with(1000, owner=user)
    asked = {"series": str(series.pk), "figure": "tps"}
    url = "/api/v1/regression-rules/"

    assert client.post(url, asked).status_code == 201
    assert client.post(url, asked).status_code == 409


def test_nobody_watches_another_ones_series(client):
    series = series_with(1000, visibility="public")
    rule = rule_for(series)

    made = client.post(
        "/api/v1/regression-rules/", {"series": str(series.pk), "figure": "qps"}
    )

    assert made.status_code == 403
    url = f"/api/v1/regression-rules/{rule.pk}/"
    assert client.get(url).status_code == 404
    assert client.delete(url).status_code == 404
    assert client.get("/api/v1/regression-rules/").json()["results"] == []


def test_rules_need_a_login(anonymous):
    assert anonymous.get("/api/v1/regression-rules/").status_code == 401
