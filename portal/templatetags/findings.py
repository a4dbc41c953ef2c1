"""Findings in the reader's words."""

from django import template

from benchruns.findings import marked
from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.table import worded_check
from benchruns.sentences.doubts import (
    doubt_of_cases,
    doubt_text,
    doubts_text,
    regime_doubt,
)
from benchruns.sentences.rating import label_of, sentence_of
from portal.wording.doubted import has_doubts, is_any_doubted
from portal.wording.marks import worded_mark
from portal.wording.row_parts import dagger
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
register.filter(doubts_text)
register.filter(regime_doubt)
register.filter(has_doubts)
register.filter(is_any_doubted)
register.filter(marked)
register.simple_tag(dagger)
