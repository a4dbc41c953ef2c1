"""What users call their own runs: a name, a note, tags. One rule for every door.

Each function gives the text as it is kept, or raises Unfit with what to give instead.
"""

from collections.abc import Iterable
from unicodedata import normalize

from benchruns.names.rules import checked, is_unseen
from benchruns.names.unfit import Unfit

LONGEST_NAME = 120
LONGEST_NOTE = 2000
LONGEST_TAG = 40
MOST_TAGS = 10
OF_TAGS = "._-:/+#"
APART = " "  # between the tags of a row: no tag holds a blank


def run_name(text: str) -> str:
    """On one line; whatever can be seen may stand in it."""
    return _seen(" ".join(text.split()), longest=LONGEST_NAME)


def run_note(text: str) -> str:
    """Of several lines, without blanks at their ends."""
    lines = [line.rstrip() for line in text.replace("\t", " ").splitlines()]
    for line in lines:
        if is_unseen(line):
            raise Unfit("visible")
    return _of_length("\n".join(lines).strip(), longest=LONGEST_NOTE)


def run_tags(tags: Iterable[str]) -> list[str]:
    """In small letters, each once, in the order given."""
    found = list(dict.fromkeys(map(_tag, tags)))
    if len(found) > MOST_TAGS:
        raise Unfit("tags", most=MOST_TAGS, count=len(found))
    return found


def typed_tags(text: str) -> list[str]:
    """As somebody types them into one field: blanks or commas stand between."""
    return run_tags(text.replace(",", " ").split())


def _tag(text: str) -> str:
    if any(c.isspace() for c in text.strip()):
        raise Unfit("no_blanks")
    return checked(text.strip().lower(), longest=LONGEST_TAG, signs=OF_TAGS)


def _seen(text: str, *, longest: int) -> str:
    if is_unseen(text):
        raise Unfit("visible")
    return _of_length(normalize("NFC", text), longest=longest)


def _of_length(text: str, *, longest: int) -> str:
    if len(text) > longest:
        raise Unfit("length", most=longest, count=len(text))
    return text
