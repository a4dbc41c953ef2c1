"""Totals of reads and writes: a metric of papers' rows, of one length alone."""

from uuid import uuid4

import pytest

from benchruns.comparison.fairness.axes import Why, refusals
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.results import contexts_of
from benchruns.figures.metrics import TOTALS
from benchruns.models import Result
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.published.loader import load
from benchruns.results.row import read_row
from benchruns.workloads import WORKLOADS
from tests import published_database
from tests.factories import ResultFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker, by=load)


def rows(**facts):
    found = Result.objects.filter(**facts).select_related(
        "instance_class", "provider", "campaign", "source", "exclusion"
    )
    return [read_row(result, run_is_visible=False) for result in found]


def test_rows_that_print_totals_may_be_shown_by_them_and_start_by_transactions():
    choices = metric_choices(rows(campaign__slug="alibaba-mysql-5.6-60s"))

    assert choices[0] == "tps"
    assert {"reads", "writes"} <= set(choices)


@pytest.mark.parametrize(
    "slug", ["huawei-mysql-8.0-general", "alibaba-mysql-5.6-20min"]
)
def test_rows_that_print_none_have_no_such_metric(slug):
    assert not TOTALS.keys() & set(metric_choices(rows(campaign__slug=slug)))


def test_a_run_has_totals_of_its_own_length_and_no_such_metric():
    run = ResultFactory(measured=True, reads=1_400_000, writes=400_000, duration_s=60)

    assert not TOTALS.keys() & set(metric_choices(rows(pk=run.pk)))
    [context] = contexts_of([run])
    assert not context.has("reads")


def test_totals_of_another_length_are_refused():
    def context(seconds):
        mix = WORKLOADS["oltp_read_write"].statements
        return Context(
            id=str(uuid4()),
            workload="oltp_read_write",
            statements=mix,
            duration_s=seconds,
            figures=frozenset({"reads"}),
        )

    minute, other_minute, hour = context(60), context(60), context(3600)

    [refusal] = refusals([minute, other_minute, hour], baseline=minute.id)

    assert (refusal.figure, refusal.reason.code) == ("reads", Why.OTHER_DURATION)
    assert refusal.results == (hour.id,)
