"""Rows that were there before are doubted no longer for what doubts their ratios alone."""

import pytest

from benchruns.models import Result
from tests.benchruns.migrations.moving import upgrade_rows
from tests.factories import ResultFactory

pytestmark = pytest.mark.django_db


def caution(code):
    return {"code": code, "severity": "caution", "results": [], "values": {}}


def doubted(*findings):
    row = ResultFactory()
    Result.objects.filter(pk=row.pk).update(findings=list(findings), doubt="figure")
    return row


def test_what_else_doubts_a_row_goes_on_doing_so():
    threads = caution("threads_differ")
    rows = [
        doubted(threads),
        doubted(threads, caution("client_bound")),
        doubted(threads, caution("regime_label")),
        doubted(threads, caution("short")),
        doubted(caution("short")),
        doubted(threads, None),
    ]

    upgrade_rows("0089_doubts_of_ratios")

    found = [Result.objects.get(pk=row.pk).doubt for row in rows]
    assert found == ["", "", "regime", "figure", "figure", "figure"]
