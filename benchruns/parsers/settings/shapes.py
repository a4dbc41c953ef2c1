"""The shapes of values that tell how a test was run, and of nothing else."""

import re

Shape = re.Pattern[str]

NUMBER = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?%?", re.ASCII)
NUMBERS = re.compile(r"-?[0-9.]{1,20}(?:[, ]-?[0-9.]{1,20}){0,5000}", re.ASCII)
SIZE = re.compile(
    r"-?[0-9]{1,20}(?:\.[0-9]{1,20})? ?(?:[kmgtp]i?b?|b)?", re.ASCII | re.IGNORECASE
)
TIME = re.compile(r"[0-9]{1,12}|(?:[0-9]{1,12} ?(?:us|ms|s|min|m|h|d)){1,4}", re.ASCII)
MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}Z?", re.ASCII
)


def words(*known: str) -> Shape:
    """One of these words, in capitals or not."""
    return re.compile("|".join(map(re.escape, known)) or r"(?!)", re.IGNORECASE)


SWITCH = words("on", "off", "true", "false", "yes", "no", "0", "1")
