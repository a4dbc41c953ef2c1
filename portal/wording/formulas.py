"""How a figure follows from printed ones, as a reader writes it.

Results keep a formula by the names of figures, as the API and files give it:
``writes / 4 / duration_s``. Pages say ``writes ÷ 4 ÷ seconds``.
"""

import re

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from benchruns.figures.metrics import METRICS, SPEEDS

_NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)*\b")


def formula_text(formula: str) -> str:
    """``reads ÷ 14 ÷ 60 s``, ``TPS × 20``; what is text already stays as it is."""
    return _NAME.sub(_word, formula).replace(" / ", " ÷ ")


def formula_sentence(unit: str, formula: str) -> str:
    """``TPS is reads ÷ 14 ÷ 60 s``: of one figure, to stand in a note."""
    words = {"figure": unit, "formula": formula_text(formula)}
    return (
        pgettext("how a figure follows from others", "%(figure)s is %(formula)s")
        % words
    )


def _word(found: re.Match[str]) -> str:
    name = found[0]
    if name in SPEEDS:
        return METRICS[name].unit
    return _("seconds") if name == "duration_s" else name
