"""Series of measured results, one a day, for tests of what is watched in them."""

from datetime import timedelta

from benchruns.models import RegressionRule, Series
from benchruns.runs.series import parameters_key
from tests.factories import NOON, EndpointFactory, ResultFactory

PARAMETERS = {
    "tables": 4,
    "table_size": 25_000,
    "threads": 8,
    "duration_seconds": 60,
}


def series_with(*tps, owner=None, name="shop-db", visibility="private", **columns):
    """A series and its results, oldest first."""
    fields = {"name": name} | ({"owner": owner} if owner else {})
    endpoint = EndpointFactory(**fields)
    series = Series.objects.create(
        endpoint=endpoint,
        workload="oltp_read_write",
        parameters=PARAMETERS,
        parameters_key=parameters_key(PARAMETERS),
    )
    measure(series, *tps, visibility=visibility, **columns)
    return series


def measure(series, *tps, visibility="private", **columns):
    """More results of it, each a day after the newest."""
    known = series.results.count()
    return [
        ResultFactory(
            measured=True,
            series=series,
            owner=series.endpoint.owner,
            endpoint=series.endpoint,
            visibility=visibility,
            parameters=series.parameters,
            tps=value,
            qps=value * 20,
            measured_at=NOON + timedelta(days=known + number),
            **{"engine_version_full": "8.0.36", "threads": 8, **columns},
        )
        for number, value in enumerate(tps)
    ]


def rule_for(series, **columns):
    """10 % of TPS, seen three times, made before the first result."""
    rule = RegressionRule.objects.create(
        owner=series.endpoint.owner,
        series=series,
        **{"figure": "tps", "threshold_percent": 10.0, "repeats": 3, **columns},
    )
    RegressionRule.objects.filter(pk=rule.pk).update(
        created_at=columns.get("created_at", NOON - timedelta(days=1))
    )
    rule.refresh_from_db()
    return rule
