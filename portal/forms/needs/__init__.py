"""The question for a class: on any page, whole, and for the ranking of a load."""

from portal.forms.needs.need import NeedForm, program_words
from portal.forms.needs.question import REGIMES, QuestionForm
from portal.forms.needs.rank import UNKNOWN, RankForm

__all__ = [
    "REGIMES",
    "UNKNOWN",
    "NeedForm",
    "QuestionForm",
    "RankForm",
    "program_words",
]
