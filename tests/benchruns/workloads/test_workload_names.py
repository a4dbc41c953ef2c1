"""A workload's name stands in its own room alone; others ask the workload itself."""

import pytest

from benchruns.workloads import WORKLOADS
from local.places import ROOT
from tests import naming

NAMES = naming.pattern_of({*WORKLOADS, "hot_row"})
ROOMS = ("benchruns.workloads",)
HOME = ("benchruns/workloads/",)
# Tools are called after the load: ``benchbook-tpcc``, its room, its formulas.
OF_THE_TOOL = ("benchruns/parsers/", "benchruns/engines/", "workers/tools/")
BY_REASON = {
    "benchruns/commands/example.py": "an example command of the tool",
    "benchruns/commands/tpcc.py": "the command of the tool",
    "benchruns/comparison/fairness/results.py": "the profile of HammerDB's load",
    "benchruns/comparison/fairness/rules/load.py": "a code of a finding",
    "benchruns/comparison/fairness/axes.py": "a name of a condition",
    "benchruns/sentences/fairness/load.py": "a code of a finding",
    "benchruns/evidence/tool_output.py": "the readers of each tool",
    "benchruns/figures/formulas.py": "the formulas of the tool's figures",
    "portal/api/description/meanings/figures.py": "help of the API",
    "benchruns/reproduction/ratios.py": "the profile of HammerDB's load",
    "benchruns/runs/plan/run_plan.py": "how fast the tool loads",
    "benchruns/runs/result_of_run.py": "the formulas of the tool's figures",
    "benchruns/submissions/template/columns.py": "an example in a report template",
    "portal/api/serializers/catalog.py": "a key of the API",
    "benchruns/sentences/waits.py": "a key of the evidence",
    "workers/generator.py": "names of the tools that it has",
    "workers/probes/confined.py": "a question of the probe",
    "portal/api/serializers/sweeps.py": "help of the API",
    "portal/api/views/series.py": "help of the API",
    "portal/pages/classes/columns.py": "keys of columns and files",
    "portal/pages/comparisons/parameters.py": "a code of a finding",
    "portal/pages/guide/rules.py": "numbers that the guide quotes",
}


def named_in(source: str) -> set[str]:
    return naming.named_in(source, NAMES, rooms=ROOMS)


def test_modules_outside_name_no_workload_but_for_a_reason():
    named = {
        name
        for wing in naming.WINGS
        for name in naming.modules(wing, outside=(*HOME, *OF_THE_TOOL))
        if named_in((ROOT / name).read_text())
    }

    assert named == set(BY_REASON)


def test_templates_name_a_workload_in_the_guide_alone_and_scripts_nowhere():
    named = {
        path
        for path in naming.templates_and_scripts()
        if NAMES.search(path.read_text())
    }

    assert named == {ROOT / "templates/guide/fairness.html"}


@pytest.mark.parametrize(
    "source",
    [
        'name == "oltp_read_write"',
        'name.startswith("hot_row")',
        'name in "tpcc oltp_legacy".split()',
        "from benchruns.workloads.tpcc import TOOL",
        "import benchruns.workloads.hot_row",
    ],
)
def test_a_name_is_found(source):
    assert named_in(source)
