"""Commands that stand in a copied terminal, above or between what they printed."""

import re
from functools import cache

# A prompt, as of "root@host:~# " or "$ ", and a path before the program.
_PROMPT = r"(?:[^\n$#%>]{0,100}[$#%>][ \t]+)?(?:sudo |time |nohup )?"
_PATH = r"(?:[\w.~-]{0,60}/){0,12}"
LONGEST = 65_536  # of a text: commands come before the seconds that they print
MOST, LONGEST_COMMAND = 10, 2_000


def commands_above(text: str, *, program: str) -> str:
    """Those of ``program`` in the first of the text, a line each; empty without one.

    An option is what tells a command from the tool's own first line.
    """
    found = [
        re.sub(r"[ \t]*\\\r?\n[ \t]*", " ", match[1]).strip()
        for match in _line_of(program).finditer(text[:LONGEST])
    ]
    whole = [command for command in found if len(command) <= LONGEST_COMMAND]
    return "\n".join(dict.fromkeys(whole[:MOST]))


@cache
def _line_of(program: str) -> re.Pattern[str]:
    """With the lines that a backslash joins to it."""
    rest = r"(?:\\\r?\n|[^\n])*"
    line = rf"{_PATH}{program}(?={rest} -){rest}"
    return re.compile(rf"^{_PROMPT}({line})", re.MULTILINE)
