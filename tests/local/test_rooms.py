"""Rules of thumb for rooms, as far as a program can hold them (CONTRIBUTING.md)."""

import ast
from pathlib import Path

import pytest

from local.places import ROOT

WINGS = ("benchruns", "portal", "workers")
MOST_AT_A_ROOT = 8
MOST_IN_A_ROOM = 15
MOST_LINES = 400
BY_DJANGO = {
    "apps",
    "asgi",
    "settings",
    "urls",
    "wsgi",
    "admin",
}  # their names and places
NOT_ROOMS = {"migrations", "commands"}  # a module for each step, or for each command
# Nouns of the vocabulary that end alike; libraries of templates; what is kept on servers.
NOUNS = {"rating", "scaling", "ceiling", "comparing", "sharing", "kept_data"}


def modules(wing):
    paths = (ROOT / wing).rglob("*.py")
    return [path for path in paths if not NOT_ROOMS & set(path.parts)]


def rooms():
    folders = {path.parent for wing in WINGS for path in modules(wing)}
    return {
        folder.relative_to(ROOT).as_posix(): sorted(
            path.stem for path in folder.glob("*.py") if path.stem != "__init__"
        )
        for folder in folders
    }


def test_no_room_is_a_drawer():
    assert {r: len(m) for r, m in rooms().items() if len(m) > MOST_IN_A_ROOM} == {}


@pytest.mark.parametrize("wing", WINGS)
def test_a_wing_keeps_little_loose(wing):
    loose = set(rooms()[wing]) - BY_DJANGO

    assert len(loose) <= MOST_AT_A_ROOT, loose


def test_three_files_with_one_prefix_are_a_folder():
    found = {}
    for room, names in rooms().items():
        for prefix in {name.split("_")[0] for name in names if "_" in name}:
            alike = [name for name in names if name.startswith(f"{prefix}_")]
            if len(alike) > 2:
                found[room, prefix] = alike

    assert found == {}


def test_a_module_is_called_by_what_it_holds_or_by_the_deed_on_it():
    bad = ("ing", "told", "said", "kept")
    named = [
        f"{room}/{name}"
        for room, names in rooms().items()
        for name in names
        if name not in NOUNS and (name.endswith(bad) or name.startswith(bad[1:]))
    ]

    assert named == []


def test_no_module_is_too_long_to_read():
    lines = {
        path.relative_to(ROOT).as_posix(): len(Path(path).read_text().splitlines())
        for wing in WINGS
        for path in modules(wing)
    }

    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_no_function_of_the_product_is_called_told_said_or_kept():
    """What it answers with is its name: ``number_and_text``, ``registered``."""
    dialect = {"told", "said", "kept"}
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for wing in WINGS
        for path in modules(wing)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name in dialect
    ]

    assert found == []
