"""Distances on pages come from one scale, so that what stands side by side lines up."""

import re
from pathlib import Path

from django.conf import settings

DISTANCE = re.compile(r"(?:margin|padding|gap)[a-z-]*: ([^;]+);")
# Hairlines, a share of a line's height, and room for what floats above the page.
OFF_THE_SCALE = {"1px", "-1px", "0.0892857143rem", "120px"}


def test_margins_paddings_and_gaps_are_steps_of_the_scale() -> None:
    sheets = Path(settings.BASE_DIR) / "static" / "css"
    found = {
        length
        for sheet in sheets.glob("*.css")
        for value in DISTANCE.findall(sheet.read_text())
        for length in re.findall(r"(?<![\w.-])-?[\d.]+(?:px|rem)", value)
    }
    assert found == OFF_THE_SCALE
