"""A document of docs/ as HTML of our own pages: its tables scroll, its code is copied."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

# The documents that stand in the image and may be read here; others are no links.
NAMES = ("api", "formats", "report-template")
EXAMPLE_HOST = "http://127.0.0.1:8000"
_LINK = re.compile(r"(?:.*/)?([\w-]+)\.md(#.*)?")


@dataclass(frozen=True, slots=True)
class Document:
    """``html`` is made of a file of ours, in which no HTML is taken over."""

    title: str
    html: SafeString
    sections: Sequence[tuple[str, str]]  # anchor and heading


def document(name: str, *, host: str) -> Document:
    """With the reader's host in place of the demo's."""
    text = _text(name).replace(EXAMPLE_HOST, host)
    reader = _reader()
    tokens = reader.parse(text)
    title, sections = _name_headings(tokens)
    for token in tokens:
        _lead_home(token)
    html = reader.renderer.render(tokens, reader.options, {})
    return Document(title, mark_safe(html), sections)  # noqa: S308 - Markdown without HTML


def to_html(text: str) -> SafeString:
    """A few sentences of ours."""
    html: str = _reader().render(text)
    return mark_safe(html)  # noqa: S308 - Markdown without HTML


def inline_html(text: str) -> SafeString:
    """The same without a paragraph about it, for a cell of a table."""
    html: str = _reader().renderInline(text)
    return mark_safe(html)  # noqa: S308 - Markdown without HTML


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", _open_table)
    reader.add_render_rule("table_close", _close_table)
    reader.add_render_rule("fence", _code)
    return reader


@cache
def _text(name: str) -> str:
    return (Path(settings.BASE_DIR) / "docs" / f"{name}.md").read_text()


def _name_headings(tokens: list[Token]) -> tuple[str, list[tuple[str, str]]]:
    """The title, which the page itself shows, is taken out."""
    title, sections = "", []
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        words = tokens[index + 1].content.replace("`", "")
        anchor = slugify(words)
        token.attrSet("id", anchor)
        if token.tag == "h1":
            title = words
            for part in tokens[index : index + 3]:
                part.hidden, part.children, part.content = True, [], ""
        elif token.tag == "h2":
            sections.append((anchor, words))
    return title, sections


def _lead_home(token: Token) -> None:
    """Links between the documents lead to their pages, or nowhere."""
    for child in token.children or ():
        if child.type == "link_open" and (
            match := _LINK.fullmatch(str(child.attrGet("href")))
        ):
            name, anchor = match[1], match[2] or ""
            known = name in NAMES
            child.attrSet("href", f"{address(name)}{anchor}" if known else "#content")


def address(name: str) -> str:
    if name == "api":
        return reverse("api-guide")
    return reverse("api-document", args=[name])


def _open_table(*_args: Any) -> str:
    return '<div class="bb-scroll" tabindex="0"><table class="bb-table bb-table-top">'


def _close_table(*_args: Any) -> str:
    return "</table></div>"


def _code(_renderer: Any, tokens: Sequence[Token], index: int, *_args: Any) -> str:
    return str(
        format_html(
            '<div class="bb-code bb-commands"><pre tabindex="0"><code>{}</code></pre></div>',
            tokens[index].content,
        )
    )
