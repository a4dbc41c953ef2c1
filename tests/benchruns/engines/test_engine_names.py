"""An engine's name stands in its own folders alone: one more engine is a folder more."""

import ast
import re
from pathlib import Path

import pytest

from benchruns.engines import ENGINES, FAMILIES
from local.places import ROOT

NAMES = frozenset({*ENGINES, *FAMILIES})
HOMES = ("benchruns/engines", "workers/engines", "workers/tools/tpcc/dialects")
WINGS = ("benchruns", "portal", "workers")
IN_TEMPLATES = re.compile(rf"""["']({"|".join(NAMES)})["']""")


def modules() -> list[str]:
    paths = (path for wing in WINGS for path in (ROOT / wing).rglob("*.py"))
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    return [
        name
        for name in sorted(names)
        if not name.startswith(HOMES) and "/migrations/" not in name
    ]


def engines_named(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            found.add(str(node.value))
        if isinstance(node, ast.ImportFrom) and "engines" in (node.module or ""):
            found |= NAMES & set((node.module or "").split("."))
    return found


@pytest.mark.parametrize("wing", WINGS)
def test_no_module_outside_names_an_engine(wing):
    named = {
        name: found
        for name in modules()
        if name.startswith(f"{wing}/")
        and (found := engines_named(ast.parse((ROOT / name).read_text())))
    }

    assert named == {}


def test_no_template_and_no_script_names_an_engine():
    files = [
        path
        for folder, ending in (("templates", "*.html"), ("static/js", "*.js"))
        for path in Path(ROOT / folder).rglob(ending)
    ]

    assert files
    assert [path.name for path in files if IN_TEMPLATES.search(path.read_text())] == []
