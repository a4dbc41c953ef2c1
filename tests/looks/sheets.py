"""Where on its sheets a PDF has what it prints, in points."""

import io
from collections.abc import Iterator

from pypdf import PageObject, PdfReader

LEFT, RIGHT = 45.4, 45.4  # 16 mm, static/css/print.css
FOOT = 51.0  # 18 mm
SLACK = 0.6  # a rule's own width


def sheets_of(content: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(content)).pages)


def beyond_the_margin(page: PageObject) -> list[float]:
    """How far rules of tables stand in the margin at the right: each, where one does."""
    edge = float(page.mediabox.width) - RIGHT + SLACK
    return [round(end - edge, 1) for end in _ends_of_rules(page) if end > edge]


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


def texts_at_the_left(page: PageObject) -> list[str]:
    """What begins at the margin, from the top: first cells of rows and what is between tables."""
    found = []

    def look(text, matrix, placed, _font, _size):
        left = placed[4] * matrix[0] + matrix[4]
        top = placed[5] * matrix[3] + matrix[5]
        if text.strip() and abs(left - LEFT) < 1 and top > FOOT:
            found.append((-top, text.strip()))

    page.extract_text(visitor_text=look)
    return [text for _top, text in sorted(found)]


def lowest(page: PageObject) -> float:
    """How far down its text reaches, in parts of the page; the foot does not count."""
    bottoms = []

    def look(text, matrix, placed, _font, _size):
        if text.strip():
            bottoms.append(placed[5] * matrix[3] + matrix[5])

    page.extract_text(visitor_text=look)
    return 1 - min(each for each in bottoms if each > FOOT) / float(
        page.mediabox.height
    )
