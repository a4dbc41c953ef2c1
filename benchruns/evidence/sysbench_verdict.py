"""Whether a tool's run is to be believed.

sysbench exits with 0 on empty figures and dies without a word when the server goes
away, so exit status, FATAL lines, final block and event count are judged together.
"""

from benchruns.engines import Family
from benchruns.failures.diagnosis import diagnose
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.parsers.errors import CheckpointError, NoEventsError, ReportError
from benchruns.parsers.sysbench.output import Report, fatal_lines, parse

SIGSEGV = 11
SIGKILL = 9


def judge(
    *,
    exit_status: int,
    output: str,
    stderr: str,
    engine_family: Family | None = None,
) -> Report:
    """The report of a run that went as asked; BenchbookError for any other."""
    check_ending(
        exit_status=exit_status,
        output=output,
        stderr=stderr,
        engine_family=engine_family,
    )
    try:
        return parse(output)
    except NoEventsError as error:
        raise BenchbookError(failure("no_events", error.line)) from error
    except CheckpointError as error:
        raise BenchbookError(failure("checkpoint_report", error.line)) from error
    except ReportError as error:
        detail = error.line or error.message
        raise BenchbookError(failure("incomplete_report", detail)) from error


def check_ending(
    *,
    exit_status: int,
    output: str,
    stderr: str,
    engine_family: Family | None = None,
) -> None:
    """For a phase that prints no report (prepare): BenchbookError unless it ended well."""
    fatal = fatal_lines(output)
    if exit_status == 0 and not fatal:
        return
    told = "\n".join((*fatal, *output.splitlines(), stderr))
    cause = diagnose(told, engine_family=engine_family)
    signal = signal_of(exit_status)
    if cause is None:
        cause = _last_words(fatal, stderr) if signal is None else death(signal)
    raise BenchbookError(cause)


def signal_of(exit_status: int) -> int | None:
    """The signal a process died of, as Python (-11) or a shell (139) tells it."""
    if exit_status < 0:
        return -exit_status
    return exit_status - 128 if exit_status > 128 else None


def death(signal: int) -> Failure:
    """Of a tool that a signal ended."""
    if signal == SIGSEGV:
        # one code for programs, the likely cause for people
        return failure("tool_died", signal=signal, cause="server_gone")
    if signal == SIGKILL:
        return failure("tool_died", signal=signal, cause="out_of_memory")
    return failure("tool_died", signal=signal)


def _last_words(fatal: tuple[str, ...], stderr: str) -> Failure:
    """A failure of unknown cause, with the first line that the tool complained in."""
    complaints = [*fatal, *(line for line in stderr.splitlines() if line.strip())]
    return failure("unknown", complaints[0] if complaints else "")
