"""Names of uploaded files: text for people, never a path."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.submissions.intake.limits import MOST_NAME

_SEPARATORS = re.compile(r"[/\\]")
_DRIVE = re.compile(r"^[A-Za-z]:")


def safe_name(name: str) -> str:
    """The last part of a name, without what cannot be shown, of limited length."""
    parts = _parts(name)
    return _cut(parts[-1]) if parts else _("unnamed")


def names_of(paths: Sequence[str]) -> list[str]:
    """A name for each path of an archive; folders are told where the names are alike."""
    names = [safe_name(path) for path in paths]
    return [
        name if names.count(name) == 1 else _cut("-".join(_parts(path)) or name)
        for path, name in zip(paths, names, strict=True)
    ]


def _parts(name: str) -> list[str]:
    # No name is long; a hostile one is cut before work is done on it.
    shown = "".join(map(_shown, name[-20 * MOST_NAME :]))
    parts = (
        " ".join(part.split()) for part in _SEPARATORS.split(_DRIVE.sub("", shown))
    )
    return [part for part in parts if part not in ("", ".", "..")]


def _shown(character: str) -> str:
    """Nothing for what is not printed: controls, and what turns text round or hides it."""
    if character.isprintable():
        return character
    return " " if character.isspace() else ""


def _cut(name: str) -> str:
    """The end is kept: it tells what the file is. A command may have become a name."""
    return blank_secrets(name).text[-MOST_NAME:].strip() or _("unnamed")
