"""The lines of a proposed rating in words."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.evidence.steady import FEWEST
from benchruns.sentences.sentence import Text, Values, rendered, unknown_code
from benchruns.submissions.rating.rating import COVERED, Points, Rating
from benchruns.units import percent_text

LABELS: Mapping[str, Promise] = {
    "completeness": gettext_lazy("Completeness"),
    "repeats": gettext_lazy("Repeats"),
    "evidence": gettext_lazy("Evidence"),
    "settings": gettext_lazy("Settings"),
    "samples": gettext_lazy("Samples"),
}


def label_of(line: Points) -> str:
    return str(LABELS.get(line.code, line.code))


def sentence_of(line: Points) -> str:
    """Why it has so many points; an older release stored it."""
    if line.sentence:
        return line.sentence
    if not line.values:
        return _("There is no result yet.")
    with suppress(KeyError):
        return rendered(SENTENCES.get(line.code, ""), line.values)
    return unknown_code(line.code)


def as_answered(rating: Rating) -> dict[str, Any]:
    """As the API gives it."""
    return {
        "total": rating.total,
        "of": rating.of,
        "grade": rating.grade or None,
        "lines": [
            {
                "code": line.code,
                "label": label_of(line),
                "points": line.points,
                "of": line.of,
                "sentence": sentence_of(line),
            }
            for line in rating.lines
        ],
    }


def _completeness(values: Values) -> str:
    return _("%(stated)s of %(wanted)d conditions are known.") % {
        "stated": f"{values['stated']:.3g}",
        "wanted": values["wanted"],
    }


def _repeats(values: Values) -> str:
    count = values.get("too_fast", 0)  # an older release did not look at it
    if not count:
        return _counted(values)
    return f"{_far_above(count)} {_counted(values)}"


def _far_above(count: int) -> str:
    return ngettext(
        "%(count)d is far above what its class or a larger one reached.",
        "%(count)d are far above what their class or a larger one reached.",
        count,
    ) % {"count": count}


def _counted(values: Values) -> str:
    if values["most"] == 0 and values.get("too_fast"):
        return _("No run counts.")
    if values["most"] == 0:
        return _("No run was long and even enough to count.")
    if values["least"] == values["most"]:
        return ngettext(
            "Each load was run once.",
            "Each load was run %(count)d times.",
            values["most"],
        ) % {"count": values["most"]}
    return _("The %(loads)d loads were run %(least)d to %(most)d times.") % values


def _evidence(values: Values) -> str:
    return _(
        "%(raw)s of the results come from the tool's own output, %(command)s with the "
        "command."
    ) % {
        "raw": percent_text(values["raw_share"]),
        "command": percent_text(values["command_share"]),
    }


def _settings(values: Values) -> str:
    count = values["settings"]
    if not count:
        return _("No settings of the server are known.")
    known = ngettext(
        "%(count)d setting of the server is known",
        "%(count)d settings of the server are known",
        count,
    ) % {"count": count}
    if not values["weighty_wanted"]:
        return f"{known}."
    return _("%(known)s, %(weighty)d of the %(wanted)d that decide most.") % {
        "known": known,
        "weighty": values["weighty"],
        "wanted": values["weighty_wanted"],
    }


def _samples(values: Values) -> str:
    """How many count, what was found of the others, and what would have all points."""
    told = [_sampled(values)]
    if count := values.get("doubtful", 0):  # an older release did not look at it
        told.append(
            ngettext(
                "%(count)d was measured too short, or varied too much.",
                "%(count)d were measured too short, or varied too much.",
                count,
            )
            % {"count": count}
        )
    if count := values.get("too_fast", 0):
        told.append(_far_above(count))
    if values["sampled_share"] < 1:
        told.append(
            _(
                "For all points each result needs %(fewest)d samples or more that cover "
                "%(least)s of a measured time no shorter than the papers', even "
                "throughput, and a figure not far above its class."
            )
            % {"fewest": FEWEST, "least": percent_text(COVERED)}
        )
    return " ".join(told)


def _sampled(values: Values) -> str:
    """Of a rating of an older release, which did not keep how many there are, the share."""
    counted = values["sampled_share"]
    if "results" not in values:
        return _("%(share)s of the results counted.") % {"share": percent_text(counted)}
    count = values["results"]
    covered = values["covered_share"]
    told = ngettext(
        "%(counted)d of %(all)d result had samples over %(least)s of the measured time or "
        "more.",
        "%(counted)d of %(all)d results had samples over %(least)s of the measured time "
        "or more.",
        count,
    )
    if counted < covered:
        told = ngettext(
            "%(counted)d of %(all)d result counted; %(covered)d had samples over %(least)s "
            "of the measured time or more.",
            "%(counted)d of %(all)d results counted; %(covered)d had samples over "
            "%(least)s of the measured time or more.",
            count,
        )
    return told % {
        "counted": round(counted * count),
        "covered": round(covered * count),
        "all": count,
        "least": percent_text(COVERED),
    }


SENTENCES: Mapping[str, Text] = {
    "completeness": _completeness,
    "repeats": _repeats,
    "evidence": _evidence,
    "settings": _settings,
    "samples": _samples,
}
