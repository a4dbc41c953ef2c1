"""A workload's name stands in its own room alone; others ask the workload itself."""

import ast

import pytest

from benchruns.workloads import WORKLOADS
from local.places import ROOT

HOME = "benchruns/workloads"
WINGS = ("benchruns", "portal", "workers")


def names_in(tree: ast.Module) -> set[str]:
    return {
        str(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value in WORKLOADS
    }


@pytest.mark.parametrize("wing", WINGS)
def test_no_module_outside_names_a_workload(wing):
    named = {}
    for path in sorted((ROOT / wing).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(HOME) or "/migrations/" in name:
            continue
        found = names_in(ast.parse(path.read_text()))
        if found:
            named[name] = found

    assert named == {}


def test_no_template_and_no_script_names_a_workload():
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "static/js").rglob("*.js"),
    ]

    assert files
    for path in files:
        text = path.read_text()
        named = [n for n in WORKLOADS if f'"{n}"' in text or f"'{n}'" in text]
        assert named == [], path.name
