"""Findings in the reader's words."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.table import worded_check
from benchruns.sentences.doubts import (
    doubt_of_cases,
    doubt_of_result,
    doubt_text,
    regime_doubt,
)
from benchruns.sentences.rating import label_of, sentence_of
from benchruns.vocabulary import Doubt
from portal.charts.specs import DAGGER, marked
from portal.wording.doubted import has_doubts
from portal.wording.marks import worded_mark
from portal.wording.staleness import sale_word, stale_words

register = template.Library()

register.filter(worded)
register.filter(worded_mark)
register.filter(stale_words)
register.filter(sale_word)
register.filter(worded_check)
register.filter(label_of)
register.filter(sentence_of)
register.filter(doubt_text)
register.filter(doubt_of_cases)
register.filter(doubt_of_result)
register.filter(regime_doubt)
register.filter(has_doubts)
register.filter(marked)


@register.simple_tag
def dagger(doubt: str) -> SafeString | str:
    """The sign right behind a figure in doubt; nothing where it is in none.

    ``doubt`` is a ``Doubt``, or the sentence that the sign says when it is pointed at.
    """
    if not doubt:
        return ""
    is_code = doubt in Doubt.values
    return format_html(
        '<span class="bb-dagger" title="{}" aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {}</span>',
        _("in doubt: its page says why") if is_code else doubt,
        DAGGER,
        _("in doubt"),
    )
