"""The terms of published rows are those of their papers."""

import pytest

from benchruns.models import Result
from benchruns.reports.result import result_report
from benchruns.results.published.loader import load
from benchruns.results.published.meanings import printed_meanings
from tests import published_database
from tests.factories import ResultFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker, by=load)


def meanings_of(result):
    report = result_report(result.pk, user=result.owner or UserFactory())
    return {figure.name: str(figure.meaning) for figure in report.figures}


def test_every_figure_of_every_published_row_has_a_meaning_of_its_paper():
    for row in Result.objects.filter(campaign__isnull=False).select_related("campaign"):
        known = {
            name for name, value in row.figures.as_dict().items() if value is not None
        }

        assert known == known & printed_meanings(row.campaign.slug, row.workload).keys()


@pytest.mark.parametrize("version", ["2008 R2", "2012 EE"])
def test_rows_of_sql_server_carry_the_terms_of_their_paper(version):
    row = Result.objects.filter(engine="sqlserver", engine_version=version).first()

    told = meanings_of(row)

    assert "batch requests" not in told["tpm"]
    assert "the only figure that HammerDB itself reports" in told["tpm"]
    assert "not simply TPS plus queries" in told["batch_requests_per_s"]


def test_the_time_of_pgbench_rows_is_told_as_printed():
    row = Result.objects.filter(workload="pgbench_read_write").first()

    assert meanings_of(row)["duration_s"] == "Printed: every command has -T 120."


def test_a_measured_row_keeps_the_terms_of_its_tool():
    row = ResultFactory(measured=True, workload="oltp_read_write", tps=10)

    assert meanings_of(row)["tps"].startswith("Transactions a second, over the whole")
