"""Values of settings with units, written as PostgreSQL itself shows them.

``pg_settings`` gives a number and the unit that it counts; ``SHOW`` and
``current_setting()`` give the number in the largest unit that holds it whole. The
probes store the latter, so all other forms are brought to it.
"""

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)
_WITH_UNIT = re.compile(r"(\d{1,15}) ?([A-Za-z]{1,3})", re.ASCII)
_BLOCKS = re.compile(r"(\d{0,4})(B|kB|MB|ms|s|min)", re.ASCII)

_SIZES = (("TB", 2**40), ("GB", 2**30), ("MB", 2**20), ("kB", 2**10), ("B", 1))
_TIMES = (
    ("d", 86_400_000_000),
    ("h", 3_600_000_000),
    ("min", 60_000_000),
    ("s", 1_000_000),
    ("ms", 1000),
    ("us", 1),
)
_SCALES = (_SIZES, _TIMES)


def joined(setting: str, unit: str) -> str:
    """``16384`` in units of ``8kB`` is ``128MB``; 0 and −1 have no unit."""
    counted = _BLOCKS.fullmatch(unit)
    if counted is None or not _NUMBER.fullmatch(setting) or int(setting) <= 0:
        return setting
    number = int(setting) * int(counted[1] or 1)
    return _shown(number, unit=counted[2])


def normalised(value: str) -> str:
    """``300s`` is ``5min``; a value without a unit stays as it is."""
    match = _WITH_UNIT.fullmatch(value)
    if match is None or not int(match[1]):
        return value
    return _shown(int(match[1]), unit=match[2])


def _shown(number: int, *, unit: str) -> str:
    for scale in _SCALES:
        factors = dict(scale)
        if unit in factors:
            return _largest(number * factors[unit], scale)
    return f"{number}{unit}"


def _largest(amount: int, scale: Sequence[tuple[str, int]]) -> str:
    """In the largest unit that it fills without a rest."""
    unit, factor = next(each for each in scale if amount % each[1] == 0)
    return f"{amount // factor}{unit}"
