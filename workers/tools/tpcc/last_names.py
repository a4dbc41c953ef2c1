"""The thousand last names of customers, and the specification's uneven random numbers."""

from random import Random

# Clause 4.3.2.3: a name is the syllables of its number's three digits.
_SYLLABLES = (
    *("BAR", "OUGHT", "ABLE", "PRI", "PRES"),  # codespell:ignore pres
    *("ESE", "ANTI", "CALLY", "ATION", "EING"),
)
LAST_NAMES = tuple(
    first + second + third
    for first in _SYLLABLES
    for second in _SYLLABLES
    for third in _SYLLABLES
)
# Clause 2.1.6: A of NURand for the thousand names, and its C for the load. HammerDB has
# the same C at load and run; the specification wants them 65 to 119 apart.
NAME_A = 255
LOAD_C = 123


def nurand(random: Random, a: int, low: int, high: int, *, c: int) -> int:
    """NURand(A, x, y) of clause 2.1.6."""
    drawn = random.randint(0, a) | random.randint(low, high)
    return (drawn + c) % (high - low + 1) + low


def last_names_of_load(random: Random, count: int) -> list[str]:
    """So many names as customers above the first thousand have them, drawn at once."""
    ors = random.choices(range(NAME_A + 1), k=count)
    numbers = random.choices(range(len(LAST_NAMES)), k=count)
    names = len(LAST_NAMES)
    return [
        LAST_NAMES[((a | number) + LOAD_C) % names]
        for a, number in zip(ors, numbers, strict=True)
    ]
