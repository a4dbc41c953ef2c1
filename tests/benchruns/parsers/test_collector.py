"""The collector of cycles is off while a text is read, and only then."""

import gc

import pytest

from benchruns.parsers.errors import ReportError
from benchruns.parsers.sysbench.report import read
from benchruns.parsers.text.collector import paused_collector


def test_it_is_off_within_and_on_again_behind():
    with paused_collector():
        assert not gc.isenabled()
        with paused_collector():
            pass
        assert not gc.isenabled()

    assert gc.isenabled()


def test_a_text_that_is_refused_leaves_it_on():
    with pytest.raises(ReportError):
        read("nothing of sysbench")

    assert gc.isenabled()
