"""What is taken out of a text before it is kept: it becomes public when it is accepted."""

from dataclasses import dataclass

from benchruns.parsers.concealing.places import blank_places
from benchruns.parsers.concealing.secrets import blank_secrets

# A place that is blanked may lay bare a secret; more often than this nobody nests them.
_MOST_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Concealed:
    """``secrets`` counts passwords and tokens, ``places`` hosts, accounts and the like."""

    text: str
    secrets: int = 0
    places: int = 0


def conceal(text: str) -> Concealed:
    """Without secrets, and without what tells whose server it is; twice is as once."""
    secrets = places = 0
    for _round in range(_MOST_ROUNDS):
        blanked = blank_secrets(text)
        placeless = blank_places(blanked.text)
        text = placeless.text
        secrets += blanked.count
        places += placeless.count
        if not placeless.count:
            break
    return Concealed(text, secrets, places)
