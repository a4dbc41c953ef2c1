"""Colours, signs and sizes of a picture: the light tokens of the style sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import matplotlib
from matplotlib.ft2font import FT2Font

from portal.charts.specs import Series

# Of this process, once: nothing else here draws with matplotlib. A fixed salt and no
# date make equal charts equal texts; text stays text, to be searched and copied.
matplotlib.rcParams.update(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "benchbook",
        "text.parse_math": False,
        "hatch.linewidth": 1.3,
        "font.family": "DejaVu Sans",
    }
)

GROUND = "#ffffff"
INK, INK2, INK3 = "#16191d", "#4f5660", "#69717c"
RULE, RULE2 = "#e5e8eb", "#c5cad0"
CACHED, CACHED_PALE, CACHED_TINT = "#1f6db4", "#9abddd", "#dce9f5"
DISK, DISK_TINT = "#b9500a", "#fbe3d0"
NONE, NONE_TINT = "#69717c", "#e3e6e9"
HATCH = "/////"

# One for each entry of a comparison; static/css/chart_signs.css has the same.
ENTRY_COLOURS = ("#6d3fb5", "#b0166f", "#2e7d32", "#8a5a00", "#0e7490", "#4f5660")
SHAPES = ("o", "s", "^", "D", "v", "x")
STAR = (8, 2, 0)  # a cross of the second half dozen: eight rays
DOTS = (0, (1.2, 1.2))  # of what was submitted or is a draft
HOLLOW_DASHES = (0, (3.0, 2.0))  # in widths of the line
BESIDE = 0.6  # of a bar's width: of the version that is put beside
DASHES: Sequence[tuple[float, ...]] = (
    (),
    (6, 3),
    (2, 2),
    (9, 3, 2, 3),
    (12, 4),
    (4, 2, 1, 2, 1, 2),
)

WIDTH = 760
MARGIN = 12
LABEL, TICK, SMALL, CAPTION = 11.5, 12, 11.5, 14
LINE_HEIGHT = 15


@dataclass(frozen=True, slots=True)
class Fill:
    """How an area is filled; the hatch tells regimes apart where colour does not.

    What is in doubt is hollow, its ``line`` dashed.
    """

    face: str
    edge: str
    hatch: str = ""
    width: float = 1.2
    line: str | tuple[float, tuple[float, float]] = "solid"


def fill_of(style: str, *, is_beside: bool = False, is_doubted: bool = False) -> Fill:
    if style == "cached":
        fill = Fill(CACHED_PALE if is_beside else CACHED, CACHED)
    elif style == "disk_io":
        fill = Fill(DISK_TINT, DISK, "//" if is_beside else HATCH)
    else:
        fill = Fill(NONE_TINT, NONE)
    if is_doubted:
        return replace(fill, face=GROUND, hatch="", line=HOLLOW_DASHES)
    return fill


@dataclass(frozen=True, slots=True)
class Sign:
    """Colour, shape and dash pattern of an entry; the second half dozen is hollow."""

    colour: str
    shape: str | tuple[int, int, int]
    dashes: tuple[float, ...]
    is_hollow: bool


# Of a line that is of one run, as its page has it.
LINE_COLOURS = {"cached": CACHED, "disk_io": DISK}


def sign_of(series: Series, place: int) -> Sign:
    number = place if series.sign is None else series.sign
    row, column = divmod(number, len(SHAPES))
    colour = ENTRY_COLOURS[(column + row) % len(ENTRY_COLOURS)]
    if series.style != "none":
        colour = LINE_COLOURS.get(series.style, INK)
    return Sign(
        colour=colour,
        shape=STAR if SHAPES[column] == "x" and row % 2 else SHAPES[column],
        dashes=DASHES[column],
        is_hollow=row % 2 == 1,
    )


EM = 100
# What bold letters take more than those of the font that measures.
BOLD = 1.12


def text_width(text: str, size: float) -> float:
    """What a text takes at most: the font that measures is wider than most that show."""
    return sum(map(_letter_width, text)) * size


@lru_cache(maxsize=4096)
def _letter_width(letter: str) -> float:
    """In ems; a letter that the font lacks is taken for a wide one."""
    font = _font()
    index = font.get_char_index(ord(letter))
    return font.load_glyph(index).linearHoriAdvance / 65536 / EM if index else 1.0


@lru_cache(maxsize=1)
def _font() -> FT2Font:
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    font = FT2Font(folder / "DejaVuSans.ttf")
    font.set_size(EM, 72)
    return font


def wrapped(text: str, *, size: float, width: float) -> list[str]:
    """The text in lines that fit, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shortened(text: str, *, size: float, width: float) -> str:
    """The text, its end cut off where it does not fit."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text}…"
