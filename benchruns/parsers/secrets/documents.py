"""Secrets in a JSON document: each text as it reads, in place, so that it stays JSON."""

import json
import re
from collections.abc import Callable

from benchruns.parsers.secrets.names import is_secret
from benchruns.parsers.text.json_text import MOST_CHARACTERS

_TEXT = r'"(?>(?:[^"\\]|\\.)*)"'
_NUMBER = r"-?[0-9][0-9.eE+-]*"
# A text, or a key with what stands behind it.
_ITEM = re.compile(
    rf"(?P<text>{_TEXT})(?:\s*:\s*(?P<value>{_TEXT}|{_NUMBER}|(?P<block>[\[{{])))?"
)
_SCALAR = re.compile(rf"(?P<key>{_TEXT}\s*:\s*)|{_TEXT}|{_NUMBER}")
_decoder = json.JSONDecoder()


def is_document(text: str) -> bool:
    """Whether all of the text is one object or list, and of a size that is read."""
    if len(text) > MOST_CHARACTERS or text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def with_texts(
    text: str, guarded: Callable[[str], str], hidden: Callable[[str], str]
) -> str:
    """The document with each text as ``guarded`` has it, and as ``hidden`` has it what
    stands under the name of a secret; that gets and gives JSON."""
    parts, place = [], 0
    while item := _ITEM.search(text, place):
        parts += [text[place : item.start()], _guarded(item["text"], guarded)]
        place = item.end()
        if item["value"] is None:
            continue
        start = item.start("value")
        parts.append(text[item.end("text") : start])
        name = json.loads(item["text"])
        is_text = item["value"][0] == '"'
        if is_secret(name, is_number=not is_text):
            if item["block"]:
                _block, place = _decoder.raw_decode(text, start)
            parts.append(
                _SCALAR.sub(lambda found: _hidden(found, hidden), text[start:place])
            )
        else:
            parts.append(_guarded(item["value"], guarded) if is_text else item["value"])
    return "".join([*parts, text[place:]])


def _hidden(found: re.Match[str], hidden: Callable[[str], str]) -> str:
    return found["key"] or hidden(found[0])


def _guarded(quoted: str, guarded: Callable[[str], str]) -> str:
    text = json.loads(quoted)
    changed = guarded(text)
    return quoted if changed == text else json.dumps(changed)
