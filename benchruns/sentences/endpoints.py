"""What is said of an endpoint: what a check found, what runs do to its server."""

from django.utils.translation import gettext as _

from benchruns.endpoints.bounds import Bounds
from benchruns.engines import ENGINES, engine_title
from benchruns.sentences.failures.server import literal_wildcards
from benchruns.sentences.failures.table import failure_message
from benchruns.sentences.sentence import Values
from benchruns.units import data_text


def what_runs_do(bounds: Bounds) -> str:
    """What a user consents to, in two sentences."""
    values = {
        "threads": f"{bounds.threads:,}",
        "hours": f"{bounds.seconds / 3600:,.3g}",
        "data": data_text(bounds.data_bytes or 0),
    }
    if bounds.data_bytes is None:
        run = _(
            "Each run creates a database or schema of its own (benchbook_…) on this "
            "server, or tables in the endpoint's database where the account may not; "
            "fills it with as much data as you choose, sends up to %(threads)s threads "
            "of load for up to %(hours)s hours, and drops what it created."
        )
    else:
        run = _(
            "Each run creates a database or schema of its own (benchbook_…) on this "
            "server, or tables in the endpoint's database where the account may not; "
            "fills it with up to %(data)s, which is what is free there, sends up to "
            "%(threads)s threads of load for up to %(hours)s hours, and drops what it created."
        )
    script = _(
        "Where you choose a script of your own as the load, it changes whatever it names, and "
        "nothing else is cleaned up."
    )
    return f"{run % values} {script}"


def check_message(code: str, values: Values) -> str:
    """Why a check failed, or what it found; empty for one that has not ended."""
    if "version" in values:
        return _connected(values)
    return failure_message(code, values) if code or values else ""


def _connected(values: Values) -> str:
    """What the server is, and what a run on it would lack."""
    server = engine_title(values["engine"], values["version"])
    parts = [_("Connected to %(server)s.") % {"server": server}]
    if given := values.get("registered_engine"):
        parts.append(
            _("It was registered as %(given)s; the engine found has been stored.")
            % {"given": ENGINES[given].label}
        )
    if missing := values.get("missing_privileges"):
        parts.append(
            _("The account lacks %(privileges)s: grant it, or a run will be refused.")
            % {"privileges": ", ".join(missing)}
            + literal_wildcards(values)
        )
    parts += [
        _("%(tool)s cannot connect: %(reason)s")
        % {"tool": tool, "reason": failure_message(each["code"], each["values"])}
        for tool, each in values.get("tools", {}).items()
    ]
    if unseen := values.get("missing_for_counters"):
        parts.append(
            _(
                "Without %(privileges)s a run works, but its counters cannot be read: "
                "neither TPM nor whether the data came from memory or disk will be known."
            )
            % {"privileges": ", ".join(unseen)}
        )
    return " ".join(parts)
