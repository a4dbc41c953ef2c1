"""What the registry says of itself agrees with what it runs."""

import json
import re

import pytest

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.workloads import WORKLOADS
from benchruns.workloads.pgbench_scripts import count
from benchruns.workloads.sysbench_lua import NAMES, text_of, with_needed

ALL = pytest.mark.parametrize("workload", WORKLOADS.values(), ids=lambda w: w.name)


@ALL
def test_a_transaction_has_the_statements_that_are_counted(workload):
    sent = [line.sql for line in workload.script for _ in range(line.times)]

    found = count(sent)

    assert workload.statements == {
        "reads": found.reads,
        "writes": found.writes,
        "other": found.other,
    }


@ALL
def test_every_workload_is_told_in_full(workload):
    titles = [str(topic.title) for topic in workload.documentation]

    assert titles == [
        "A transaction",
        "The data",
        "What is counted",
        "What it asks of a server",
        "What it can say, and what not",
        "Where it comes from",
    ]
    assert all(str(topic.text).endswith(".") for topic in workload.documentation)


@ALL
def test_the_figures_that_are_told_are_figures(workload):
    assert set(workload.metrics) <= set(FIGURE_NAMES)
    assert {"tps", "latency_p95_ms", "duration_s"} <= set(workload.metrics)


def test_the_legacy_script_sends_what_is_told_of_it():
    text = text_of("oltp_legacy.lua")
    sent = {
        _shape(found) for found in re.findall(r'"((?:SELECT|UPD|DEL|INS).*?)"', text)
    }

    told = {_shape(line.sql) for line in WORKLOADS["oltp_legacy"].script[1:-1]}

    assert sent == told
    assert "POINT_SELECTS = 10" in text


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_script_of_our_own_comes_with_all_that_it_loads(name):
    here = with_needed(name)

    for each in here:
        loaded = re.findall(r'require\("(benchbook_\w+)"\)', text_of(each))
        assert {f"{one}.lua" for one in loaded} <= set(here)


def _shape(sql):
    """A statement without its values, its table's name and its case."""
    bare = re.sub(r"'%s'|%d|%s|\?|sbtestN", "·", sql)
    return re.sub(r"[\s,]+", "", bare).lower()


def test_the_hot_row_script_sends_what_is_told_of_it():
    text = text_of("hot_row_update.lua")

    sent = re.findall(r'connection:query\("(.*?)"\)', text)

    assert sent == [line.sql for line in WORKLOADS["hot_row_update"].script]


@ALL
def test_its_parameters_are_a_json_schema(workload):
    schema = json.loads(json.dumps(workload.json_schema()))

    assert schema["title"] == workload.name
    assert schema["additionalProperties"] is False
    assert schema["examples"] == list(workload.presets.values())
    for parameter in workload.parameters:
        told = schema["properties"][parameter.name]
        assert told["default"] == parameter.default
        assert told.get("minimum") == parameter.minimum
        assert told.get("maximum") == parameter.maximum
        assert str(parameter.help) in told["description"]
        assert told.get("x-unit", "") == parameter.unit
        assert told.get("enum", []) == list(parameter.choices)
