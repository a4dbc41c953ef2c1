"""Series of the TPC-C-derived load are shown and watched by its own figures."""

import pytest

from benchruns.models import RegressionRule, Result
from benchruns.runs.series import series_of
from benchruns.trends import regressions
from tests.benchruns.runs.watched import measure, rule_for
from tests.tpcc_rows import tpcc_run

pytestmark = pytest.mark.django_db

FALLEN = [60_000.0] * 5 + [48_000.0] * 3


def series_of_run(engine, user):
    run = tpcc_run(engine, user, tpm=60_000.0)
    series = series_of(run.result)
    Result.objects.filter(run=run).update(series=series)
    return series


def html_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("figure", ["nopm", "tpm", "tps"])
@pytest.mark.parametrize("engine", ["mariadb", "sqlserver"])
def test_a_series_is_shown_by_the_figures_that_the_load_is_known_by(
    page, user, engine, figure
):
    series = series_of_run(engine, user)
    value = {"nopm": 25_800.0, "tpm": 60_000.0, "tps": 1_000.0}[figure]

    told = page.get(f"/api/v1/series/{series.pk}/?figure={figure}").json()
    html = html_of(page.get(f"/trends/{series.pk}/?figure={figure}"))

    assert (told["figure"], told["points"][0]["value"]) == (figure, value)
    assert f">{figure.upper()}</a>" in html
    assert "There is no figure" not in html


@pytest.mark.parametrize(
    ("engine", "first"), [("mariadb", "nopm"), ("sqlserver", "tpm")]
)
def test_a_rule_is_offered_for_what_the_load_has_and_for_its_main_figure_first(
    page, user, engine, first
):
    series = series_of_run(engine, user)
    html = html_of(page.get(f"/trends/{series.pk}/"))

    assert f'<option value="{first}" selected>' in html
    assert '<option value="qps"' not in html

    answer = page.post(
        f"/trends/{series.pk}/rules/",
        {"figure": first, "threshold_percent": 10, "repeats": 3},
    )
    assert answer.status_code == 302
    assert RegressionRule.objects.get().figure == first


def test_a_fall_of_the_new_orders_is_a_regression(user):
    series = series_of_run("mariadb", user)
    for tpm in FALLEN:
        measure(series, tpm / 60, nopm=0.43 * tpm, workload="tpcc")
    rule = rule_for(series, figure="nopm")

    regressions.evaluate(rule)

    found = rule.regressions.get()
    assert (found.state, found.before, found.after) == ("confirmed", 25_800, 20_640)


def test_a_rule_on_a_figure_that_the_load_has_not_is_refused(page, user):
    series = series_of_run("mariadb", user)
    asked = {"figure": "qps", "threshold_percent": 10, "repeats": 3}

    html = html_of(page.post(f"/trends/{series.pk}/rules/", asked))

    assert "“qps” is not one of them." in html
    assert not RegressionRule.objects.exists()
