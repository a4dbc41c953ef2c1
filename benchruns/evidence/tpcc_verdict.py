"""Whether a run of the TPC-C-derived load is to be believed.

Exit status, the tool's own complaint, its report and the server's counters are judged
together: users that failed throughout leave a report, too.
"""

from benchruns.engines import Family
from benchruns.evidence.sysbench_verdict import death, signal_of
from benchruns.failures.diagnosis import diagnose, diagnose_error
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.tpcc.output import LOADED, Fatal, Report, fatal, parse

# Of the transactions: a server that fails more is not measured but broken.
MOST_FAILED = 0.01
# Of the new orders that ended, by the server's count: the rest is the rate's own change.
LEAST_KEPT = 0.95
# The counters are read by new connections, which a loaded server lets wait: so far from
# the ends of the measured time, where it may be faster than in it.
READINGS_BESIDE_SECONDS = 1.0


def judge(
    *,
    exit_status: int,
    output: str,
    stderr: str,
    family: Family,
    is_alone: bool = True,
) -> Report:
    """The report of a run that went as asked; BenchbookError for any other.

    Where it ``is_alone``, no orders but its own are on the server.
    """
    check_ending(exit_status=exit_status, output=output, stderr=stderr, family=family)
    try:
        report = parse(output)
    except NoEventsError as error:
        raise BenchbookError(failure("no_events", error.line)) from error
    except ReportError as error:
        detail = f"{error.message} {error.line}"
        raise BenchbookError(failure("incomplete_report", detail)) from error
    _check_failed(report)
    _check_counters(report, is_alone=is_alone)
    return report


def check_load(*, exit_status: int, output: str, stderr: str, family: Family) -> None:
    """For a load: BenchbookError unless it came to its end."""
    check_ending(exit_status=exit_status, output=output, stderr=stderr, family=family)
    if not any(line.startswith(LOADED) for line in output.splitlines()):
        raise BenchbookError(failure("incomplete_report", _last_line(output)))


def check_ending(*, exit_status: int, output: str, stderr: str, family: Family) -> None:
    """BenchbookError unless the tool ended well and without a complaint."""
    complaint = fatal(output)
    if exit_status == 0 and complaint is None:
        return
    if complaint is not None:
        raise BenchbookError(_cause(complaint, family))
    signal = signal_of(exit_status)
    if signal is not None:
        raise BenchbookError(death(signal))
    line = _last_line(stderr) or _last_line(output)
    told = diagnose(line, engine_family=family)  # as of too little memory
    raise BenchbookError(told or failure("unknown", line))


def _cause(complaint: Fatal, family: Family) -> Failure:
    """The error's number decides, as drivers of this family give it."""
    number = complaint.number
    key = None if number is None else family.errors.key(number)
    return diagnose_error(key, complaint.text, engine_family=family)


def _check_failed(report: Report) -> None:
    """Those that were tried again and ended well have not failed."""
    failed, ended = report.total.failed, report.total.count
    if failed > MOST_FAILED * (failed + ended):
        retries = ", ".join(
            f"{count} {reason}" for reason, count in report.total.retries.items()
        )
        raise BenchbookError(
            failure(
                "many_failed",
                f"tries again: {retries}",
                failed=failed,
                all=failed + ended,
            )
        )


def _check_counters(report: Report, *, is_alone: bool) -> None:
    orders, counters = report.kinds["neword"], report.counters
    measured = report.figures.duration_s or 1
    check_orders(
        rate=(orders.count - orders.rolled_back) / measured,
        users=report.virtual_users,
        found=counters.new_orders[1] - counters.new_orders[0],
        seconds=counters.new_orders_seconds,
        measured_seconds=measured,
        is_alone=is_alone,
    )


def check_orders(
    *,
    rate: float,
    users: int,
    found: int,
    seconds: float,
    measured_seconds: float,
    is_alone: bool = True,
) -> None:
    """New orders that the client saw end must be on the server, and no others.

    The counters are read a little beside the measured time, so rates are compared, and
    each user may have had an order under way at either end. From above, what ends
    beside the measured time may be as much again as it was in it.
    """
    told = rate * seconds
    under_way = 2 * users
    if found < told * LEAST_KEPT - under_way:
        raise BenchbookError(failure("orders_missing", counted=told, found=found))
    beside = READINGS_BESIDE_SECONDS + abs(seconds - measured_seconds)
    most = told / LEAST_KEPT + rate * beside + under_way
    if is_alone and found > most:
        raise BenchbookError(failure("orders_of_others", counted=told, found=found))


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""
