"""A badge: two words beside each other, small enough for a line of text.

Whoever shows it as a picture has no font of ours: each word is given the width that it
was measured to need, and the reader's own font is drawn as wide.
"""

from dataclasses import dataclass

from django.template.loader import render_to_string

from portal.web.xml_text import xml_text

NARROW, WIDE = frozenset("iIjlt|.,:;'!()[] "), frozenset("mwMWOQ%@—–−+")
NARROW_PX, USUAL_PX, WIDE_PX, FULL_PX = 4.0, 6.7, 9.5, 11.0
PADDING = 6
LONGEST = 60

# Each holds white text at 4.5 to 1 or more.
GREY, BLUE, GREEN, RED = "#59636e", "#1f6db4", "#2e7d32", "#b3261e"


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """``title`` is the whole of it as a sentence, for who sees no picture."""

    label: str
    message: str
    colour: str
    title: str

    @property
    def svg(self) -> str:
        label, message = (_cut(each) for each in (self.label, self.message))
        widths = [round(_width(each) + 2 * PADDING) for each in (label, message)]
        return render_to_string(
            "trends/badge.svg",
            {
                "title": xml_text(self.title),
                "label": label,
                "message": message,
                "colour": self.colour,
                "width": sum(widths),
                "left": widths[0],
                "right": widths[1],
                "label_middle": widths[0] / 2,
                "message_middle": widths[0] + widths[1] / 2,
                "label_length": widths[0] - 2 * PADDING,
                "message_length": widths[1] - 2 * PADDING,
            },
        )


def _cut(text: str) -> str:
    words = " ".join(xml_text(text).split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def _width(text: str) -> float:
    """In px at 11 px of a plain sans serif, a little too wide rather than too narrow."""
    return sum(map(_advance, text))


def _advance(character: str) -> float:
    if character in NARROW:
        return NARROW_PX
    if character in WIDE:
        return WIDE_PX
    return USUAL_PX if ord(character) < 0x1100 else FULL_PX
