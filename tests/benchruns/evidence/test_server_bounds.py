"""What a server says of itself, whatever that is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.engines import FAMILIES
from benchruns.evidence.server_bounds import bounded, whole
from benchruns.runs.plan import plan_of
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS

LOAD = WORKLOADS["oltp_read_write"]
MOST = 2**63 - 1
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=2**60, max_value=10**400),
    st.text(),
    st.from_regex(r"[0-9]{1,500}(kB|GB|TB)?", fullmatch=True),
)
SETTINGS = ("effective_cache_size", "max_prepared_stmt_count", "max_connections")


@given(
    numbers=st.dictionaries(
        st.sampled_from(["buffer_bytes", "max_connections", "free_disk_bytes"]),
        ANYTHING,
    ),
    settings=st.dictionaries(st.sampled_from(SETTINGS), ANYTHING),
    reserved=ANYTHING,
)
def test_a_plan_is_made_of_whatever_a_server_says(numbers, settings, reserved):
    said = {**numbers, "settings": settings, "reserved_connections": reserved}
    server = bounded(said)

    for name in ("mysql", "postgresql"):
        plan = plan_of(LOAD, LOAD.clean({}), family=FAMILIES[name], server=server)
        assert plan.expected_regime in {*Regime, None}
    json.dumps(server)


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("151", 151),
        (64, 64),
        ("18446744073709551615", None),  # no limit
        (str(MOST), MOST),
        ("9" * 5000, None),
        ("-9..9", None),
        ("\N{SUPERSCRIPT TWO}", None),
        (None, None),
        ("", None),
    ],
)
def test_a_number_is_one_that_a_server_may_have(said, known):
    assert whole(said) == known


def test_texts_are_on_one_line_and_no_number_in_them_is_endless():
    settings = {"a": "x\0y\n", "b": f"{'9' * 400}GB", "c": "18446744073709551615"}

    found = bounded({"settings": settings, "version": "8.0" * 1000, "edition": ""})

    assert found["settings"] == {"a": "x y ", "c": "18446744073709551615"}
    assert len(found["version"]) == 500
