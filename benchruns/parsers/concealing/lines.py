"""Secrets that are told by a whole line: a name and a value, or what asks for one.

Nothing but the line's being so short tells them from a sentence about passwords.
"""

from benchruns.parsers.concealing.secret_names import ANY_WORD, GLUED, STRONG
from benchruns.parsers.concealing.spans import compiled

_BLANKS = r"[ \t]{1,40}"
_END = r"[ \t]{0,40}\r?$"
_CELL = r"(?:\"[^\"\n]{1,300}+\"|'[^'\n]{1,300}+'|[^\s,;\"'][^,;\n\r]{0,300}?)"
# Names of several words; ``password`` alone may begin a sentence. What is short and a
# number counts something.
_OF_WORDS = (
    rf"(?=[\w.]{{0,80}}_|{GLUED}(?:passw(?:or)?d|pwd|pass|pw)[ \t])[\w.]{{0,60}}?"
    rf"(?P<name>{STRONG})|requirepass|masterauth"
)
_COUNT = rf"[0-9]{{1,4}}(?:\.[0-9]{{0,9}})?%?{_END}"

LINES = compiled(
    # password,S of a CSV file
    (
        ANY_WORD,
        r"^(?=[ \t]{0,40}[\w.-]{2,120}[ \t]{0,40}[,;])"
        rf"[ \t]{{0,40}}[\w.-]{{0,60}}?(?P<name>{STRONG})[ \t]{{0,40}}[,;][ \t]{{0,40}}"
        rf"(?P<secret>{_CELL}){_END}",
    ),
    # db_password S
    (
        ANY_WORD,
        rf"^(?=[ \t]{{0,40}}[\w.]{{2,120}}+{_BLANKS}\S{{1,300}}+{_END})"
        rf"[ \t]{{0,40}}(?:{_OF_WORDS}){_BLANKS}(?![=:|]|{_COUNT})(?P<secret>\S{{1,300}})",
    ),
    # Password for user postgres: S
    (
        ANY_WORD,
        rf"\bpassword for{_BLANKS}[^\n:]{{1,100}}:{_BLANKS}(?P<secret>\S{{1,300}}){_END}",
    ),
    # .netrc
    (
        ANY_WORD,
        r"\bmachine\s{1,40}\S{1,200}\s{1,40}(?:(?:login|account)\s{1,40}\S{1,200}\s{1,40}){0,2}"
        r"password\s{1,40}(?P<secret>\S{1,300})",
    ),
    (
        ANY_WORD,
        r"^[ \t]{0,40}(?:default\s{1,40})?login\s{1,40}(?!with|and|or\b|using|by\b|requires)"
        r"\S{1,200}\s{1,40}password\s{1,40}(?P<secret>\S{1,300})",
    ),
)
