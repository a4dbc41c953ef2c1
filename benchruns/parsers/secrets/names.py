"""The names that secrets go by: of settings, options, variables, keys of JSON."""

import re

_FOREIGN = "密码|密碼|口令|passwort|kennwort|contraseña|mot de passe"
_OPTION = "--(?:[a-z0-9]{1,20}[-_]){0,3}"
# By the end of a name. ``pass``, ``pw`` and ``token`` alone mean other things, too.
_FIRST = "(?=[acdkmprstu密口-])"  # letters of them, so that all others are soon passed
STRONG = (
    rf"{_FIRST}(?:passw(?:or)?d|passphrase|pwd|secret|credentials?|authorization|sst_auth"
    rf"|(?:(?<=[a-z0-9]_)|(?<![a-z])(?:db|sql|pg|my|mysql|maria|root|ssh|(?:super)?user)"
    rf"|{_OPTION})(?:pass|pw)|requirepass|masterauth"
    r"|(?:secret|access|api|auth|private|account|master|session|refresh)[_-]?"
    r"(?:key|token)(?:[_-]id)?"
    rf"|(?:(?<=[a-z0-9]_)|{_OPTION})token|(?<![a-z])token(?=\\*[\"']|[ \t]*=)|{_FOREIGN})"
    r"(?:_?[0-9]{1,3})?(?![a-z])"
)
NAME = re.compile(STRONG, re.IGNORECASE)
WEAK = "(?:pass|pw)"
# One of these stands in each name.
WORDS = (
    *("pass", "pw", "secret", "credential", "token", "key", "auth"),
    *_FOREIGN.split("|"),
)

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
    """Whether what stands under this name is a secret."""
    if _STRONG_END.search(name):
        return _SETTINGS.search(name) is None
    return not is_number and _WEAK_END.search(name) is not None


def is_harmless(name: str, value: str) -> bool:
    """Whether a name that ends as a secret's is that of a setting, or of a folder."""
    if _SETTINGS.search(name):
        return True
    return _FOLDER_OF_SHELL.search(name) is not None and _PATH.match(value) is not None
