"""A pasted command line written anew of the options that are known to tell of the test.

Programs, options, words and values that are not known are counted and not shown: what
everybody sees is made of known words and numbers alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PureWindowsPath

from django.utils.translation import ngettext

from benchruns.parsers.commands.command_line import commands_of
from benchruns.parsers.commands.words import Command
from benchruns.parsers.settings.shapes import SWITCH, Shape
from benchruns.submissions.recognised.options import HAMMERDB, TOOLS, Tool


@dataclass(frozen=True, slots=True)
class _Shown:
    """``text`` is empty for what is not known; ``hidden`` counts options of that kind.

    ``is_open``: the next word may be the value of what is hidden.
    """

    text: str = ""
    hidden: int = 0
    is_open: bool = False


_HIDDEN = _Shown(hidden=1)
_OPEN = _Shown(hidden=1, is_open=True)


def public_command(text: str) -> str:
    """One command a line; what is left out is counted in a comment of the shell's."""
    found = [_command(command) for command in commands_of(text)]
    lines = [shown.text for shown in found if shown.text]
    return "\n".join([*lines, *_comments(found)])


def _comments(found: Sequence[_Shown]) -> Iterator[str]:
    if options := sum(shown.hidden for shown in found):
        words = ngettext(
            "and %(count)d option that is not shown",
            "and %(count)d options that are not shown",
            options,
        )
        yield f"# {words % {'count': options}}"
    if commands := sum(not shown.text for shown in found):
        words = ngettext(
            "and %(count)d command that is not shown",
            "and %(count)d commands that are not shown",
            commands,
        )
        yield f"# {words % {'count': commands}}"


def _command(command: Command) -> _Shown:
    tool = TOOLS.get(command.program)
    if tool is not None:
        return _joined([_Shown(command.program), *_of_tool(command.words, tool)])
    shapes = HAMMERDB.get(command.program)
    if shapes is not None and _are(command.words, shapes):
        return _Shown(" ".join([command.program, *command.words]))
    return _Shown()


def _joined(parts: Sequence[_Shown]) -> _Shown:
    text = " ".join(part.text for part in parts if part.text)
    hidden = sum(part.hidden for part in parts)
    return _Shown(text, hidden, is_open=bool(parts) and parts[-1].is_open)


def _are(words: Sequence[str], shapes: Sequence[Shape]) -> bool:
    return len(words) == len(shapes) and all(
        shape.fullmatch(word) for word, shape in zip(words, shapes, strict=True)
    )


def _of_tool(words: Sequence[str], tool: Tool) -> Iterator[_Shown]:
    rest = iter(words)
    is_open = False
    for word in rest:
        known = _known(word, tool.words, is_path=True)
        if known or not word.startswith("-"):
            yield _Shown(known, hidden=not known and not is_open)
            is_open = False
            continue
        read = _long if word.startswith("--") else _letters
        shown = read(word, tool, rest)
        is_open = shown.is_open
        yield shown


def _long(word: str, tool: Tool, rest: Iterator[str]) -> _Shown:
    name, equals, value = word[2:].partition("=")
    name = name.replace("_", "-")
    if len(name) < 2 or name not in tool.options:
        return _HIDDEN if equals else _OPEN
    shape = tool.options[name]
    if not equals and shape in (None, SWITCH):
        return _Shown(f"--{name}")
    given = value if equals else next(rest, "")
    known = shape and _known(given, shape, is_path=name in tool.paths)
    return _Shown(f"--{name}={known}") if known else _HIDDEN


def _letters(word: str, tool: Tool, rest: Iterator[str]) -> _Shown:
    """Letters without a value may stand together, and before one with a value."""
    parts: list[_Shown] = []
    letters = word[1:]
    while letters:
        name, letters = letters[0], letters[1:]
        if name not in tool.options:
            return _joined([*parts, _HIDDEN if letters else _OPEN])
        shape = tool.options[name]
        if shape is None:
            parts.append(_Shown(f"-{name}"))
            continue
        given = letters.removeprefix("=") or next(rest, "")
        known = _known(given, shape, is_path=name in tool.paths)
        return _joined([*parts, _Shown(f"-{name} {known}") if known else _HIDDEN])
    return _joined(parts)


def _known(word: str, shape: Shape, *, is_path: bool) -> str:
    """The word, of a path its last part; empty where it has another shape."""
    word = PureWindowsPath(word).name if is_path else word
    return word if shape.fullmatch(word) else ""
