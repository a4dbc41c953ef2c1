"""Any name as one part of an address, and back.

What servers, proxies and browsers take for something else than itself, percent-encoded
or not, stands as ``~`` and two hexadecimal digits for each byte of its UTF-8. All other
characters stay as they are: whoever writes the address percent-encodes them as usual.
"""

import re

SIGN = "~"
EMPTY = SIGN  # no part of an address may be empty
# "/" and "\" end a part, "?", "#" and ";" the path; a proxy may decode "%" twice. "@"
# stands between a class and a version in comparisons. Controls are dropped on the way.
_OTHERWISE = re.compile(r"[/\\?#;%@~\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_STEPS = frozenset({".", ".."})  # browsers walk along them
_ESCAPED = re.compile(rf"(?:{SIGN}[0-9A-Fa-f]{{2}})+")


def escaped(name: str) -> str:
    """The name without a character that an address could lose."""
    if not name:
        return EMPTY
    if name in _STEPS:
        return "".join(map(_sign, name))
    return _OTHERWISE.sub(lambda found: _sign(found[0]), name)


def unescaped(text: str) -> str:
    """The name that ``escaped`` wrote so; ValueError for what no database holds.

    A ``~`` that begins no escape stands for itself: addresses that people type have it.
    """
    if text == EMPTY:
        return ""
    name = _ESCAPED.sub(lambda found: _meant(found[0]), text)
    if "\0" in name:
        raise ValueError("no name holds NUL")
    return name


def _sign(character: str) -> str:
    encoded = character.encode(errors="surrogatepass")
    return "".join(f"{SIGN}{byte:02X}" for byte in encoded)


def _meant(signs: str) -> str:
    try:
        return bytes.fromhex(signs.replace(SIGN, "")).decode()
    except UnicodeDecodeError:
        return signs
