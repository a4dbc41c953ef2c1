"""Secrets below their name: in an object or list of JSON, in more indented lines of YAML.

Each value of such a block is a secret, whatever its own key is.
"""

import re
from collections.abc import Iterable, Iterator

from benchruns.parsers.concealing.secret_names import STRONG, is_known
from benchruns.parsers.concealing.spans import NOTHING, Span

# Nothing reaches over an empty line, which stands between texts that have to do nothing
# with each other.
_INSIDE = (
    r"\\[^\n]|\"(?>(?:[^\"\\\n]|\\[^\n])*)\"|'[^'\n]*+'|[^{}\[\]\"\n]|\n(?![ \t]*\r?\n)"
)


def _balanced(depth: int) -> str:
    within = f"|{_balanced(depth - 1)}" if depth > 1 else ""
    return rf"[{{\[](?>(?:{_INSIDE}{within})*)[}}\]]"


_BALANCED = _balanced(depth=4)
# Behind the name of a secret: what else is looked at does not begin here.
BRACKETS = rf"(?:{_BALANCED}|[{{\[][ \t]{{0,40}}(?=\\*[\"'])[^\n]{{0,300}}+)"
_OPENING = re.compile(r"(?::(?!:)|=>?)\s{0,40}(?=[{\[])")
_BRACKETS = re.compile(BRACKETS)
_BEFORE_BRACKETS = re.compile(
    rf"(?P<name>{STRONG})\\*[\"'`]{{0,2}}\]?[ \t]{{0,40}}$", re.IGNORECASE
)
_ITEM = re.compile(
    r"\\\"(?P<escaped>(?>(?:[^\"\\\n]|\\\\[^\n]?)*))\\\"(?P<key>\s{0,40}(?::|=>))?"
    r"|(?P<quoted>\"(?>(?:[^\"\\\n]|\\[^\n])*)(?:\"|$)|'[^'\n]*+(?:'|$))"
    r"(?P<key_2>\s{0,40}(?::|=>?))?"
    r"|(?P<bare>(?![ \t])(?>(?:[^\s\"',:=#{}\[\]\\]|[:=#](?![\s\"'{\[])|[ \t]{1,40}+(?![:=#]))+))"
    r"(?P<key_3>[ \t]{0,40}[:=])?",
    re.MULTILINE,
)
_NUMBER = re.compile(r"-?[0-9][0-9.e+-]*", re.IGNORECASE)

_HEAD = re.compile(
    r":(?P<scalar>[ \t]{1,40}(?:[!&][\w!./-]{1,60}[ \t]{1,40})?[|>][-+0-9]{0,2})?"
    r"[ \t]{0,40}(?:#[^\n]{0,200})?\r?\n"
)
_KEY = re.compile(
    rf"(?P<indent>[ \t]*(?:-[ \t]+)*)[\"']?[\w.-]{{0,60}}?(?P<name>{STRONG})[\"']?[ \t]{{0,40}}",
    re.IGNORECASE,
)
_LONGEST_KEY = 200
_PROMPT = re.compile(r"Password:[ \t]+\r?\n")
_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<rest>[^\r\n]*)\r?(?:\n|\Z)")
_ENTRY = re.compile(
    r"(?:-[ \t]+)*(?:[\"']?[\w.-]{1,100}[\"']?[ \t]*:(?=[ \t]|$)[ \t]*)?"
    r"(?P<value>(?![|>][-+0-9]{0,2}$|#)[^\r\n]+)"
)


def spans_of_brackets(text: str, windows: Iterable[Span]) -> Iterator[Span]:
    end = 0
    for window in windows:
        for opening in _OPENING.finditer(text, window.start, window.end):
            if opening.start() >= end and _is_of_secret(text, opening.start()):
                block = _BRACKETS.match(text, opening.end(), window.end)
                if block is not None:
                    end = block.end()
                    yield from _items(text, block)


def _is_of_secret(text: str, end: int) -> bool:
    name = _BEFORE_BRACKETS.search(text[max(0, end - _LONGEST_KEY) : end])
    return name is not None and not is_known(name)


def _items(text: str, block: re.Match[str]) -> Iterator[Span]:
    for item in _ITEM.finditer(text, *block.span()):
        group = item.lastgroup or ""
        if not group.startswith("key") and not NOTHING.fullmatch(item[group].rstrip()):
            first, last = item.span(group)
            last -= len(item[group]) - len(item[group].rstrip())
            is_number = group == "bare" and _NUMBER.fullmatch(text, first, last)
            yield Span(first, last, bare=bool(is_number))


def spans_of_indented(text: str, windows: Iterable[Span]) -> Iterator[Span]:
    end = 0
    for window in windows:
        end = max(end, window.start)
        while head := _HEAD.search(text, end, max(end, window.end)):
            end = head.end()
            column = _column(text, head)
            if column is None:
                continue
            is_scalar = head["scalar"] is not None
            lines = list(_below(text, end, column, is_scalar=is_scalar))
            if lines:
                end = lines[-1].end("rest")
                yield from _of_scalar(text, lines) if is_scalar else _of_lines(lines)


def _column(text: str, head: re.Match[str]) -> int | None:
    """Where the key begins, if it names a secret and is no prompt."""
    least = max(0, head.start() - _LONGEST_KEY)
    start = text.rfind("\n", least, head.start()) + 1
    if start == 0 and least > 0:
        return None
    key = _KEY.fullmatch(text, start, head.start())
    if key is None or is_known(key) or _PROMPT.match(text, start):
        return None
    return len(key["indent"])


def _below(
    text: str, start: int, column: int, *, is_scalar: bool
) -> Iterator[re.Match[str]]:
    """The lines that are more indented, and empty ones between those of a scalar."""
    empty: list[re.Match[str]] = []
    is_first = True
    for line in _LINE.finditer(text, start):
        indent = len(line["indent"])
        is_entry = indent == column and not is_scalar and line["rest"].startswith("- ")
        if line["rest"] and (indent > column or is_entry):
            yield from empty
            empty, is_first = [], False
            yield line
        elif not line["rest"] and is_scalar and not is_first:
            empty.append(line)
        else:
            return


def _of_scalar(text: str, lines: list[re.Match[str]]) -> Iterator[Span]:
    span = Span(lines[0].start("rest"), lines[-1].end("rest"))
    if not NOTHING.fullmatch(text, span.start, span.end):
        yield span


def _of_lines(lines: Iterable[re.Match[str]]) -> Iterator[Span]:
    for line in lines:
        entry = _ENTRY.fullmatch(line.string, *line.span("rest"))
        if entry is not None and not NOTHING.fullmatch(entry["value"].rstrip()):
            yield Span(*entry.span("value"))
