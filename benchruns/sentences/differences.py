"""Why a run is not as the published row that it repeats, in words."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.reproduction.differences import Difference, Why
from benchruns.sentences.sentence import Text, Values, rendered

_KEYS = ("kind", "name", "published", "here")


def why_of(difference: Difference | Mapping[str, Any]) -> str:
    """Of a row as well; one of an older release may hold its sentence."""
    row = difference if isinstance(difference, Mapping) else difference.as_dict()
    if "why" in row:
        return str(row["why"])
    known = {name: row[name] for name in ("published", "here")}
    with suppress(KeyError):
        return rendered(SENTENCES[row["code"]], {**known, **row["values"]})
    return ""


def as_answered(difference: Difference | Mapping[str, Any]) -> dict[str, Any]:
    """As the API gives it."""
    row = difference if isinstance(difference, Mapping) else difference.as_dict()
    return {**{name: row[name] for name in _KEYS}, "why": why_of(row)}


def _not_stated(values: Values) -> str:
    return _("The paper does not state it; %(value)s is assumed.") % {
        "value": f"{values['here']:,}"
    }


def _divided(values: Values) -> str:
    return _(
        "Divided by %(divisor)s: data over buffer is no longer the vendor's, "
        "so the figure may come from another regime."
    ) % {"divisor": f"{values['divisor']:,}"}


def _ratio_kept(values: Values) -> str:
    """With the ratio that was reached, of a run that has ended and missed the vendor's."""
    share = {"share": round(100 * values["share"])}
    if "reached" in values:
        return _(
            "Data over buffer came to %(reached)s, by what the server reports of its "
            "tables; %(wanted)s was planned as in the paper, with %(share)d %% of the "
            "vendor's memory taken as its buffer."
        ) % {**share, **{name: f"{values[name]:.3g}" for name in ("reached", "wanted")}}
    return (
        _(
            "Sized so that data over buffer stays as in the paper, with %(share)d %% of "
            "the vendor's memory taken as its buffer."
        )
        % share
    )


def _not_divided(values: Values) -> str:
    return _("The workload always has %(rows)s rows: nothing was divided.") % {
        "rows": f"{values['here']:,}"
    }


SENTENCES: Mapping[str, Text] = {
    Why.NOT_STATED: _not_stated,
    Why.RAMPUP_NOT_STATED: gettext_lazy(
        "The paper does not state it. It is long enough to fill the buffer with 10 "
        "warehouses; HammerDB's own default is 120 s."
    ),
    Why.DURATION_NOT_STATED: gettext_lazy(
        "The paper does not state it, and advises readings within 30 minutes to 2 "
        "hours. A step of a sweep is as steady within this time; HammerDB's own "
        "default is 300 s."
    ),
    Why.LADDER: gettext_lazy(
        "The paper raised them until TPM peaked and prints the peak alone: each step of "
        "the sweep is a run, and the highest one is compared with it. It ends at 8 a "
        "vCPU, or at the server's connections; more mostly wait for each other's locks."
    ),
    Why.LADDER_STEP: gettext_lazy(
        "The paper prints the peak alone, not the virtual users that gave it: this is "
        "one step of the sweep that looks for it."
    ),
    Why.GIVEN: gettext_lazy("Given instead of the vendor's value."),
    Why.GIVEN_NOT_STATED: gettext_lazy("Given; the vendor does not state it."),
    Why.GIVEN_LADDER: gettext_lazy("Several thread counts: each run lists its own."),
    Why.DIVIDED: _divided,
    Why.RATIO_KEPT: _ratio_kept,
    Why.NOT_DIVIDED: _not_divided,
}
