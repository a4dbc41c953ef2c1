"""What a provider, the code of a class and a version of an engine may hold.

One rule for every door: forms, API, report templates, what tools and servers tell, and
the published files. Each function gives the name as it is kept, in NFC and with single
blanks, or raises Unfit with a sentence that says what to give.
"""

import re
from unicodedata import category, normalize

from benchruns.names.unfit import Unfit

LONGEST_PROVIDER = 50
LONGEST_CODE = 120
LONGEST_VERSION = 80
SIGNS = "._-+():,&/"
# Debian's packages write versions such as 1:10.11.6+maria~deb12.
OF_VERSIONS = f"{SIGNS}~"
# Firms are called O'Neill or L'Hébergeur.
OF_PROVIDERS = f"{SIGNS}'’"
OF_SLUGS = "._-"
# What people and tools write where they know nothing, whatever stands between.
_NOTHING = frozenset(
    {"na", "none", "null", "nil", "undefined", "unknown", "unstated", "notstated"}
)
_DIGITS = frozenset("0123456789")
# Controls, format characters (some turn texts round), halves and none at all.
_NOT_SEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LINES = re.compile(r"[\t\r\n]")  # of a cell or a paste: blanks
# Letters and marks by their kind that nobody sees: they could make one name of two.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)


def provider(text: str) -> str:
    """The name of a provider, of which ``provider_slug`` makes its address."""
    name = checked(text, longest=LONGEST_PROVIDER, signs=OF_PROVIDERS)
    if _says_nothing(name):
        raise Unfit("provider")
    if len(provider_slug(name)) > LONGEST_PROVIDER:
        raise Unfit("short_name")
    return name


def class_code(text: str) -> str:
    code = checked(text, longest=LONGEST_CODE, signs=SIGNS)
    if _says_nothing(code):
        raise Unfit("class_code")
    return code


def engine_version(text: str) -> str:
    version = checked(text, longest=LONGEST_VERSION, signs=OF_VERSIONS)
    if _DIGITS.isdisjoint(version):
        raise Unfit("version_number")
    return version


def _says_nothing(name: str) -> bool:
    return "".join(filter(str.isalnum, name.casefold())) in _NOTHING


def slug(text: str, *, longest: int = LONGEST_PROVIDER) -> str:
    """The one word by which addresses name a provider or a campaign."""
    if any(c.isspace() for c in text):
        raise Unfit("no_blanks")
    return checked(text, longest=longest, signs=OF_SLUGS)


def provider_slug(name: str) -> str:
    """What tells providers apart: their letters, marks and digits, of any script.

    Django's own takes the vowel signs of Indian scripts out, and so one for another.
    """
    text = normalize("NFKC", normalize("NFKC", name).lower())
    text = text.replace("+", " plus ").replace("&", " and ")
    return "-".join("".join(c if _is_of_word(c) else " " for c in text).split())


def is_unseen(text: str) -> bool:
    """Whether it holds what nobody sees, or what turns texts round."""
    return bool(_UNSEEN.search(text)) or any(category(c) in _NOT_SEEN for c in text)


def checked(text: str, *, longest: int, signs: str) -> str:
    """On one line, of letters, digits, blanks and ``signs``."""
    text = _LINES.sub(" ", text)
    if is_unseen(text):
        raise Unfit("visible")
    if any(not _is_allowed(c, signs) for c in text):
        raise Unfit("signs", signs=signs)
    name = normalize("NFC", " ".join(text.split()))
    if not name or category(name[0])[0] not in "LN":
        raise Unfit("beginning")
    if len(name) > longest:
        raise Unfit("length", most=longest, count=len(name))
    return name


def _is_allowed(character: str, signs: str) -> bool:
    return character.isspace() or character in signs or _is_of_word(character)


def _is_of_word(character: str) -> bool:
    return category(character)[0] in "LMN"
