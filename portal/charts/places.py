"""Room for the names of places: under bars that stand, beside bars that lie.

Pages reserve it before anything is drawn, so letters are counted and not measured.
"""

from collections.abc import Sequence

LETTER = 6.8  # pixels of one at 12 px
LINE = 15
# What a lying bar, the gap between its places and their axis take, in pixels.
LYING_BAR, LYING_GAP, LYING_ENDS = 22, 14, 40
MANY_BAR, MANY_GAP = 18, 10  # of more than two at a place
# The least with which they are read, in a frame that is lower than its chart.
LEAST_BAR, LEAST_GAP = 14, 4
LEAST_STEP, MOST_LEAST = 50, 600  # static/css/share.css has a rule for each step
LYING_BOX = 48
PHONE_LETTERS = 16  # beside a bar, on a phone 320 px wide
AXIS = 56  # left of the bars, with the figures of their axis
NAME_GAP = 6  # between two names
# Pages know no other widths (static/css/charts.css has a rule for each).
STEPS = (0, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300)
NEVER = 9999
# Bars that are too narrow for their figures lie down where they do not take more.
MOST_LYING = 600
BAR_SHARE, MANY_BARS_SHARE = 0.62, 0.82  # of a place


def lying_height(labels: Sequence[Sequence[str]], *, slots: int) -> int:
    """What bars take where they lie, their names whole on a phone, too."""
    bar, gap = (MANY_BAR, MANY_GAP) if slots > 2 else (LYING_BAR, LYING_GAP)
    return _height(labels, slots * bar + gap)


def least_height(labels: Sequence[Sequence[str]], *, slots: int) -> int:
    """To what lying bars may shrink, their names in one line; 0 where they may not."""
    needed = len(labels) * (slots * LEAST_BAR + LEAST_GAP) + LYING_ENDS
    steps = range(2 * LEAST_STEP, MOST_LEAST + 1, LEAST_STEP)
    return next((step for step in steps if step >= needed), 0)


def boxes_height(labels: Sequence[Sequence[str]]) -> int:
    return _height(labels, LYING_BOX)


def _height(labels: Sequence[Sequence[str]], least: int) -> int:
    lines = max((_line_count(label) for label in labels), default=1)
    return len(labels) * max(least, lines * LINE + LYING_GAP // 2) + LYING_ENDS


def stands_from(
    labels: Sequence[Sequence[str]], figures: Sequence[str], *, bars: int, slots: int
) -> int:
    """The width from which bars stand without a name upon another; one of the steps.

    Few that would be too narrow for their ``figures`` do not stand either.
    """
    place = max(
        (len(line) * LETTER + NAME_GAP for label in labels for line in label), default=0
    )
    if lying_height(labels, slots=slots) <= MOST_LYING:
        longest = max(map(len, figures), default=0) * LETTER
        share = MANY_BARS_SHARE if slots > 2 else BAR_SHARE
        place = max(place, longest if bars == 1 else longest * slots / share)
    needed = AXIS + len(labels) * place
    return next((step for step in STEPS if step >= needed), NEVER)


def _line_count(label: Sequence[str]) -> int:
    return sum(_wrapped(line) for line in label)


def _wrapped(text: str) -> int:
    """Lines that a text takes, broken between words, and in those that are too long."""
    count, used = 1, 0
    for word in text.split():
        if used and used + 1 + len(word) > PHONE_LETTERS:
            count, used = count + 1, 0
        used += len(word) + bool(used)
        count += (used - 1) // PHONE_LETTERS
        used = (used - 1) % PHONE_LETTERS + 1
    return count
