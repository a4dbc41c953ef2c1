"""What a need and its answer are called in words."""

from portal.wording.needs.answer import (
    Answer,
    answer_of,
    standing_word,
    word_of,
)
from portal.wording.needs.asked import asked_text, load_name, load_text
from portal.wording.needs.beside import no_class_load
from portal.wording.needs.durations import durations_text, measured_text, span_text
from portal.wording.needs.reasons import (
    candidate_doubt,
    median_text,
    percent,
    reason_text,
)
from portal.wording.needs.versions import version_text

__all__ = [
    "Answer",
    "answer_of",
    "asked_text",
    "candidate_doubt",
    "durations_text",
    "load_name",
    "load_text",
    "measured_text",
    "median_text",
    "no_class_load",
    "percent",
    "reason_text",
    "span_text",
    "standing_word",
    "version_text",
    "word_of",
]
