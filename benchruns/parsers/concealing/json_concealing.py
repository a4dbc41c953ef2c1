"""What is taken out of a JSON document: told by keys, and by what each text says.

Texts are looked at as they read without their escapes, so what goes is found, and what
stays is JSON of the same shape.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from benchruns.parsers.concealing import json_texts
from benchruns.parsers.concealing.json_texts import Scalar
from benchruns.parsers.concealing.places import is_place
from benchruns.parsers.concealing.secret_names import is_secret
from benchruns.parsers.concealing.spans import BLANK, NOTHING, Concealed

_Conceal = Callable[[str], Concealed]
_Part = Sequence[Scalar]

# No other text names a secret or a place, unless by its key.
_SAYS_SOMETHING = re.compile(
    r"[^\w.]|gh[a-z]{1,5}_|bb_|npm_|k_live_|akia|sg\.|eyj|passw|sst_auth", re.IGNORECASE
)
# A word of a command, as lists hold them; any other text of such a list.
_WORD = re.compile(r"[^\s\"'\\]+")
_NO_WORD = "_"
_BETWEEN = "\n\n"  # so that nothing reaches from the end of one text into the next


def conceal_document(text: str, *, conceal: _Conceal) -> Concealed:
    """A document without secrets and places; ``conceal`` does it for other texts."""
    found = _Found(conceal)
    looked_at: list[_Part] = []
    for scalars in json_texts.groups(text):
        rest = [scalar for scalar in scalars if not found.is_hidden_by_name(scalar)]
        looked_at += _parts(rest)
    found.look_at(looked_at)
    return Concealed(
        json_texts.with_texts(text, found.texts), found.secrets, found.places
    )


def _parts(scalars: Sequence[Scalar]) -> Iterator[_Part]:
    """What is looked at together: a list as a command, and each text that is no word."""
    if not any(_SAYS_SOMETHING.search(scalar.text) for scalar in scalars):
        return
    is_list = len(scalars) > 1 and not all(scalar.is_number for scalar in scalars)
    if is_list:
        yield scalars
    for scalar in scalars:
        is_known = scalar.is_number or (is_list and _WORD.fullmatch(scalar.text))
        if not is_known and _SAYS_SOMETHING.search(scalar.text):
            yield [scalar]


@dataclass(slots=True)
class _Found:
    """What takes the place of which text, and how much was taken out."""

    conceal: _Conceal
    texts: dict[Scalar, str] = field(default_factory=dict)
    secrets: int = 0
    places: int = 0

    def is_hidden_by_name(self, scalar: Scalar) -> bool:
        """Whether its key says that it is a secret or a place: then it is blanked."""
        name, is_number = scalar.name, scalar.is_number
        hides_secret = is_secret(name, is_number=is_number)
        if not (hides_secret or is_place(name, is_number=is_number)):
            return False
        if not NOTHING.fullmatch(scalar.text):
            self.texts[scalar] = BLANK
            self.secrets += hides_secret
            self.places += not hides_secret
        return True

    def look_at(self, parts: Sequence[_Part]) -> None:
        """All at once: a document may hold a hundred thousand short texts."""
        said = [_said(part) for part in parts]
        single = [json_texts.is_document(text) for text in said]
        others = [
            text for text, is_single in zip(said, single, strict=True) if not is_single
        ]
        told = iter(self._without(others))
        for part, text, is_single in zip(parts, said, single, strict=True):
            self._keep(part, self._counted(text) if is_single else next(told))

    def _without(self, texts: Sequence[str]) -> list[str]:
        """The texts without what they must not say."""
        concealed = self.conceal(_BETWEEN.join(texts))
        lines = concealed.text.split("\n")
        heights = [text.count("\n") + 1 for text in texts]
        if len(lines) != sum(heights) + max(0, len(texts) - 1):
            return [self._counted(text) for text in texts]  # a key of many lines
        self._count(concealed)
        ends = iter(lines)
        found = []
        for height in heights:
            found.append("\n".join(next(ends) for _line in range(height)))
            next(ends, None)
        return found

    def _counted(self, text: str) -> str:
        concealed = self.conceal(text)
        self._count(concealed)
        return concealed.text

    def _count(self, concealed: Concealed) -> None:
        self.secrets += concealed.secrets
        self.places += concealed.places

    def _keep(self, part: _Part, text: str) -> None:
        words = [text] if len(part) == 1 else text.split("\t")
        if len(words) != len(part):  # a secret of several words, in braces
            words = [BLANK] * len(part)
        for scalar, word in zip(part, words, strict=True):
            if len(part) > 1 and not _WORD.fullmatch(scalar.text):
                word = scalar.text if word == _NO_WORD else BLANK
            if word != scalar.text:
                self.texts.setdefault(scalar, word)


def _said(part: _Part) -> str:
    if len(part) == 1:
        return part[0].text
    words = (scalar.text for scalar in part)
    return "\t".join(word if _WORD.fullmatch(word) else _NO_WORD for word in words)
