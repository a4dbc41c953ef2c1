"""A command line that is ready to run."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from workers.connecting.target import ABSENT_FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One start of a tool.

    ``stdin`` and ``cwd_files`` may hold a secret, ``argv`` and ``env`` never do.
    ``cwd_files`` (name -> text) are to be written, mode 0600, into the private folder
    that it runs in. ``private`` names the options and variables whose values are the
    endpoint owner's business, ``stand_ins`` says what people see in place of a word.
    ``merges_stderr`` is for a tool that reports on it what others say on stdout.
    """

    argv: tuple[str, ...]
    stdin: str | None = field(default=None, repr=False)
    env: Mapping[str, str] = field(default_factory=dict)
    cwd_files: Mapping[str, str] = field(default_factory=dict, repr=False)
    private: frozenset[str] = frozenset()
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    merges_stderr: bool = False

    @property
    def displayed(self) -> str:
        """The command line for people, without account, address and password.

        It is shown with a published run, whose server is nobody else's business. Files
        that a tool shall not find are left out, too.
        """
        words = [
            f"{name}={shlex.quote(value)}"
            for name, value in self.env.items()
            if name not in self.private and value != ABSENT_FILE
        ]
        return " ".join([*words, *map(self._shown, self.argv)])

    def _shown(self, word: str) -> str:
        if word in self.stand_ins:
            return self.stand_ins[word]
        option, is_given, _value = word.partition("=")
        if is_given and option in self.private:
            return f"{option}=..."
        return shlex.quote(word)

    def write_files(self, folder: Path) -> Path:
        """Write ``cwd_files`` into the private folder; the folder, to run in."""
        for name, text in self.cwd_files.items():
            path = folder / name
            path.touch(mode=0o600)
            path.write_text(text, encoding="utf-8")
        return folder
