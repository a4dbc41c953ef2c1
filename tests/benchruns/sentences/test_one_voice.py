"""Findings get their words in the catalogue, and nowhere else."""

import ast

import pytest

from local.places import ROOT

# The room of words, and ``read`` for rows of a release that stored them.
CATALOGUE = ROOT / "benchruns" / "sentences"
STORED = ROOT / "benchruns" / "findings.py"


@pytest.mark.parametrize("wing", ["benchruns", "portal", "workers"])
def test_findings_are_worded_in_the_catalogue_alone(wing):
    made = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in (ROOT / wing).rglob("*.py")
        if CATALOGUE not in path.parents and path != STORED
        for line in _makers(path)
    ]

    assert made == []


def _makers(path):
    """Lines on which a worded finding is made, by whichever name it was imported."""
    tree = ast.parse(path.read_text())
    names = {"Worded"} | {
        name.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name == "Worded" and name.asname
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node.func) in names
    ]


def _called(function):
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def test_the_rules_of_a_comparison_hold_no_words():
    """Names of results are made of labels, and so stand beside the contexts."""
    fairness = ROOT / "benchruns" / "comparison" / "fairness"
    spoken = {
        path.name
        for path in fairness.rglob("*.py")
        if "django.utils.translation" in path.read_text()
    }

    assert spoken == {"context.py", "names.py"}
