"""Passwords and tokens in a text that somebody uploads or pastes: found and blanked.

Command lines, addresses, job dictionaries, configuration files. What stands in place of
a secret names nothing of it, and blanking a text again changes nothing.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from benchruns.parsers.concealing.blocks import (
    BRACKETS,
    spans_of_brackets,
    spans_of_indented,
)
from benchruns.parsers.concealing.lines import LINES
from benchruns.parsers.concealing.markup import MARKUP
from benchruns.parsers.concealing.programs import spans_of_commands
from benchruns.parsers.concealing.secret_names import (
    ANY_WORD,
    STRONG,
    WEAK,
    is_known,
    is_secret,
)
from benchruns.parsers.concealing.spans import (
    GAP,
    JOINED,
    NOTHING,
    WORD,
    Blanked,
    Pattern,
    Span,
    compiled,
    replaced,
    until_none_is_left,
)
from benchruns.parsers.concealing.tokens import TOKENS
from benchruns.parsers.concealing.windows import Looked

# ``pass`` alone may count what passed: behind it a number stays.
_NO_NUMBER = r"(?![0-9]{1,9}(?:\.[0-9]{1,9})?%?(?:[^\w.]|$))"
_QUOTED = r"(?:'[^'\n]*+'|\"(?>(?:[^\"\\\n]|\\[^\n])*)\")"
_SCHEME = r"(?:(?:basic|bearer|token|digest)[ \t]{1,40})?"
_IS = r"[ \t]{0,40}(?:=>?|:(?!:)=?|：|＝)"
_NO_TEXT = r"(?:yes|no|null|true|false)(?:[\s,;)}\]]|$)"
_BRACED = r"\{[^}\n]{0,300}+\}"
_HAMMERDB = (
    r"(?:mysql|maria|pg|mssqls|ora|db2|tpc[ch]|tproc[ch])_[a-z]{0,20}pass(?:word)?"
)

# What stands behind the name of a secret; its groups ``secret...`` are what is blanked.
_BEHIND_NAME = "|".join(
    (
        # \"password\": \"value\", of JSON that is quoted once more
        r"\\\"\s{0,40}:\s{0,40}\\\"(?P<secret>(?>(?:[^\"\\\n]|\\\\[^\n]?)*))\\\"",
        r"[\"']\s{0,40}:\s{0,40}(?P<bare>-?[0-9][0-9.e+-]*+)",
        # =value, : value; not what servers say: (using password: YES)
        rf"[\"'`]{{0,2}}\]?{_IS}{JOINED}{_SCHEME}(?!{_NO_TEXT}|(?:old_)?password\()"
        rf"(?P<secret_2>(?<==)\{{[^{{}}\n]{{0,300}}+\}}|(?!{BRACKETS}){WORD})",
        # name: PASSWORD, value: ... of lists of variables; XML
        r"[\"']?\s{0,40},?\s{0,40}[\"']?\bvalue[\"']?[ \t]{0,40}[:=][ \t]{0,40}"
        rf"(?P<secret_3>{WORD})",
        r">\s{0,40}(?P<secret_4>[^<\s][^<\n]{0,300}+)</",
        # HammerDB: its dictionary, and what it says of a change
        r" from (?P<secret_5>.{1,300}?) to (?P<secret_6>.{1,300}?)(?= for |$)",
        # 'password', 'value'; a row of a table
        r"(?:[\"'][ \t]{0,40},|[\"']?[ \t]{0,40}[|\t])[ |\t]{0,40}(?!-)"
        rf"(?P<secret_7>{_QUOTED}(?![ \t]*:)"
        r"|[^\s|,\"')\]}][^|,\t\n]{0,300}?(?=[ \t]*(?:[|,\t\n]|$)))",
    )
)

_NAMING = ("name", "option")  # the groups that say what the others are
# Each with the words without which it cannot match, for a quick look.
_PATTERNS: tuple[Pattern, ...] = (
    *compiled(
        (
            ("value ",),
            rf"\bvalue (?P<secret>.{{1,300}}?) for \w{{1,40}}:{_HAMMERDB}\b"
            r"(?: (?:is|\*{3}) the same as existing value (?P<secret_2>.{1,300}?)(?:, no\b|$))?",
        ),
        (
            ("pass",),
            rf"\b{_HAMMERDB}[ \t]{{1,40}}(?!=|from\b|is the same as\b)"
            rf"(?P<secret>{_BRACED}|{WORD})",
        ),
        (ANY_WORD, rf"(?P<name>{STRONG})(?:{_BEHIND_NAME})"),
        # the same of words that mean other things, too
        (
            ("pass", "pw"),
            rf"(?:(?<![\w.-]){WEAK}[ \t]{{0,40}}=>?|\b{WEAK}[\"']\s{{0,40}}:|<{WEAK}>"
            rf"|(?:^|(?<=[,;({{\"'|]))[ \t]{{0,40}}{WEAK}[ \t]{{0,10}}:){JOINED}"
            rf"{_NO_NUMBER}(?P<secret>{WORD})",
        ),
        (
            ('\\"',),
            rf"\b{WEAK}\\\"\s{{0,40}}:\s{{0,40}}"
            r"\\\"(?P<secret>(?>(?:[^\"\\\n]|\\\\[^\n]?)*))\\\"",
        ),
        # --password value, setx PASSWORD value, ENV PASSWORD value
        (
            ("--", "setx", "setenv", "env", "set"),
            r"(?:(?<!-)--|\b(?:setx|setenv|env|set[ \t]{1,9}-[a-z]{1,9})[ \t]{1,40})"
            rf"(?P<option>[\w.-]{{2,60}}+)(?={GAP}{{1,40}}(?![-=])(?P<secret>{WORD}))",
        ),
        (
            ("value",),
            rf"\bvalue[\"']?[ \t]{{0,40}}[:=][ \t]{{0,40}}(?P<secret>{WORD}),?\s{{0,40}}"
            rf"[\"']?\b(?:name|key)[\"']?[ \t]{{0,40}}[:=][ \t]{{0,40}}[\"']?"
            rf"\w{{0,40}}(?:{STRONG}|\b{WEAK})",
        ),
        # host:port:database:user:password, as in .pgpass; account:secret@host
        (
            (":",),
            r":(?<=[\w*]:)(?:[0-9]{2,5}|\*):[^\s:\"']{1,80}:[a-z_*][^\s:\"']{0,80}:"
            r"(?P<secret>[^\s\"']++)",
        ),
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
        # SQL
        (
            ("password", "identified"),
            r"(?:\bidentified\s{1,40}(?:(?:with|via)\s{1,40}\S{1,60}\s{1,40})?(?:by|as|using)"
            r"|\bset\s{1,40}password(?:\s{1,40}for\s{1,40}\S{1,100}?)?\s{0,40}(?:=|\bto\b)"
            r"|\bpassword(?=[ \t(])[ \t]{0,40}\(?)"
            rf"\s{{0,40}}(?P<secret>{_QUOTED})",
        ),
        (
            ("private key-----",),
            r"-----begin [a-z ]{0,30}private key-----\s{0,9}(?P<secret>[^-]{1,20000}+)",
        ),
    ),
    *TOKENS,
    *MARKUP,
    *LINES,
)
# What libraries and their debug lines say of a login: any of the texts may be the secret.
_CALL = re.compile(
    r"\b\w{0,40}(?:connect|mysqli|login|PDO)\w{0,20}\([^()\n]{1,1000}+", re.IGNORECASE
)
_OF_CALLS = ("connect", "mysqli", "login", "pdo")
_TEXT = re.compile(_QUOTED)


def blank_secrets(text: str) -> Blanked:
    """The text with every secret that it is seen to hold replaced by ``BLANK``."""
    return until_none_is_left(text, _once)


def _once(text: str) -> tuple[str, int]:
    looked = Looked(text)
    # before a pattern takes the first word of a block for all of it
    looked.blank(ANY_WORD, spans_of_brackets)
    looked.blank(ANY_WORD, spans_of_indented)
    for words, pattern in _PATTERNS:
        looked.blank(words, partial(_spans, pattern))
    looked.blank(_OF_CALLS, _spans_of_calls)
    text, of_commands = replaced(looked.text, spans_of_commands(looked.text, "secret"))
    return text, looked.count + of_commands


def _spans_of_calls(text: str, windows: Iterable[Span]) -> Iterator[Span]:
    for window in windows:
        for call in _CALL.finditer(text, window.start, window.end):
            for quoted in _TEXT.finditer(text, call.start(), call.end()):
                if not NOTHING.fullmatch(quoted[0]):
                    yield Span(*quoted.span())


def _spans(
    pattern: re.Pattern[str], text: str, windows: Iterable[Span]
) -> Iterator[Span]:
    groups = [name for name in pattern.groupindex if name not in _NAMING]
    end = 0
    for window in windows:
        for match in pattern.finditer(text, window.start, window.end):
            for name in groups:
                span = Span(*match.span(name), bare=name == "bare")
                if span.start >= end and match[name] and not _is_nothing(match, name):
                    yield span
                    end = span.end


def _is_nothing(match: re.Match[str], group: str) -> bool:
    """Whether it hides nothing, or its name is one that is known for something else."""
    if NOTHING.fullmatch(match[group]):
        return True
    if "option" in match.re.groupindex:
        return not is_secret(match["option"])
    if "name" not in match.re.groupindex or not match["name"]:
        return False
    return is_known(match, match[group])
