"""A command line that is ready to run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One start of a tool.

    ``stdin`` may hold a secret, ``argv`` and ``env`` never do. ``cwd_files`` (name ->
    text) are to be written, mode 0600, into the private folder that it runs in.
    """

    argv: tuple[str, ...]
    stdin: str | None = field(default=None, repr=False)
    env: Mapping[str, str] = field(default_factory=dict)
    cwd_files: Mapping[str, str] = field(default_factory=dict, repr=False)

    def write_files(self, folder: Path) -> Path:
        """Write ``cwd_files`` into the private folder; the folder, to run in."""
        for name, text in self.cwd_files.items():
            path = folder / name
            path.touch(mode=0o600)
            path.write_text(text, encoding="utf-8")
        return folder
