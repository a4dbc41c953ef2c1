"""The script of a custom load: how it is named, and which text of it ran.

The setting LOADGEN_SCRIPTS names the folder. Benchbook makes the tables and knows nothing
of what a script sends, so its figures stand beside those of the same text alone: a result
keeps the digest of what ran among its parameters.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from benchruns.workloads.base import Parameter, Workload

SCRIPT = Parameter(
    name="script",
    label=_("Script"),
    type=str,
    default="custom",
    pattern=r"[a-z0-9][a-z0-9_-]{0,59}",
    help=_(
        "Name of the file in the scripts folder of the load generator, without its ending "
        "(.lua for sysbench, .sql for pgbench). Staff put it there; nobody uploads one."
    ),
    limit_reason=_(
        "Give up to 60 small letters, digits, _ and -, beginning with a letter or a digit."
    ),
)
SHA256 = Parameter(
    name="script_sha256",
    label=_("SHA-256 of the script"),
    type=str,
    default=None,
    pattern="[0-9a-f]{64}",
    help=_(
        "The run fails before it touches the server where the file holds another text. "
        "Empty: whatever it holds. A result says which text ran."
    ),
    limit_reason=_("Give 64 hexadecimal digits in small letters, as sha256sum prints."),
    is_added=True,
)
FACTS = "own_script"  # what an attempt keeps of the one that ran: name and digest
ENDINGS = {"sysbench": ".lua", "pgbench": ".sql"}


def file_name(workload: Workload, parameters: Mapping[str, Any]) -> str:
    """The file that a custom load runs."""
    return f"{parameters[SCRIPT.name]}{ENDINGS[workload.tool]}"


def is_file_name(name: str) -> bool:
    """Whether a custom load of one of the tools can run a file of this name."""
    stem, dot, ending = name.rpartition(".")
    known = f"{dot}{ending}" in ENDINGS.values()
    return known and bool(re.fullmatch(SCRIPT.pattern or "", stem))


def digest(parameters: Mapping[str, Any]) -> str | None:
    """Which text ran; None where it is not told."""
    return parameters.get(SHA256.name)


def of_result(facts: Mapping[str, Any]) -> dict[str, str]:
    """What a result's parameters have beside the run's, so that rows of another text are
    never repeats of it: the digest of the script that ran; empty for other loads."""
    return {SHA256.name: facts[FACTS]["sha256"]} if FACTS in facts else {}
