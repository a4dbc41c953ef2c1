"""Every text that somebody reads: those of templates, and those that programs translate."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SHARE_BY_PYTHON = re.compile(r"\{[^{}\n]*:[+,.\d]*%\}")  # "{share:.0%}" is "42%"
SHARE_IN_TEMPLATE = re.compile(r"}}%(?!\")")  # "width:{{ share }}%" aside
WINGS = ("portal", "benchruns", "workers")
TRANSLATORS = {
    "_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy",
    "pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy",
}  # fmt: skip
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}|{#.*?#}", re.DOTALL)
# A text between tags of HTML and Django, or one that a tag translates.
TEXT = re.compile(
    r"""(?:translate |_\()(?:"([^"]*)"|'([^']*)')|(?<=[>}])([^<>{}]+)(?=[<{])"""
)


def of_templates() -> Iterator[str]:
    for template in (ROOT / "templates").rglob("*.html"):
        for found in TEXT.finditer(COMMENT.sub("", template.read_text())):
            yield " ".join(next(filter(None, found.groups()), "").split())


def of_programs() -> Iterator[str]:
    for wing in WINGS:
        for module in (ROOT / wing).rglob("*.py"):
            yield from _translated(ast.parse(module.read_text()))


def of_shares_without_space() -> Iterator[str]:
    for wing in (*WINGS, "client"):
        for module in (ROOT / wing).rglob("*.py"):
            yield from SHARE_BY_PYTHON.findall(module.read_text())
    for template in (ROOT / "templates").rglob("*.html"):
        yield from SHARE_IN_TEMPLATE.findall(template.read_text())


def _translated(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in TRANSLATORS:
            for given in node.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
