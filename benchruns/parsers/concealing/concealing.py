"""What is taken out of a text before it is kept: it becomes public when it is accepted."""

import re

from benchruns.parsers.concealing import json_texts
from benchruns.parsers.concealing.json_concealing import conceal_document
from benchruns.parsers.concealing.places import blank_places
from benchruns.parsers.concealing.secrets import blank_secrets
from benchruns.parsers.concealing.spans import MOST_ROUNDS, Concealed

__all__ = ["Concealed", "conceal"]

# A table has ten thousand cells of a number or a word: no secret has a form so short,
# and a name says nothing of what is behind it.
_WORD = re.compile(r"[\w.+%-]{0,12}")


def conceal(text: str) -> Concealed:
    """Without secrets, and without what tells whose server it is; twice is as once.

    What is a JSON document is one still.
    """
    if _WORD.fullmatch(text):
        return Concealed(text)
    secrets = places = 0
    # a place that is blanked may lay bare a secret
    for _round in range(MOST_ROUNDS):
        found = _once(text)
        text = found.text
        secrets += found.secrets
        places += found.places
        if not (found.secrets or found.places):
            break
    return Concealed(text, secrets, places)


def _once(text: str) -> Concealed:
    if json_texts.is_document(text):
        return conceal_document(text, conceal=conceal)
    blanked = blank_secrets(text)
    placeless = blank_places(blanked.text)
    return Concealed(placeless.text, blanked.count, placeless.count)
