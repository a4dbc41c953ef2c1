"""Text that may stand in XML: in pictures and in feeds."""

import re

# What XML 1.0 can hold in no way, not even as a reference: most control characters,
# halves of characters, and two codes that stand for none.
_FORBIDDEN = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Without the characters that would make a whole document unreadable."""
    return _FORBIDDEN.sub("", text)
