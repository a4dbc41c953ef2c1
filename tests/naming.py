"""Where modules name something: in a string, an import or a name of their own."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from local.places import ROOT

WINGS = ("benchruns", "portal", "workers")
# Sentences may name what they speak of.
TRANSLATED = frozenset({"_", "gettext", "gettext_lazy", "ngettext", "pgettext"})


def pattern_of(names: Iterable[str]) -> re.Pattern[str]:
    """Each of them as words of their own, in any case."""
    alternatives = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?<![a-z0-9])(?:{alternatives})(?![a-z0-9])", re.IGNORECASE)


def modules(wing: str, *, outside: tuple[str, ...]) -> Iterator[str]:
    """Paths from the project's root, but for these folders and migrations."""
    for path in sorted((ROOT / wing).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(outside) and "/migrations/" not in name:
            yield name


def named_in(
    source: str, names: re.Pattern[str], *, rooms: tuple[str, ...]
) -> set[str]:
    """What a module names: strings that are no sentence, definitions, and imports from
    the ``rooms``, ``module.name`` each."""
    tree = ast.parse(source)
    sentences = set(_sentences(tree))
    return {
        text
        for node in ast.walk(tree)
        if node not in sentences
        for text in _texts(node, rooms)
        if names.search(text)
    }


def templates_and_scripts() -> list[Path]:
    return [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static/js").rglob("*.js")]


def _texts(node: ast.AST, rooms: tuple[str, ...]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name.replace("_", " ")
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(rooms):
        yield from (f"{node.module}.{each.name}" for each in node.names)
    elif isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name.startswith(rooms))


def _sentences(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, and what is translated."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TRANSLATED:
            yield from (part for argument in node.args for part in ast.walk(argument))
