"""Whether a run of pgbench is to be believed.

pgbench prints a whole report with a plausible rate when clients were broken off, and
exits with 0 when no transaction ended. So exit status, final block, counts and its own
complaints are judged together.
"""

from benchruns.engines import Family
from benchruns.failures.diagnosis import diagnose
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.pgbench.output import Report, complaints, parse

LOADED = "done in "
SIGKILL = 9


def judge(*, exit_status: int, output: str, family: Family) -> Report:
    """The report of a run that went as asked; BenchbookError for any other.

    ``output`` is all that it said, on either stream.
    """
    check_ending(exit_status, output, family)
    try:
        return parse(output)
    except NoEventsError as error:
        raise BenchbookError(failure("no_events", error.line)) from error
    except ReportError as error:
        detail = error.line or error.message
        raise BenchbookError(failure("incomplete_report", detail)) from error


def check_load(*, exit_status: int, output: str, family: Family) -> None:
    """For ``pgbench -i``: BenchbookError unless it came to its end."""
    check_ending(exit_status, output, family)
    if not any(line.startswith(LOADED) for line in output.splitlines()):
        raise BenchbookError(failure("incomplete_report", _last_line(output)))


def check_ending(exit_status: int, output: str, family: Family) -> None:
    """BenchbookError unless the tool ended well and without a complaint."""
    broken = complaints(output)
    if exit_status == 0 and not broken:
        return
    cause = diagnose(output, engine_family=family)
    if cause is None:
        cause = _death(-exit_status) if exit_status < 0 else _last_words(output, broken)
    raise BenchbookError(cause)


def _death(signal: int) -> Failure:
    if signal == SIGKILL:
        return failure("tool_killed")
    return failure("tool_died", signal=signal)


def _last_words(output: str, broken: tuple[str, ...]) -> Failure:
    """A failure of unknown cause: clients broken off, or the first complaint."""
    if broken:
        return failure("incomplete_report", broken[0])
    errors = [line for line in output.splitlines() if line.startswith("pgbench: error")]
    return failure("unknown", errors[0] if errors else _last_line(output))


def _last_line(output: str) -> str:
    lines = output.strip().splitlines()
    return lines[-1] if lines else ""
