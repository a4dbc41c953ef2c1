"""Whether what was uploaded and stated is whole, and agrees with itself."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.list_text import listed
from benchruns.sentences.sentence import Sentences, Values
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.files.removed_secrets import COMMAND, SETTINGS
from benchruns.submissions.statement.completeness import EVERY
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.understanding.understood import FIGURES

_NEEDS = {need.code: need for need in EVERY}


def _incomplete(values: Values) -> str:
    """Without a value there is no report at all."""
    if not values:
        return _("There is no report of a run.")
    told = values.get("lacking", {})  # an older release has none
    lacking = {code: _names(found) for code, found in told.items()}
    parts = []
    if FIGURES in values["missing"]:
        parts.append(
            _("No figure of speed in %(places)s.") % {"places": lacking[FIGURES]}
        )
    if essential := _essential(values):
        needs = (
            f"{_NEEDS[code].label} ({lacking[code]})"
            if code in lacking
            else str(_NEEDS[code].label)
            for code in essential
        )
        parts.append(_("Still needed: %(fields)s.") % {"fields": ", ".join(needs)})
    return " ".join(parts)


def _complete_it(values: Values) -> str:
    if not values:
        return _("Upload the output of the tool, or a filled-in report template.")
    parts = []
    if FIGURES in values["missing"]:
        parts.append(_("Remove such a file, or upload the whole output of its tool."))
    if _essential(values):
        parts.append(_("State it: a reviewer cannot judge the figures without."))
    return " ".join(parts)


def _essential(values: Values) -> list[str]:
    return [code for code in values["missing"] if code != FIGURES]


def _not_stated(values: Values) -> str:
    labels = ", ".join(str(_NEEDS[code].label) for code in values["missing"])
    return _("Not stated: %(fields)s.") % {"fields": labels}


def _all_read(values: Values) -> str:
    return ngettext(
        "The file was read to its end.",
        "All %(count)d files were read to their end.",
        values["files"],
    ) % {"count": values["files"]}


def _not_used(values: Values) -> str:
    return _("%(names)s: not used. %(why)s") % {
        "names": _names(values),
        "why": worded(values["finding"]).message,
    }


def _with_findings(values: Values) -> str:
    """The counts by code of an older release have an order where the database kept it."""
    codes = values.get("codes", values)
    named = ", ".join(map(_code_in_words, codes))
    told = _("The results have findings: %(codes)s.") % {"codes": named}
    if "finding" in values:
        return f"{worded(values['finding']).message} {told}"
    return told


def _code_in_words(code: str) -> str:
    """A contradiction's code is the name of the condition that is stated in two ways."""
    field = FIELDS.get(code)
    if field is None:
        return code.replace("_", " ")
    return _("“%(condition)s” stated in two ways") % {"condition": field.label}


def _secrets(values: Values) -> str:
    return ngettext(
        "A password or token was removed from %(places)s.",
        "%(count)d passwords or tokens were removed from %(places)s.",
        values["count"],
    ) % {"count": values["count"], "places": _where(values)}


def _change_secrets(values: Values) -> str:
    return ngettext(
        "Change it all the same: it left your machine.",
        "Change them all the same: they left your machine.",
        values["count"],
    )


def _places(values: Values) -> str:
    return ngettext(
        "What tells whose server it is was removed in a place of %(places)s.",
        "What tells whose server it is was removed in %(count)d places of %(places)s.",
        values["count"],
    ) % {"count": values["count"], "places": _where(values)}


def _where(values: Values) -> str:
    return listed(map(_place, values["names"]), more=values["more"])


def _place(where: Mapping[str, str]) -> str:
    name, file = where["field"], where["file"]
    if not name:
        return file
    if name == COMMAND:
        place = _("the command line")
    elif name == SETTINGS:
        place = _("the settings")
    else:
        label = FIELDS[name].label if name in FIELDS else name
        place = _("the field “%(field)s”") % {"field": label}
    if not file:
        return place
    return _("%(place)s of %(name)s") % {"place": place, "name": file}


def _duplicates(values: Values) -> str:
    files, results = values["files"], values["results"]
    parts = []
    if files:
        parts.append(
            ngettext(
                "A file holds a text that was uploaded already.",
                "%(count)d files hold a text that was uploaded already.",
                files,
            )
            % {"count": files}
        )
    if results:
        parts.append(
            ngettext(
                "A result has the figures of another one.",
                "%(count)d results have the figures of another one.",
                results,
            )
            % {"count": results}
        )
    return " ".join(parts)


def _names(values: Values) -> str:
    return listed(values["names"], more=values["more"])


SENTENCES: Mapping[tuple[str, str], Sentences] = {
    ("complete", Outcome.OK): Sentences(
        message=gettext_lazy("Everything that is asked for is stated."),
    ),
    ("complete", Outcome.NOTE): Sentences(
        message=_not_stated,
        remedy=gettext_lazy(
            "State what you know: it explains figures, and counts in the rating."
        ),
    ),
    ("complete", Outcome.FAILED): Sentences(message=_incomplete, remedy=_complete_it),
    ("readable", Outcome.OK): Sentences(message=_all_read),
    ("readable", Outcome.CAUTION): Sentences(
        message=_not_used,
        remedy=gettext_lazy(
            "Upload each run with its own files as one submission, or remove what "
            "belongs to none."
        ),
    ),
    ("contradictions", Outcome.OK): Sentences(
        message=gettext_lazy("Files and statement do not contradict each other."),
    ),
    ("contradictions", Outcome.CAUTION): Sentences(
        message=_with_findings,
        remedy=gettext_lazy(
            "Read each finding under its result. Correct what is wrong, or say in a "
            "comment why it is right."
        ),
    ),
    ("secrets", Outcome.CAUTION): Sentences(
        message=_secrets,
        remedy=_change_secrets,
    ),
    # older releases removed hosts and accounts, too
    ("places", Outcome.NOTE): Sentences(message=_places),
    ("duplicates", Outcome.OK): Sentences(
        message=gettext_lazy("Neither texts nor figures were submitted before."),
    ),
    ("duplicates", Outcome.CAUTION): Sentences(
        message=_duplicates,
        remedy=lambda values: worded(values["finding"]).remedy,
    ),
}
