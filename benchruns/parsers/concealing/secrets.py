"""Passwords and tokens in a text that somebody uploads or pastes: found and blanked.

Command lines, addresses, job dictionaries, configuration files. What stands in place of
a secret names nothing of it, and blanking a text again changes nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from benchruns.parsers.concealing.programs import spans_of_commands
from benchruns.parsers.concealing.spans import (
    GAP,
    JOINED,
    NOTHING,
    WORD,
    Blanked,
    Span,
    replaced,
    until_none_is_left,
)

_KEYS = (
    r"(?:password|passwd|passphrase|(?:[a-z0-9]_|[;?&\"'])pwd|secret"
    r"|(?:[a-z0-9]_|\bssh|--(?:[a-z]{1,20}-){0,3}|(?<![a-z])(?:db|sql|pg|my|root))pass"
    r"|(?:secret|access|api|auth)[_-]?(?:key|token)(?:_id)?|(?:\b|[a-z0-9]_)token)"
)
# ``pass`` alone may count what passed: behind it a number stays.
_JSON_SHORT = r"(?<![a-z0-9_])pass"
_JSON_KEYS = (
    r"(?:(?:_[a-z]{0,20}|(?<![a-z])db)pass|passw(?:or)?d|passphrase|pwd|token|secret"
    r"|(?:secret|access|api)_?key)"
)
_NUMBER = r"-?[0-9][0-9.e+-]*+"
_NO_NUMBER = r"(?![0-9]{1,9}(?:\.[0-9]{1,9})?%?(?:[^\w.]|$))"
_FOREIGN = (
    "密码",
    "密碼",
    "口令",
    "passwort",
    "kennwort",
    "contraseña",
    "mot de passe",
)
_QUOTED = r"'[^'\n]*+'|\"[^\"\n]*+\""
_HAMMERDB = r"\b(?:mysql|maria|pg|mssqls|ora|db2|tpc[ch]|tproc[ch])_[a-z]{0,20}pass"

# Each with the words without which it cannot match, for a quick look, and its groups
# ``secret...`` are what is blanked.
_PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (words, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for words, pattern in (
        # key=value; the spaces are those of configuration files
        (
            ("pass", "pwd", "key", "token", "secret"),
            rf"{_KEYS}[ \t]{{0,40}}=>?{JOINED}(?!(?:old_)?password\()"
            rf"(?P<secret>{WORD})",
        ),
        # pass=value: not what passed; Pwd=value: not the folder that a shell is in
        (
            ("pass",),
            rf"(?<![\w.-])pass[ \t]{{0,40}}={JOINED}{_NO_NUMBER}(?P<secret>{WORD})",
        ),
        (
            ("pwd",),
            r"(?<![\w.$-])pwd[ \t]{0,40}=[ \t]{0,40}(?![/~.]|[a-z]:[\\/])"
            rf"(?P<secret>{WORD})",
        ),
        # --password value
        (
            ("--",),
            r"(?<!-)--(?:[a-z]{1,20}[-_]){0,3}(?:pass(?:word|wd|phrase)?|token|secret)"
            rf"{GAP}{{1,40}}(?!-)(?P<secret>{WORD})",
        ),
        # password: value, but not what servers say: (using password: YES)
        (
            ("password", "passwd", "passphrase", "secret"),
            r"\b(?:[a-z]{1,20}_){0,3}(?:passw(?:or)?d|passphrase|[a-z]{0,40}secret)"
            r"[ \t]{0,10}(?::[ \t]{1,40}|：[ \t]{0,40})"
            rf"(?!(?:YES|NO)\b)(?P<secret>{WORD})",
        ),
        (
            ("pass", "pwd"),
            r"(?:^|(?<=[,;({\"'|]))[ \t]{0,40}(?:pass|pwd)[ \t]{0,10}:[ \t]{1,40}"
            rf"{_NO_NUMBER}(?P<secret>{WORD})",
        ),
        (
            _FOREIGN,
            rf"(?:{'|'.join(_FOREIGN)})[ \t]{{0,10}}[:=：＝][ \t]{{0,40}}"
            rf"(?P<secret>{WORD})",
        ),
        # host:port:database:user:password, as in .pgpass
        (
            (":",),
            r":(?<=[\w*]:)(?:[0-9]{2,5}|\*):[^\s:\"']{1,80}:[a-z_*][^\s:\"']{0,80}:"
            r"(?P<secret>[^\s\"']++)",
        ),
        # "password": "value", in text that is quoted once more, too
        (
            ("pass", "token", "key", "pwd", "secret"),
            rf"(?:{_JSON_KEYS}|{_JSON_SHORT})\"\s{{0,40}}:\s{{0,40}}"
            r"(?P<secret>\"(?>(?:[^\"\\\n]|\\[^\n])*)\")",
        ),
        # 'password': 'value', as Python prints it
        (
            ("'",),
            rf"(?:{_JSON_KEYS}|{_JSON_SHORT})'[ \t]{{0,40}}:[ \t]{{0,40}}"
            r"(?P<secret>'(?>(?:[^'\\\n]|\\[^\n])*)'|\"[^\"\n]*+\")",
        ),
        (
            ("pass", "token", "key", "pwd", "secret"),
            rf"{_JSON_KEYS}[\"']\s{{0,40}}:\s{{0,40}}(?P<bare>{_NUMBER})",
        ),
        (
            ('\\"',),
            rf"(?:{_JSON_KEYS}|{_JSON_SHORT})\\\"\s{{0,40}}:\s{{0,40}}"
            r"\\\"(?P<secret>(?>(?:[^\"\\\n]|\\\\[^\n]?)*))\\\"",
        ),
        (
            ("password>", "passwd>"),
            r"passw(?:or)?d>\s{0,40}(?P<secret>[^<\s][^<\n]{0,300}+)</",
        ),
        # the settings of a server that hold one, in any table of settings
        (
            ("_password", "_sst_auth"),
            r"\b(?:report_password|proxy_password|master_password|wsrep_sst_auth)[\"']?"
            r"[ \t]{0,40}[|,\t][ |\t]{0,40}"
            r"(?P<secret>\"[^\"\n]{1,300}+\"|[^\s|,\"'][^|,\t\n]{0,300}?(?=[ \t]*(?:[|,\t\n]|$)))",
        ),
        # account:secret@host; -u account:secret
        (
            ("@",),
            r"(?<=[^\s:/@\"'<>=({]):(?!\\)(?P<secret>[^\s/\"'<>]{1,500})@(?=[\w\[(*])",
        ),
        (
            ("-u", "user"),
            r"(?<=\s)(?:-u|--(?:proxy-)?user)[ \t]{0,40}=?(?:"
            r"\"[^\n:\"]{1,200}:(?P<secret>[^\n\"]++)|'[^\n:']{1,200}:(?P<secret_2>[^\n']++)"
            rf"|[^\s:\"']{{1,200}}:{_NO_NUMBER}(?P<secret_3>[^\s\"']++))",
        ),
        (
            ("authorization",),
            r"authorization[\"']?[ \t]{0,40}[:=][ \t]{0,40}[\"']?"
            r"(?:(?:basic|bearer|token)[ \t]{1,40})?(?P<secret>[^\s\"']++)",
        ),
        # headers of requests
        (
            ("key", "token"),
            r"\b(?:api|auth|access|secret)[-_]?(?:key|token)[\"']?[ \t]{0,40}:[ \t]{0,40}"
            r"[\"']?(?P<secret>[^\s\"'{\[]++)",
        ),
        # SQL
        (
            ("identified",),
            r"\bidentified\s{1,40}(?:(?:with|via)\s{1,40}\S{1,60}\s{1,40})?"
            rf"(?:by|as|using)\s{{1,40}}(?P<secret>{_QUOTED})",
        ),
        (
            ("password",),
            rf"\bpassword[ \t]{{1,40}}(?P<secret>{_QUOTED})",
        ),
        (
            ("password",),
            r"\bset\s{1,40}password(?:\s{1,40}for\s{1,40}\S{1,100}?)?\s{0,40}(?:=|\bto\b)\s{0,40}"
            rf"(?:(?:old_)?password\s{{0,10}}\(\s{{0,10}})?(?P<secret>{_QUOTED})",
        ),
        # what names itself
        (
            ("gh", "github_pat_", "glpat-"),
            r"\b(?P<secret>gh[opsur]_[a-z0-9]{20,255}|github_pat_[a-z0-9_]{10,255}"
            r"|glpat-[a-z0-9_-]{10,255})\b",
        ),
        (
            ("private key-----",),
            r"-----begin [a-z ]{0,30}private key-----\s{0,9}(?P<secret>[^-]{1,20000}+)",
        ),
        # HammerDB: its commands, its dictionary, and what it says of a change
        (
            ("diset",),
            r"\bdiset[ \t]{1,40}\w{1,40}[ \t]{1,40}\w{0,40}pass(?:word)?[ \t]{1,40}"
            rf"(?P<secret>\{{[^}}\n]{{0,300}}+\}}|{WORD})",
        ),
        (
            ("diset(",),
            r"\bdiset\([^()\n]{0,80}?pass(?:word)?['\"][ \t]{0,40},[ \t]{0,40}"
            r"(?P<secret>'[^'\n]{0,300}+'|\"[^\"\n]{0,300}+\")",
        ),
        (
            ("pass",),
            rf"{_HAMMERDB}(?:[ \t]{{0,40}}[=:][ \t]{{0,40}}|[ \t]{{1,40}}(?!from\b))"
            rf"(?P<secret>\{{[^}}\n]{{0,300}}+\}}|{WORD})",
        ),
        (
            ("pass from", "password from"),
            r"_?pass(?:word)? from (?P<secret>\S++) to (?P<secret_2>\S++)",
        ),
    )
)

_JSON_NAME = re.compile(rf"(?:{_JSON_KEYS}|(?:^|[_-])authorization)$", re.IGNORECASE)
_JSON_NAME_OF_TEXT = re.compile(rf"{_JSON_SHORT}$", re.IGNORECASE)
# Settings of servers whose names end as a password's would.
_SETTINGS = re.compile(
    r"(?:^|[^a-z0-9_])(?:disconnect_on_expired|validate|strict|simple|old"
    r"|(?:mysql_native|sha256|caching_sha2)(?:_auto_generate)?)_passw(?:or)?ds?$",
    re.IGNORECASE,
)
_LONGEST_NAME = 60
# How far a match reaches from the word that it needs: to the one side less than a
# thousand characters, to the other as far as the longest key, and then to a line's end.
_BEFORE, _BEHIND = 1000, 25_000


def is_secret(name: str, *, is_number: bool = False) -> bool:
    """Whether what stands under this key of JSON is a secret."""
    if _JSON_NAME.search(name):
        return _SETTINGS.search(name) is None
    return not is_number and _JSON_NAME_OF_TEXT.search(name) is not None


def blank_secrets(text: str) -> Blanked:
    """The text with every secret that it is seen to hold replaced by ``BLANK``."""
    return until_none_is_left(text, _once)


def _once(text: str) -> tuple[str, int]:
    count, lowered = 0, text.lower()
    for words, pattern in _PATTERNS:
        windows = list(_windows(lowered, words, size=len(text)))
        text, found = replaced(text, _spans(pattern, text, windows))
        if found:
            lowered = text.lower()
        count += found
    text, found = replaced(text, spans_of_commands(text, "secret"))
    return text, count + found


def _windows(lowered: str, words: Sequence[str], *, size: int) -> Iterator[Span]:
    """The parts of a text in which a pattern can match: most of a long log has none.

    All of it where its letters are of other lengths in lower case.
    """
    if len(lowered) != size:
        yield Span(0, size)
        return
    start = end = 0
    for place in _places(lowered, words):
        if place - _BEFORE > end:
            if end:
                yield Span(start, end)
            start = place - _BEFORE
        if place + _BEHIND > end:
            end = lowered.find("\n", place + _BEHIND)
            end = size if end < 0 else end
    if end:
        yield Span(start, end)


def _places(lowered: str, words: Sequence[str]) -> Iterator[int]:
    """Where the words stand, of those close together only some."""
    places = {word: lowered.find(word) for word in words}
    while known := [place for place in places.values() if place >= 0]:
        first = min(known)
        yield first
        for word, place in places.items():
            if 0 <= place < first + _BEFORE:
                places[word] = lowered.find(word, first + _BEFORE)


def _spans(
    pattern: re.Pattern[str], text: str, windows: Iterable[Span]
) -> Iterator[Span]:
    for window in windows:
        for match in pattern.finditer(text, window.start, window.end):
            for name in pattern.groupindex:
                if (
                    match[name]
                    and not NOTHING.fullmatch(match[name])
                    and not _is_setting(match, name)
                ):
                    yield Span(*match.span(name), bare=name == "bare")


def _is_setting(match: re.Match[str], group: str) -> bool:
    """Whether the name before the secret is that of a setting of servers."""
    before = match.string[max(0, match.start() - _LONGEST_NAME) : match.start(group)]
    return _SETTINGS.search(before.rstrip(' \t=:"')) is not None
