"""Counts of the house: how many rooms it has, and how much of what stands where.

    python -m tests.counts [FOLDER]         of this checkout, or of another one

Counted by parsing, so the same two lines give the same numbers anywhere. Compare a number
with that of another commit, not with one taken in another way.
"""

import ast
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

WINGS = ("benchruns", "portal", "workers")
SOURCES = (*WINGS, "local")
ENGINES = frozenset({"mysql", "mariadb", "postgresql", "sqlserver"})
FINDINGS = frozenset({"Finding", "Problem", "Check", "Mark", "Failure", "Complaint"})
NARROW, WIDE = 120, 200  # columns
COMPARISON = re.compile(r"compar|fairness|/c/")


class Modules:
    """The parsed modules of a checkout, by their path below it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trees = {
            path.relative_to(folder): ast.parse(path.read_text())
            for source in SOURCES
            for path in sorted((folder / source).rglob("*.py"))
            if "migrations" not in path.parts
        }

    def of(self, wing: str) -> Iterator[tuple[Path, ast.Module]]:
        return ((p, tree) for p, tree in self.trees.items() if p.parts[0] == wing)

    def lines(self, path: Path) -> int:
        return len((self.folder / path).read_text().splitlines())


def counted(folder: Path) -> Iterator[tuple[str, object]]:
    modules = Modules(folder)
    for wing in WINGS:
        arrows = arrows_in(modules, wing)
        rooms = {_room(path.parts) for path, _tree in modules.of(wing)} - {"__init__"}
        yield f"rooms of {wing} (folders and loose modules)", len(rooms)
        yield f"arrows between rooms of {wing}", len(arrows)
        yield f"loose modules of {wing}", loose(folder / wing)
    yield "loose modules of portal/pages", loose(folder / "portal/pages")
    yield "modules naming an engine", sum(map(names_engine, modules.trees.values()))
    classes = Counter(
        name for tree in modules.trees.values() for name in classes_of(tree)
    )
    yield "classes for something to say", sum(classes[name] for name in FINDINGS)
    yield "classes called NotAllowed", classes["NotAllowed"]
    yield "class names that stand for several", sum(n > 1 for n in classes.values())
    yield "lines of the comparison", sum(comparison(folder))
    widths = [
        len(line) for path in _files(folder, "templates") for line in _lines(path)
    ]
    yield f"template lines over {NARROW} columns", sum(w > NARROW for w in widths)
    wide = sum(w for w in widths if w > WIDE)
    yield (
        f"% of template characters on lines over {WIDE}",
        round(100 * wide / sum(widths)),
    )
    lengths = [modules.lines(path) for path in modules.trees]
    yield "source modules", len(lengths)
    yield "source lines", sum(lengths)
    yield "median lines of a module", round(statistics.median(lengths))
    yield "median lines of a function", round(statistics.median(functions(modules)))


def _room(parts: tuple[str, ...]) -> str:
    return parts[1].removesuffix(".py") if len(parts) > 1 else ""


def arrows_in(modules: Modules, wing: str) -> set[tuple[str, str]]:
    """Pairs of rooms of which the first imports the second."""
    found = set()
    for path, tree in modules.of(wing):
        for name in imported(tree):
            parts = name.split(".")
            if parts[0] == wing and len(parts) > 1 and parts[1] != _room(path.parts):
                found.add((_room(path.parts), parts[1]))
    return {pair for pair in found if "__init__" not in pair}


def imported(tree: ast.Module) -> Iterator[str]:
    """Full names; a name that is imported from a wing itself is one of its rooms."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)


def loose(folder: Path) -> int:
    return len([p for p in folder.glob("*.py") if p.name != "__init__.py"])


def names_engine(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Constant) and node.value in ENGINES
        for node in ast.walk(tree)
        if isinstance(getattr(node, "value", None), str)
    )


def classes_of(tree: ast.Module) -> Iterator[str]:
    return (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def functions(modules: Modules) -> list[int]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for tree in modules.trees.values()
        for node in ast.walk(tree)
        if isinstance(node, kinds)
    ]


def comparison(folder: Path) -> Iterator[int]:
    """Lines of all that makes the page: rules, views, templates, styles, scripts."""
    for top in (*WINGS, "templates", "static/css", "static/js"):
        for path in _files(folder, top):
            if COMPARISON.search(path.relative_to(folder).as_posix()):
                yield len(_lines(path))


def _files(folder: Path, top: str) -> list[Path]:
    endings = {".py", ".html", ".css", ".js", ".txt"}
    return [p for p in sorted((folder / top).rglob("*")) if p.suffix in endings]


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for what, count in counted(folder):
        print(f"{count:>8,}  {what}" if isinstance(count, int) else f"{count}  {what}")


if __name__ == "__main__":
    main()
