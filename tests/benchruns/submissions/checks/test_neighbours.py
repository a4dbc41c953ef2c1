"""Which rows of its class stand beside a submitted result."""

import pytest

from benchruns.submissions.checks.neighbours import of_class
from tests.factories import InstanceClassFactory, ResultFactory

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
