"""Which rows of its class stand beside a submitted result."""

import pytest

from benchruns.submissions.checks import neighbours
from benchruns.submissions.checks.neighbours import of_class
from tests.factories import InstanceClassFactory, ResultFactory
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory

pytestmark = pytest.mark.django_db


def test_the_row_on_the_same_data_comes_before_one_of_as_many_threads():
    size = InstanceClassFactory(engine="mysql")
    load = {
        "instance_class": size,
        "engine": "mysql",
        "engine_version": "8.0",
        "workload": "oltp_read_write",
        "tables": 128,
    }
    cached = ResultFactory(**load, regime="cached", threads=16, table_size=25_000)
    disk = ResultFactory(**load, regime="disk_io", threads=32, table_size=800_000)
    report = ResultFactory(**load, regime=None, threads=16, table_size=800_000)

    assert of_class(report, [cached, disk]) == [disk, cached]


def test_of_many_papers_those_of_the_class_and_of_the_version_come_first(monkeypatch):
    monkeypatch.setattr(neighbours, "_MOST_OF_PAPERS", 3)
    monkeypatch.setattr(neighbours, "_MOST_OF_CLASSES", 1)
    submitted = SubmittedResultFactory(
        instance_class=InstanceClassFactory(), engine_version="8.0"
    )
    own = {"instance_class": submitted.instance_class}
    of_class_itself = ResultFactory(engine_version="5.7", **own)
    ResultFactory(measured=True, visibility="public", **own)
    newest_measured = ResultFactory(measured=True, visibility="public", **own)
    ResultFactory.create_batch(2, engine_version="5.7")
    of_version = ResultFactory.create_batch(2, engine_version="8.0")
    ResultFactory.create_batch(2, engine_version="5.7")

    found = neighbours.candidates(submitted.submission, [submitted])

    assert set(found) == {newest_measured, of_class_itself, *of_version}


def test_fewer_of_the_version_leave_room_for_others():
    submitted = SubmittedResultFactory(submission=SubmissionFactory(accepted=True))
    others = ResultFactory.create_batch(2, engine_version="5.7")

    assert set(neighbours.candidates(submitted.submission, [submitted])) == set(others)
