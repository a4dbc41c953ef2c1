"""A document whose last page is hardly filled: set a little tighter, it may need no such page."""

from typing import Any

END = "wp-end"
# Of a page's height, its upper margin included: what may be saved. A figure that fits on the
# page before its own saves more than lines do.
REST = 0.35
SAVED_A_PAGE = 0.05  # of its height, by what is set tighter on each page before it
# Over the rules of static/css/print.css and whitepaper.css, which come before it.
TIGHT = """
@page { margin: 13mm 15mm 14mm; }
.wp { font-size: 9.25pt; line-height: 12.5pt; }
.wp h2 { margin: 12px 0 4px; }
.wp-title { padding-bottom: 8px; margin-bottom: 8px; }
.wp-figure :is(img, svg) { max-height: 85mm; }
.bb-ranks { margin-bottom: 12px; }
.wp-table td, .wp-table th { padding-top: 3px; padding-bottom: 3px; }
"""


def with_end(html: str) -> str:
    """With an anchor after all of it."""
    return html.replace("</body>", f'<div id="{END}"></div></body>', 1)


def has_a_rest(document: Any) -> bool:  # WeasyPrint has no types
    """Whether more than one page was needed, and the last one hardly."""
    *others, last = document.pages
    place = last.anchors.get(END)
    saved = max(REST, SAVED_A_PAGE * len(others))
    return bool(others) and place is not None and place[1] < saved * last.height


def tightened(html: str) -> str:
    return html.replace("</head>", f"<style>{TIGHT}</style></head>", 1)
