"""All variables of a run's server that may be kept."""

from benchruns.failures.failure import BenchbookError
from benchruns.models import ServerVariables
from benchruns.parsers.settings.private import is_fact, is_private
from workers.engines.probe import Probe
from workers.engines.variables import LONGEST, MOST, Variables


def found(probe: Probe) -> Variables | None:
    """Those without secrets, places and what only the asking session did.

    None where the server refuses: a run can do without.
    """
    try:
        told = probe.variables()
    except BenchbookError:
        return None
    values = {
        name: value[:LONGEST].replace("\0", "")  # PostgreSQL keeps no NUL
        for name, value in sorted(told.values.items())[:MOST]
        if not is_private(name, value) and not is_fact(name)
    }
    changed = None if told.changed is None else told.changed & values.keys()
    return Variables(values=values, changed=changed)


def store(found: Variables | None) -> ServerVariables | None:
    if found is None:
        return None
    return ServerVariables.objects.stored(found.values, changed=found.changed)
