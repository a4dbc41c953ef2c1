"""Rows that were there before get the doubts that a new one of the same has."""

import pytest

from benchruns.models import Result
from tests.benchruns.migrations.moving import upgrade_rows
from tests.factories import ResultFactory
from tests.submission_factories import SubmittedResultFactory

pytestmark = pytest.mark.django_db
AT_LEAST = {"code": "client_bound", "severity": "caution", "values": {}}
STATED = {"tables": 10, "table_size": 1000, "memory_gb": 4, "regime": "cached"}


def note(code, **values):
    return {"code": code, "severity": "note", "results": [], "values": values}


def stored(result, *findings):
    Result.objects.filter(pk=result.pk).update(findings=list(findings), doubt="")
    return result


def doubts_of(*results):
    upgrade_rows("0055_claims_in_doubt")
    return [Result.objects.get(pk=each.pk).doubt for each in results]


def test_uploads_without_a_time_or_a_size_are_doubted_and_others_not():
    whole = stored(SubmittedResultFactory(**STATED))
    asked = stored(
        SubmittedResultFactory(
            **STATED, duration_s=None, parameters={"duration_seconds": 60}
        )
    )
    sizeless = stored(SubmittedResultFactory(regime="disk_io"), AT_LEAST)
    timeless = stored(SubmittedResultFactory(duration_s=None, regime="disk_io"))
    paper = stored(ResultFactory(regime="disk_io"))

    found = doubts_of(whole, asked, sizeless, timeless, paper)

    assert found == ["", "", "regime", "figure", ""]
    timeless.refresh_from_db()
    codes = [each["code"] for each in timeless.findings]
    assert codes == ["regime_not_shown", "time_not_stated"]
    assert doubts_of(timeless) == ["figure"]
    timeless.refresh_from_db()
    assert [each["code"] for each in timeless.findings] == codes


def test_what_the_line_of_a_verdict_called_in_doubt_is():
    short = stored(ResultFactory(), note("short", seconds=30, least=60))
    ramp = stored(ResultFactory(), note("not_steady"))
    varied = stored(ResultFactory(), note("variation", uncertainty=0.0475))
    known = stored(ResultFactory(), note("variation", uncertainty=0.01))
    damaged = stored(ResultFactory(), note("variation", uncertainty="much"), {})

    found = doubts_of(short, ramp, varied, known, damaged)

    assert found == ["figure", "figure", "figure", "", ""]
