"""Secrets in XML that stand in an element beside, or below, the one that names them."""

from benchruns.parsers.concealing.secret_names import ANY_WORD, STRONG, WEAK
from benchruns.parsers.concealing.spans import compiled

_NAME = rf"(?:(?P<name>{STRONG})|\b{WEAK})"
_TAG = r"<(?![/!?])[\w:.-]{1,60}(?:\s[^<>]{0,200})?>"
_VALUE = (
    r"(?:<!\[CDATA\[(?P<secret>(?:(?!\]\]>)[^\n]){1,300})\]\]>"
    r"|(?P<secret_2>[^<\s][^<]{0,300}+)</(?!label\b))"
)

MARKUP = compiled(
    # <name>password</name><value>S</value>
    (
        ANY_WORD,
        rf"<(?!th\b)[\w:.-]{{1,60}}>\s{{0,40}}[\w:.-]{{0,60}}?{_NAME}\s{{0,40}}"
        rf"</[\w:.-]{{1,60}}>\s{{0,40}}{_TAG}\s{{0,40}}{_VALUE}",
    ),
    # <entry key="password">S</entry>, <password encrypted="no">S</password>
    (
        ANY_WORD,
        rf"<(?![/!?])(?=[^<>]{{0,200}}?{_NAME}[\"'\s>])[^<>]{{1,300}}>\s{{0,40}}"
        rf"(?:{_TAG}\s{{0,40}}){{0,2}}{_VALUE}",
    ),
)
