"""Words of the glossary where a page uses them."""

from typing import Any

from django import template
from django.urls import reverse

from benchruns.glossary.words import word_at

register = template.Library()


@register.inclusion_tag("partials/term.html")
def term(anchor: str, label: str) -> dict[str, Any]:
    """``label`` with what the glossary says of ``anchor``; plain where that is empty.

    KeyError for a word that the glossary lacks.
    """
    if not anchor:
        return {"label": label}
    address = f"{reverse('portal:guide-glossary')}#{anchor}"
    return {"label": label, "address": address, "meaning": word_at(anchor).text}
