"""What is said of the events of a run."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.engines import ENGINES
from benchruns.sentences import plans
from benchruns.sentences.failures.table import AS_STORED, reason
from benchruns.sentences.sentence import (
    Text,
    Values,
    filled,
    first_of,
    rendered,
    unknown_code,
)
from benchruns.vocabulary import Phase


def event_message(code: str, data: object) -> str:
    """What happened, in the reader's language."""
    if not isinstance(data, Mapping):
        return unknown_code(code)
    if AS_STORED in data:
        return str(data[AS_STORED])
    if code in SENTENCES:
        with suppress(KeyError):
            return rendered(SENTENCES[code], data)
    return unknown_code(code)


def facts(data: object) -> dict[str, Any]:
    """What programs may read of it; nothing of a damaged row."""
    if not isinstance(data, Mapping):
        return {}
    return {name: value for name, value in data.items() if name != AS_STORED}


def _phase_began(values: Values) -> str:
    return rendered(_BEGAN[values["phase"]], values)


def _prepare_began(values: Values) -> str:
    return _("Prepare began: %(data)s.") % {"data": _contents(values["size"])}


def _contents(size: Values) -> str:
    """As ``benchruns.workloads.size.Size.contents`` states them."""
    if "warehouses" in size:
        return _("%(warehouses)s warehouses, profile %(profile)s") % {
            "warehouses": f"{size['warehouses']:,}",
            "profile": size["profile"],
        }
    if "scale" in size:
        return _("scale %(scale)s, %(rows)s accounts") % {
            "scale": f"{size['scale']:,}",
            "rows": f"{size['total_records']:,}",
        }
    return ngettext(
        "%(tables)d table of %(rows)s rows",
        "%(tables)d tables of %(rows)s rows",
        size["tables"],
    ) % {"tables": size["tables"], "rows": f"{size['table_size']:,}"}


def _reparsed(values: Values) -> str:
    """``changed`` are columns of the result, and samples."""
    names = ", ".join(name.replace("_", " ") for name in values["changed"])
    return _("A newer parser read the kept output again. Changed: %(names)s.") % {
        "names": names
    }


_BEGAN: Mapping[str, Text] = {
    Phase.PREFLIGHT: gettext_lazy("Preflight began."),
    Phase.PREPARE: _prepare_began,
    Phase.WARMUP: gettext_lazy("Warm-up began."),
    Phase.MEASURE: first_of(
        filled(
            gettext_lazy("Ramp-up of %(ramp_up_seconds)s s began; it is not counted.")
        ),
        gettext_lazy("Measure began; counters set to zero."),
    ),
    Phase.CLEANUP: gettext_lazy("Cleanup began."),
}


def _published(values: Values) -> str:
    return _(
        "Made public; its owner states that the vendor of %(engine)s consents."
    ) % {"engine": ENGINES[values["engine"]].label}


def _cancelled(values: Values) -> str:
    if not values.get("was_waiting"):
        return _("Cancelled.")
    return rendered(_WHO_CANCELLED[values.get("by", "")], values)


_WHO_CANCELLED: Mapping[str, Text] = {
    "": gettext_lazy("Cancelled before it started."),
    "owner": gettext_lazy("Cancelled by its owner before it started."),
    "staff": gettext_lazy("Cancelled by staff before it started."),
    "closed": gettext_lazy(
        "Cancelled before it started: the account of its owner was closed."
    ),
    "token_ended": gettext_lazy(
        "Cancelled before it started: the API token that asked for it was revoked."
    ),
}


def _cancel_asked(values: Values) -> str:
    return rendered(_WHO_ASKED[values.get("by", "")], values)


_WHO_ASKED: Mapping[str, Text] = {
    "": gettext_lazy("Cancel was asked for."),
    "owner": gettext_lazy("Its owner asked for a cancel."),
    "staff": gettext_lazy("Staff asked for a cancel."),
    "closed": gettext_lazy("The account of its owner was closed: it was asked to end."),
    "token_ended": gettext_lazy(
        "The API token that asked for it was revoked: it was asked to end."
    ),
}


def _queued(values: Values) -> str:
    return _("Its time has come.") if values.get("was_scheduled") else _("Queued.")


def _data_used(values: Values) -> str:
    loaded_at = datetime.fromisoformat(values["loaded_at"])
    return _("Using data set %(name)s of %(rows)s rows, loaded %(at)s UTC.") % {
        "name": values["data_set"],
        "rows": f"{values['rows']:,}",
        "at": f"{loaded_at:%Y-%m-%d %H:%M}",
    }


def _data_loaded(values: Values) -> str:
    return _("Loaded %(rows)s rows in %(seconds)s s.") % {
        "rows": f"{values['rows']:,}",
        "seconds": f"{values['seconds']:,.1f}",
    }


def _data_kept(values: Values) -> str:
    text = (
        _("Data set %(name)s stays on the server: it is kept.")
        if values["is_kept"]
        else _("Data set %(name)s stays on the server for the runs of its sweep.")
    )
    return text % {"name": values["data_set"]}


def _data_unusable(values: Values) -> str:
    follows = (
        _("It will be dropped") if values["is_dropped"] else _("It stays on the server")
    )
    return _(
        "Data set %(name)s cannot be used again: %(reason)s %(what_follows)s, "
        "and new data is loaded."
    ) % {
        "name": values["data_set"],
        "reason": reason(values),
        "what_follows": follows,
    }


def _leftover(values: Values) -> str:
    return _(
        "%(name)s could not be dropped now (%(reason)s) and will be at the "
        "next contact."
    ) % {"name": values["data_set"], "reason": reason(values).rstrip(".")}


def _labelled(values: Values) -> str:
    names = {"name": _("name"), "note": _("note"), "tags": _("tags")}
    told = ", ".join(names[field] for field in values["fields"])
    return _("Its owner changed: %(fields)s.") % {"fields": told}


SENTENCES: Mapping[str, Text] = {
    "samples_removed": filled(
        gettext_lazy(
            "Samples and counters were removed: they stay for %(days)d days here. "
            "Charts and the variation between seconds went with them; "
            "the result's figures stay."
        )
    ),
    "output_removed": filled(
        gettext_lazy(
            "The raw output was removed: it stays for %(days)d days here. "
            "The figures stay."
        )
    ),
    "scheduled": gettext_lazy("Scheduled."),
    "queued": _queued,
    "no_address": gettext_lazy(
        "The name service did not answer for the host: trying again."
    ),
    "phase": _phase_began,
    "plan_caution": lambda values: plans.in_words(values["problem"], values["values"]),
    "settling": filled(gettext_lazy("Waiting %(seconds)d s for the server to settle.")),
    "data_used": _data_used,
    "data_loaded": _data_loaded,
    "data_kept": _data_kept,
    "data_unusable": _data_unusable,
    "leftover": _leftover,
    "lost": gettext_lazy("Its worker stopped answering."),
    "no_generator": gettext_lazy(
        "No load generator that is connected can serve it: it waits on."
    ),
    "generators_wanted": filled(
        gettext_lazy("Waiting for %(generators)d load generators in all.")
    ),
    "generator_joined": filled(gettext_lazy("Load generator %(number)d is there.")),
    "generator_lost": filled(gettext_lazy("Load generator %(number)d is lost.")),
    "generator_left": filled(
        gettext_lazy(
            "Load generator %(number)d was stopped before it began: another one is "
            "waited for."
        )
    ),
    "generators_missing": filled(
        gettext_lazy(
            "%(came)d of %(wanted)d load generators came in two minutes: the run waits "
            "again."
        )
    ),
    "given_back": gettext_lazy("Its worker was stopped."),
    "stopped": filled(
        gettext_lazy("Ended by an emergency stop of all load: %(reason)s")
    ),
    "cancel_requested": _cancel_asked,
    "cancelled": first_of(
        filled(
            gettext_lazy(
                "Cancelled: run %(sweep_position)d of the sweep could not prepare the "
                "data that this one was to use."
            )
        ),
        _cancelled,
    ),
    "succeeded": gettext_lazy("Succeeded."),
    "failed": reason,
    "reparsed": _reparsed,
    "labelled": _labelled,
    "published": _published,
    "unpublished": gettext_lazy(
        "Private again: its owner and staff alone see it, and its address says so."
    ),
}
