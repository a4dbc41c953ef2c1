"""Sentences that are put together of parts, each on a line of its own."""

import re

from django import template
from django.utils.safestring import SafeString

register = template.Library()

_BEFORE_MARK = re.compile(r"\s+(?=[,;.](?:\s|<|$))")


@register.simple_block_tag
def sentence(content: SafeString) -> SafeString:
    """Without the white space that a line of the template leaves before a comma."""
    return SafeString(_BEFORE_MARK.sub("", content))  # escaped where it was put in
