"""What stands before each line of a text: a time, a container, a unit of journald, ``>``.

Tools are run by others that add it (docker logs -t, docker compose, kubectl, files of
Kubernetes' nodes, journald, ts) and texts come by mail. It says nothing of the run.
"""

import re
from itertools import islice

from benchruns.parsers.text.lines import lines_of

# Of the lines: what a shell or journald says first or last has no such beginning.
MOST = 0.9
MOST_LINES = 600_000  # of a text that is looked at: each is held by itself
_LOOKED_AT = 5  # lines at the beginning, one of which has it
_ROUNDS = 3  # a container's name, then a time
_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
_DAY = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d"
_ISO = rf"\d{{4}}[-/]\d\d[-/]\d\d[T ]{_CLOCK}(?:Z| ?[+-]\d\d:?\d\d)?"
_WORD = r"[^\s:\[\]]{1,80}"
# What may differ from line to line, and what is the same in all: else words of the tool
# ("queries performed:") would pass for it.
_KINDS = (
    (r"(?:>[ \t]?){1,9}", ""),
    (rf"{_ISO} (?:stdout|stderr) [FP](?![^ ])", ""),
    (rf"(?:\[{_ISO}\]|{_ISO}):?", ""),
    (rf"{_DAY} {_CLOCK} ", rf"{_WORD} {_WORD}(?:\[\d{{1,9}}\])?:"),
    (rf"{_DAY} {_CLOCK}", ""),
    (rf"(?:\[{_CLOCK}\]|{_CLOCK})", ""),
    ("", r"[\w.@-]{1,120} {0,40}\|"),
    ("", r"\[pod/[^\]\s]{1,200}\]"),
)


def without_prefixes(text: str) -> str:
    """The text without what stands before nearly all of its lines; itself for others."""
    if text.count("\n") > MOST_LINES:
        return text
    for _round in range(_ROUNDS):
        prefix = _prefix_of(text)
        if prefix is None:
            break
        text = "\n".join(prefix.sub("", line, count=1) for line in text.split("\n"))
    return text


def _prefix_of(text: str) -> re.Pattern[str] | None:
    """What nearly all of the lines begin with."""
    first_lines = list(islice(lines_of(text), _LOOKED_AT))
    for varying, same in _KINDS:
        kind = _compiled(varying, same)
        found = next(filter(None, map(kind.match, first_lines)), None)
        if found is None:
            continue
        prefix = _compiled(varying, re.escape(found["same"]))
        fitting = [prefix.match(line) is not None for line in lines_of(text)]
        if sum(fitting) >= MOST * len(fitting):
            return prefix
    return None


def _compiled(varying: str, same: str) -> re.Pattern[str]:
    return re.compile(rf"\A[ \t]{{0,9}}{varying}(?P<same>{same})[ \t]?", re.ASCII)
