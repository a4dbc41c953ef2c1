"""What is said of texts that were uploaded before, and of figures that stand elsewhere."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.sentences.sentence import Sentences, Values


def _same_text(values: Values) -> str:
    if values["is_draft"]:
        return _("The same text is in another draft of yours.")
    return _("The same text was uploaded already.")


def _what_to_do_with_texts(values: Values) -> str:
    if values["is_draft"]:
        return _("Submit one of them, and delete the other.")
    return _(
        "Remove the file, or say in a comment what this submission adds. To correct "
        "an accepted submission, replace it."
    )


def _same_figures(values: Values) -> str:
    if values["is_draft"]:
        return _("The same figures stand in another draft of yours.")
    if (is_first := values.get("is_first")) is not None:
        return _same_in_public(is_first=is_first, count=values["results"])
    if values["results"] == 1:
        return _("The same figures stand in another result.")
    return _("The same figures stand in %(count)d other results.") % {
        "count": values["results"]
    }


def _same_in_public(*, is_first: bool, count: int) -> str:
    if is_first:
        return ngettext(
            "The same figures stand in a later result, which is not counted.",
            "The same figures stand in %(count)d later results, which are not counted.",
            count,
        ) % {"count": count}
    return _("The same figures stand in an earlier result: that one alone counts.")


def _what_to_do_with_figures(values: Values) -> str:
    if values["is_draft"]:
        return _("Submit one of them, and delete the other.")
    if values.get("is_first") is not None:
        return _("Withdraw the later report if it is of the same run.")
    return _("Remove one of them, or say in a comment why both are right.")


SENTENCES: Mapping[str, Sentences] = {
    "duplicate_text": Sentences(
        message=_same_text,
        why=gettext_lazy("One run counts once, whoever uploads it."),
        remedy=_what_to_do_with_texts,
    ),
    "duplicate_figures": Sentences(
        message=_same_figures,
        why=gettext_lazy(
            "Two runs never agree to the last digit: this may be one run twice."
        ),
        remedy=_what_to_do_with_figures,
    ),
}
