"""Where on its sheets a PDF has what it prints, in points."""

import io
from collections.abc import Iterator

from pypdf import PageObject, PdfReader

FOOT = 51.0  # 18 mm
SLACK = 0.6  # a rule's own width


def sheets_of(content: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(content)).pages)


def beyond_the_margin(page: PageObject) -> list[float]:
    """How far rules of tables stand in the margin at the right: each, where one does."""
    edge = float(page.mediabox.width) - _margin(page) + SLACK
    return [round(end - edge, 1) for end in _ends_of_rules(page) if end > edge]


def _margin(page: PageObject) -> float:
    """That at the left, where the foot begins; the same as at the right."""
    return min(left for left, _top, _text in _texts(page))


def _texts(page: PageObject) -> list[tuple[float, float, str]]:
    """From the left, from above the lower edge."""
    found = []

    def look(text, matrix, placed, _font, _size):
        if text.strip():
            left = placed[4] * matrix[0] + matrix[4]
            found.append((left, placed[5] * matrix[3] + matrix[5], text.strip()))

    page.extract_text(visitor_text=look)
    return found


def _ends_of_rules(page: PageObject) -> Iterator[float]:
    """A rule is drawn as an area or as a line; a row has one below each of its cells."""
    found = []

    def look(operator, operands, matrix, _text_matrix):
        if operator == b"re":
            x, _y, width, _height = map(float, operands)
            found.extend(
                [x * matrix[0] + matrix[4], (x + width) * matrix[0] + matrix[4]]
            )
        elif operator == b"l":
            found.append(float(operands[0]) * matrix[0] + matrix[4])

    page.extract_text(visitor_operand_before=look)
    yield from found


def words_at_the_left(page: PageObject) -> list[str]:
    """What stands at the margin, from the top: first of rows and of what is between tables."""
    texts, margin = _texts(page), _margin(page)
    found = sorted((-top, text) for left, top, text in texts if left < margin + 1)
    return [text.split()[0] for _top, text in found]


def lowest(page: PageObject) -> float:
    """How far down its text reaches, in parts of the page; the foot does not count."""
    end = min(top for _left, top, _text in _texts(page) if top > FOOT)
    return 1 - end / float(page.mediabox.height)
