"""The paper that most tests read, its words, and repeats that stand in it."""

import html
from datetime import timedelta

from benchruns.runs.series import series_of
from tests.factories import NOON, EndpointFactory, ResultFactory
from tests.portal.web.test_overview import text_of

PAGE = "/whitepaper/mysql/8.0/"


def words_of(response):
    """The visible text of a page with single spaces."""
    return html.unescape(text_of(response))


def repeats(owner, values, *, apart=timedelta(minutes=1), **facts):
    """Measured results of one load on one server."""
    endpoint = EndpointFactory(owner=owner)
    made = []
    for number, tps in enumerate(values):
        result = ResultFactory(
            measured=True,
            owner=owner,
            endpoint=endpoint,
            run__endpoint=endpoint,
            run__owner=owner,
            engine="mysql",
            engine_version="8.0",
            engine_version_full="8.0.36",
            workload="oltp_read_write",
            threads=4,
            tps=tps,
            measured_at=NOON + number * apart,
            **{"regime": "cached", **facts},
        )
        result.series = series_of(result)
        result.save(update_fields=["series"])
        made.append(result)
    return made
