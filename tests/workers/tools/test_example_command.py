"""The guide's example is the command that a worker gives the tool."""

import shlex

import pytest

from benchruns.commands.example import measuring_command
from benchruns.engines import FAMILIES
from benchruns.workloads import WORKLOADS
from tests.own_scripts import put
from workers.connecting.target import Target
from workers.tools.driver import Place
from workers.tools.registry import driver_of

TARGETS = {
    family: Target(
        engine=engine,
        host="HOST",
        address="HOST",
        port=1,
        username="USER",
        password="PASSWORD",
        database="DB",
    )
    for family, engine in (
        ("mysql", "mysql"),
        ("postgresql", "postgresql"),
        ("sqlserver", "sqlserver"),
    )
}
PLACE = Place(workspace="benchbook_0a", mark="benchbook_0a")
CASES = [
    pytest.param(workload, family, given, id=f"{workload.name}-{family.name}-{name}")
    for workload in WORKLOADS.values()
    for family in FAMILIES.values()
    if family in workload.families
    for name, given in {"plain": {}, "rate": {"rate": 100}}.items()
    if set(given) <= {parameter.name for parameter in workload.parameters}
]


@pytest.fixture(autouse=True)
def scripts(settings, tmp_path):
    settings.LOADGEN_SCRIPTS = str(put(tmp_path))


@pytest.mark.parametrize(("workload", "family", "given"), CASES)
def test_it_is_what_a_worker_runs(workload, family, given):
    parameters = workload.clean({**workload.presets["quick"], **given})

    told = shlex.split(measuring_command(workload, parameters, family=family))

    run = driver_of(workload.name, parameters).measure(TARGETS[family.name], PLACE)
    assert bare(told) == bare(words_shown(run))


def words_shown(command):
    words = shlex.split(command.displayed)
    return [word for word in words if not word.startswith("PG")]


def bare(words):
    """Without the values that differ from server to server, or from client to client."""
    endings = ("-host", "-port", "-user", "-password", "-db")
    words = [word for word in words if not word.startswith("--processes=")]
    return [
        word.partition("=")[0] if word.partition("=")[0].endswith(endings) else word
        for word in words
    ]
