"""Words that no line breaks: ``disk I/O`` reads as two things in two lines.

HTML knows no such rule for a word, and a sign that joins letters would be copied with the
text and not be found by a search. So a span holds the word together, wherever a template
or a sentence has it.
"""

import re

_WHOLE = re.compile(
    # What the head says of the document, pictures and texts to be changed know no span.
    r"(?P<as_it_is><(?P<element>head|svg|script|style|textarea|option)\b.*?</(?P=element)>"
    r"|<[^>]*>)"
    r"|(?P<word>\b(?:disk )?I/O\b)",
    re.IGNORECASE | re.DOTALL,
)
_SPAN = '<span class="bb-whole">{}</span>'  # static/css/signs.css, whitepaper.css


def with_whole_words(html: str) -> str:
    """The same document, its text unchanged."""
    return _WHOLE.sub(_held, html)


def _held(match: re.Match[str]) -> str:
    return match["as_it_is"] or _SPAN.format(match["word"])
