"""Scripts that staff put into this load generator's folder (LOADGEN_SCRIPTS)."""

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from benchruns.failures.failure import BenchbookError, failure
from benchruns.workloads import WORKLOADS
from benchruns.workloads.custom import script as custom
from workers.tools.driver import Parameters

MOST_BYTES = 256 * 1024
MOST_TOLD = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnScript:
    """``name`` is that of the file."""

    name: str
    text: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def script_for(workload: str, parameters: Parameters) -> OwnScript:
    """The script that a run asks for, as it is now; BenchbookError without such a one.

    The name has no separator of folders: the registry's pattern sees to that.
    """
    name = custom.file_name(WORKLOADS[workload], parameters)
    if not settings.LOADGEN_SCRIPTS:
        raise BenchbookError(failure("no_scripts_folder", script=name))
    found = OwnScript(name=name, text=_text(Path(settings.LOADGEN_SCRIPTS) / name))
    wanted = custom.digest(parameters)
    if wanted is not None and wanted != found.sha256:
        raise BenchbookError(
            failure("script_changed", script=name, wanted=wanted, found=found.sha256)
        )
    return found


def digests() -> dict[str, str]:
    """SHA-256 by file of what runs may ask for here now, by name; of more than a hundred
    the first ones."""
    if not settings.LOADGEN_SCRIPTS:
        return {}
    try:
        files = sorted(Path(settings.LOADGEN_SCRIPTS).iterdir())
    except OSError:
        return {}
    found: dict[str, str] = {}
    for path in files:
        if len(found) < MOST_TOLD and custom.is_file_name(path.name):
            with suppress(BenchbookError):  # a run that asks for it says why it is not
                script = OwnScript(name=path.name, text=_text(path))
                found[script.name] = script.sha256
    return found


def _text(path: Path) -> str:
    """A pipe or a device would hang its reader: only a file is read."""
    if not path.is_file():
        raise BenchbookError(failure("script_missing", script=path.name))
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) <= MOST_BYTES:
            # as it is, line ends and all: the digest is that of sha256sum
            return content.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        detail = type(error).__name__
        raise BenchbookError(
            failure("script_unreadable", detail, script=path.name, most=MOST_BYTES)
        ) from error
    raise BenchbookError(
        failure("script_unreadable", script=path.name, most=MOST_BYTES)
    )
