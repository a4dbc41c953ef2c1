"""What is said of a plan: what cannot fit on a server, and what is doubtful."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.findings import Finding, Worded
from benchruns.sentences import catalogue
from benchruns.sentences.generators.labels import nobody_has, what_to_do
from benchruns.sentences.sentence import Sentences, Values, rendered
from benchruns.units import data_text
from benchruns.vocabulary import Regime
from benchruns.workloads.words import WORDS


def worded(problem: Finding) -> Worded:
    return catalogue.worded(problem, tables=[SENTENCES])


def refusal(problem: Finding) -> str:
    """Why a run is not created, and cannot be started."""
    reason = worded(problem).message
    return _("This run will not start: %(reason)s") % {"reason": reason}


def in_words(code: str, values: Values) -> str:
    """What cannot fit or is doubtful, and what to do; KeyError for other values."""
    known = SENTENCES[code]
    return f"{rendered(known.message, values)} {rendered(known.remedy, values)}"


def _too_many_threads(values: Values) -> str:
    return _(
        "%(threads)s %(load)s need %(connections)s connections, the server allows "
        "%(limit)s."
    ) % {
        "threads": f"{values['threads']:,}",
        "load": WORDS[values["load"]].noun,
        "connections": f"{values['connections']:,}",
        "limit": _limit_in_words(values),
    }


def _fewer_threads(values: Values) -> str:
    return _("Use fewer %(load)s, or raise max_connections.") % {
        "load": WORDS[values["load"]].noun
    }


def _too_many_loaders(values: Values) -> str:
    return _(
        "Loading the data needs %(connections)s connections, the server allows "
        "%(limit)s."
    ) % {
        "connections": f"{values['connections']:,}",
        "limit": _limit_in_words(values),
    }


def _limit_in_words(values: Values) -> str:
    usable, reserved = values["limit"], values["reserved"]
    if not reserved:
        return f"{usable:,}"
    return _(
        "%(usable)s: max_connections is %(limit)s, %(reserved)s of them reserved"
    ) % {
        "usable": f"{usable:,}",
        "limit": f"{usable + reserved:,}",
        "reserved": f"{reserved:,}",
    }


def _few_connections_left(values: Values) -> str:
    return _("The run takes %(taken)s of %(limit)s connections.") % {
        "taken": f"{values['connections']:,}",
        "limit": f"{values['limit']:,}",
    }


def _too_many_statements(values: Values) -> str:
    return _(
        "%(threads)s threads prepare %(wanted)s statements for %(tables)s "
        "tables, and the server allows %(limit)s."
    ) % {
        "threads": f"{values['threads']:,}",
        "wanted": f"{values['statements']:,}",
        "tables": f"{values['tables']:,}",
        "limit": f"{values['limit']:,}",
    }


def _users_over_warehouses(values: Values) -> str:
    return _(
        "There are more virtual users (%(users)s) than warehouses "
        "(%(warehouses)s): they will wait for each other's locks."
    ) % {
        "users": f"{values['virtual_users']:,}",
        "warehouses": f"{values['warehouses']:,}",
    }


def _disk_unknown(values: Values) -> str:
    return _(
        "The server does not tell how much disk is free, and the data "
        "takes about %(data)s."
    ) % {"data": data_text(values["data_bytes"])}


def _disk_too_small(values: Values) -> str:
    return _(
        "The data takes about %(data)s, and the server's disk has %(free)s free."
    ) % {
        "data": data_text(values["data_bytes"]),
        "free": data_text(values["free_bytes"]),
    }


def _little_disk_left(values: Values) -> str:
    return _(
        "The data takes about %(data)s of the %(free)s that are free "
        "on the server's disk; a load needs room for its log, too."
    ) % {
        "data": data_text(values["data_bytes"]),
        "free": data_text(values["free_bytes"]),
    }


def _long_load(values: Values) -> str:
    return _("Loading the data takes about %(hours)s hours.") % {
        "hours": f"{values['load_seconds'] / 3600:,.1f}"
    }


def _other_regime(values: Values) -> str:
    ratio = values["data_over_buffer"]
    text = _(
        "The data is %(ratio)s times the server's buffer: expect %(found)s, "
        "not %(wanted)s."
    )
    if values.get("is_published"):
        text = _(
            "The vendor's label is %(wanted)s; planned here as %(found)s, as the data is %(ratio)s "
            "times the server's buffer."
        )
    return text % {
        "ratio": f"{ratio:,.3g}" if ratio < 1000 else f"{ratio:,.0f}",
        "found": Regime(values["found"]).label,
        "wanted": Regime(values["wanted"]).label,
    }


_FEWER_ROWS = gettext_lazy("Use fewer rows, or free space on the server.")


SENTENCES: Mapping[str, Sentences] = {
    "too_many_threads": Sentences(message=_too_many_threads, remedy=_fewer_threads),
    "too_many_loaders": Sentences(
        message=_too_many_loaders,
        remedy=gettext_lazy(
            "Raise max_connections, or load fewer rows into fewer tables."
        ),
    ),
    "few_connections_left": Sentences(
        message=_few_connections_left,
        remedy=gettext_lazy(
            "See that nothing else needs more than the rest, or the run fails."
        ),
    ),
    "too_many_statements": Sentences(
        message=_too_many_statements,
        remedy=gettext_lazy(
            "Raise max_prepared_stmt_count on the server, use fewer threads or "
            "tables, or switch prepared_statements off."
        ),
    ),
    "virtual_users_over_warehouses": Sentences(
        message=_users_over_warehouses,
        remedy=gettext_lazy(
            "Use 4 to 5 warehouses a virtual user, unless it is to be compared with "
            "runs like this, as the papers'."
        ),
    ),
    "disk_unknown": Sentences(
        message=_disk_unknown,
        remedy=gettext_lazy("See that its disk has this much, and a quarter more."),
    ),
    "disk_too_small": Sentences(message=_disk_too_small, remedy=_FEWER_ROWS),
    "little_disk_left": Sentences(message=_little_disk_left, remedy=_FEWER_ROWS),
    "long_load": Sentences(
        message=_long_load,
        remedy=gettext_lazy("Use fewer rows, or keep the data for later runs."),
    ),
    "other_regime": Sentences(
        message=_other_regime,
        remedy=gettext_lazy(
            "Change the number of rows, or compare with rows of that regime."
        ),
    ),
    "own_script": Sentences(
        message=gettext_lazy(
            "The load is a script of one's own: its figures compare with runs of the same "
            "script alone, never with a vendor's or another load's."
        ),
        remedy=gettext_lazy("Use one of the other loads to compare with those."),
    ),
    "no_generator": Sentences(
        message=lambda values: nobody_has(**values),
        remedy=lambda values: what_to_do(values["labels"], tool=values.get("tool", "")),
    ),
    "not_checked": Sentences(
        message=gettext_lazy(
            "No check has reached the server: its buffer, connections and disk are "
            "not known."
        ),
        remedy=gettext_lazy("Check the endpoint, then plan again."),
    ),
}
