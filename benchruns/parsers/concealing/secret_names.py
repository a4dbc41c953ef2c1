"""The names that secrets go by: of settings, options, variables, keys of JSON."""

import re

_FOREIGN = "密码|密碼|口令|passwort|kennwort|contraseña|mot de passe"
GLUED = "(?:db|sql|pg|my|mysql|maria|root|ssh|super|user|superuser|admin)"
_OPTION = "--(?:[a-z0-9]{1,20}[-_]){0,3}"
_FIRST = "(?=[acdkmprstu密口-])"  # letters of them, so that all others are soon passed
# By the end of a name. ``pass``, ``pw`` and ``token`` alone mean other things, too.
STRONG = (
    rf"{_FIRST}(?:passw(?:or)?d|passphrase|pwd|secret|credentials?|authorization|sst_auth"
    rf"|(?:(?<=[a-z0-9]_)|(?<![a-z]){GLUED}|{_OPTION})(?:pass|pw)"
    r"|(?:secret|access|api|auth|private|account|master|session|refresh)[_-]?"
    r"(?:key|token)(?:[_-]id)?"
    rf"|(?:(?<=[a-z0-9]_)|{_OPTION})token|(?<![a-z])token(?=\\*[\"']|[ \t]*=)|{_FOREIGN})"
    r"(?:_?[0-9]{1,3})?"
)
WEAK = "(?:pass|pw)"
LONGEST_NAME = 60
# One of these, or of the foreign names, stands in each name.
_WORDS = ("pass", "pw", "secret", "credential", "token", "key", "auth")
ANY_WORD = (*_WORDS, *_FOREIGN.split("|"))

_STRONG_END = re.compile(rf"(?:{STRONG}|(?<![a-z])token)$", re.IGNORECASE)
_WEAK_END = re.compile(rf"(?<![a-z0-9_]){WEAK}$", re.IGNORECASE)
# Settings of servers whose names end as a password's would.
_SETTINGS = re.compile(
    r"(?:^|[^a-z0-9_])(?:disconnect_on_expired|validate|strict|simple|old"
    r"|(?:mysql_native|sha256|caching_sha2)(?:_auto_generate)?)_passw(?:or)?ds?$",
    re.IGNORECASE,
)
_FOLDER_OF_SHELL = re.compile(r"(?<![a-z0-9_])(?:old)?pwd$", re.IGNORECASE)
_PATH = re.compile(r"[\"']?(?:[/~.]|[a-z]:[\\/])", re.IGNORECASE)


def is_secret(name: str, *, is_number: bool = False) -> bool:
    """Whether what stands under this key of JSON is a secret."""
    if _STRONG_END.search(name):
        return _SETTINGS.search(name) is None
    return not is_number and _WEAK_END.search(name) is not None


def is_harmless(name: str, value: str) -> bool:
    """Whether a name that ends as a secret's is that of a setting, or of a folder."""
    if _SETTINGS.search(name):
        return True
    return _FOLDER_OF_SHELL.search(name) is not None and _PATH.match(value) is not None


def is_known(match: re.Match[str], value: str = "") -> bool:
    """Whether the name that was found, with what stands before it, is harmless."""
    start = max(0, match.start("name") - LONGEST_NAME)
    return is_harmless(match.string[start : match.end("name")], value)
