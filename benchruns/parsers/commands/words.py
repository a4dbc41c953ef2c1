"""Pasted shell text as commands, and a command's words as options."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from benchruns.parsers.commands import hosts

_CONTINUED = re.compile(r"\\\r?\n[ \t]*")
_ENDS = ";|&"
_PROMPTS = frozenset({"$", "#", ">", "sudo", "time", "nohup"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """``program`` is its name without a path; ``words`` are what follows it.

    ``environment`` is what is set before it, for it alone.
    """

    program: str
    words: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)


def commands(text: str) -> Iterator[Command]:
    """Each command of the text, with continued lines joined; comments are none."""
    for line in _CONTINUED.sub(" ", text).splitlines():
        if not line.lstrip().startswith("#"):
            for words in _split(line):
                found = _command(words)
                if found is not None:
                    yield found


def _split(line: str) -> Iterator[list[str]]:
    """The words of each command of one line; a quote that is left open ends nothing."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=_ENDS)
    lexer.commenters = ""
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        words = line.split()
    command: list[str] = []
    for word in words:
        if word and not word.strip(_ENDS):
            yield command
            command = []
        else:
            command.append(word)
    yield command


def _command(words: Sequence[str]) -> Command | None:
    environment: dict[str, str] = {}
    for place, word in enumerate(words):
        variable = re.fullmatch(r"([A-Za-z_]\w{0,80})=(.*)", word, re.DOTALL)
        if variable:
            environment[variable[1]] = variable[2]
        elif word not in _PROMPTS:
            return Command(
                program=PurePosixPath(word).name,
                words=tuple(words[place + 1 :]),
                environment=environment,
            )
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """``given`` are the options in their order with hyphens in their names; an option
    without a value has an empty one. ``others`` are the words between them."""

    given: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    last: dict[str, str] = field(default_factory=dict)

    def text(self, *names: str) -> str:
        """The value of the first of these that is given, its last one; else empty."""
        return next((self.last[name] for name in names if name in self.last), "")

    def has(self, *names: str) -> bool:
        return any(name in self.last for name in names)

    def whole(self, *names: str) -> int | None:
        """A count above 0: tools take 0 as not limited or switched off."""
        found = self.text(*names)
        if not re.fullmatch(r"[0-9]{1,15}", found, re.ASCII):
            return None
        return int(found) or None

    def number(self, *names: str) -> float | None:
        found = self.text(*names)
        if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,15})?", found, re.ASCII):
            return None
        amount = float(found)
        return (int(amount) if amount.is_integer() else amount) or None

    def is_loopback(self, *names: str) -> bool | None:
        """True where they name the tool's own machine, else None: that is not said."""
        return hosts.is_loopback(self.text(*names))

    def is_on(self, *names: str) -> bool:
        """Whether a switch is given and not off."""
        off = ("off", "0", "false", "no")
        return self.has(*names) and self.text(*names).lower() not in off


def options(words: Sequence[str], *, valued: Sequence[str] = ()) -> Options:
    """``--name=value``, ``--name value``, ``-nvalue``, ``-n value`` and ``-n``.

    ``valued`` are the names that take a value from the next word; letters of the others
    may stand together.
    """
    given: list[tuple[str, str]] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if word.startswith("--") and len(word) > 2:
            name, equals, value = word[2:].partition("=")
            name = name.replace("_", "-")
            given.append((name, value if equals else _next(name, valued, rest)))
        elif word.startswith("-") and len(word) > 1:
            given.extend(_letters(word[1:], valued, rest))
        else:
            others.append(word)
    return Options(given=tuple(given), others=tuple(others), last=dict(given))


def _letters(
    letters: str, valued: Sequence[str], rest: Iterator[str]
) -> Iterator[tuple[str, str]]:
    while letters:
        name, letters = letters[0], letters[1:]
        if name in valued:
            yield name, letters.removeprefix("=") or _next(name, valued, rest)
            return
        yield name, ""


def _next(name: str, valued: Sequence[str], rest: Iterator[str]) -> str:
    return next(rest, "") if name in valued else ""
