"""Days and moments are written in one way on every page: 2026-05-30, 2026-05-30 14:00 UTC."""

import re
from html import unescape

MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
OTHER_FORMATS = (
    rf"\b\d{{1,2}} {MONTH} \d{{4}}\b",
    rf"\b{MONTH} \d{{1,2}}, \d{{4}}\b",
    r"\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b",
    r"\b(?:19|20)\d\d[./]\d{1,2}[./]\d{1,2}\b",
    r"\b(?:19|20)\d\d-\d\d-\d\d[T,] ?\d\d:",
    r"\b(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?! UTC)\b(?!:)",
)
OTHER = re.compile("|".join(OTHER_FORMATS))
# What is no text of the page: scripts and their data, styles, what somebody typed or a tool printed.
UNSEEN = re.compile(r"<(script|style|pre|textarea|code)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b")


def seen(page):
    """The text that a reader sees."""
    return " ".join(unescape(TAG.sub(" ", UNSEEN.sub(" ", page))).split())


def otherwise(page):
    """What is written in another way."""
    return {found[0] for found in OTHER.finditer(seen(page))}
