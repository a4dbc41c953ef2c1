"""What is said of a check of an endpoint."""

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, engine_title
from benchruns.sentences.failures.server import literal_wildcards
from benchruns.sentences.failures.table import failure_message
from benchruns.sentences.sentence import Values


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
