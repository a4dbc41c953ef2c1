"""Every number of pgbench's final block as printed, under a name with its unit.

The named groups of a pattern are the names. Those of a script among several begin with
its number (``script_1_tps``), those of a command with its place in the script
(``statement_2_latency_ms``, ``script_1_statement_2_latency_ms``).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.block import COUNT, NUMBER
from benchruns.parsers.pgbench.statements import Heading, StatementLatency, heading
from benchruns.parsers.text.json_text import one_line
from benchruns.parsers.tool_report import Scalar

MOST = 50_000
LONGEST = 200  # characters of a text that are kept

_ANY = rf"(?:{NUMBER}|-?nan)"  # of no transactions there is no mean and no share
_IS = r"(?::| =)"  # a colon to 9.5, the equals sign from then on


def _share(name: str) -> str:
    return rf": (?P<{name}>{COUNT}) \((?P<{name}_percent>{_ANY}) ?%\)"


def _one(name: str, value: str) -> str:
    return rf": (?P<{name}>{value})"


def _milliseconds(name: str) -> str:
    return rf"{_IS} (?P<{name}>{_ANY}) ms(?: \(including failures\))?"


# By the words that a line begins with.
_PATTERNS: Mapping[str, re.Pattern[str]] = {
    label: re.compile(re.escape(label) + rest, re.ASCII | re.IGNORECASE)
    for label, rest in {
        "transaction type": r": ?(?P<transaction_type>.*)",
        "scaling factor": _one("scaling_factor", COUNT),
        "partition method": _one("partition_method", r"\w{1,20}"),
        "partitions": _one("partitions", COUNT),
        "query mode": _one("query_mode", r"\w{1,20}"),
        "number of clients": _one("clients", COUNT),
        "number of threads": _one("threads", COUNT),
        "maximum number of tries": _one("max_tries", COUNT),
        "duration": _one("duration_s", COUNT) + " s",
        "number of transactions per client": _one("transactions_per_client", COUNT),
        "number of transactions actually processed": (
            _one("transactions", COUNT)
            + rf"(?:/(?P<transactions_planned>{COUNT}))?"
            + rf"(?: \(tps = (?P<tps>{_ANY})\))?"
        ),
        "number of failed transactions": _share("failed_transactions"),
        "number of serialization failures": _share("serialization_failures"),
        "number of deadlock failures": _share("deadlock_failures"),
        "number of other failures": _share("other_failures"),
        "number of transactions retried": _share("retried_transactions"),
        "total number of retries": _one("retries", COUNT),
        "number of transactions skipped": _share("skipped_transactions"),
        "number of transactions above the": (
            rf" (?P<latency_limit_ms>{NUMBER}) ms latency limit:"
            rf" (?P<transactions_above_limit>{COUNT})(?:/{COUNT})?"
            rf" \((?P<transactions_above_limit_percent>{_ANY}) ?%\)"
        ),
        "latency average": _milliseconds("latency_avg_ms"),
        "latency stddev": _milliseconds("latency_stddev_ms"),
        "rate limit schedule lag": (
            rf": avg (?P<schedule_lag_avg_ms>{_ANY})"
            rf" \(max (?P<schedule_lag_max_ms>{_ANY})\) ms"
        ),
        "initial connection time": _milliseconds("initial_connection_time_ms"),
        "average connection time": _milliseconds("average_connection_time_ms"),
        "weight": (
            _one("weight", COUNT)
            + rf" \(targets (?P<target_percent>{_ANY})% of total\)"
        ),
    }.items()
}
_TEXTS = frozenset({"transaction_type", "partition_method", "query_mode"})
_LABEL = re.compile(r"[A-Za-z ]{1,60}")
_TPS = re.compile(rf"tps = (?P<tps>{_ANY}) \((?P<kind>[a-z ]{{1,60}})\)", re.ASCII)
_TPS_NAMES = {
    "including connections establishing": "tps_including_connections",
    "excluding connections establishing": "tps_excluding_connections",
    "without initial connection time": "tps_without_initial_connection",
    "including reconnection times": "tps_including_reconnections",
}
_SCRIPT = re.compile(r"SQL script (?P<number>\d{1,6}): ?(?P<name>.*)", re.ASCII)
# to 18 those that ended well, with their rate; from 19 on all that were begun
_SCRIPT_TRANSACTIONS = re.compile(
    rf"(?P<transactions>{COUNT}) transactions"
    rf" \((?P<transactions_percent>{_ANY})% of total, tps = (?P<tps>{_ANY})\)",
    re.ASCII | re.IGNORECASE,
)
_SCRIPT_BEGUN = re.compile(
    rf"(?P<transactions_begun>{COUNT}) transactions"
    rf" \((?P<transactions_begun_percent>{_ANY})% of total\)",
    re.ASCII | re.IGNORECASE,
)


@dataclass(slots=True)
class _Reading:
    """Where in the block the reading stands."""

    printed: dict[str, Scalar] = field(default_factory=dict)
    prefix: str = ""
    heading: Heading | None = None
    statement: int = 0

    def line(self, line: str) -> None:
        told = heading(line)
        if told is not None:
            self.heading, self.statement = told, 0
            if told.file is not None:
                self.prefix = f"script_{told.file}_"
            return
        if (script := _SCRIPT.fullmatch(line)) is not None:
            self.prefix, self.heading = f"script_{script['number']}_", None
            self.keep({"name": one_line(script["name"], longest=LONGEST)})
            return
        command = self.heading.read(line) if self.heading else None
        if command is not None:
            self.statement += 1
            self.keep(_of_statement(self.statement, command))
        else:
            self.keep(dict(_figures(line, is_of_script=bool(self.prefix))))

    def keep(self, figures: Mapping[str, Scalar]) -> None:
        """The first of a name counts: what follows the block may look like it."""
        for name, value in figures.items():
            self.printed.setdefault(self.prefix + name, value)


def printed(lines: Iterable[str]) -> Mapping[str, Scalar]:
    """All of a final block; ReportError for a line of it that cannot be read."""
    reading = _Reading()
    for line in lines:
        reading.line(line)
        if len(reading.printed) > MOST:
            raise ReportError(
                "The report holds more numbers than any run prints.", line
            )
    return reading.printed


def _of_statement(number: int, told: StatementLatency) -> dict[str, Scalar]:
    found: dict[str, Scalar] = {
        f"statement_{number}": one_line(told.text, longest=LONGEST),
        f"statement_{number}_latency_ms": told.latency_ms,
    }
    if told.failures is not None:
        found[f"statement_{number}_failures"] = told.failures
    if told.retries is not None:
        found[f"statement_{number}_retries"] = told.retries
    return found


def _figures(line: str, *, is_of_script: bool) -> Iterator[tuple[str, Scalar]]:
    if (rate := _TPS.fullmatch(line)) is not None and rate["kind"] in _TPS_NAMES:
        yield from _values({_TPS_NAMES[rate["kind"]]: rate["tps"]})
        return
    text = line.removeprefix("- ") if is_of_script else line
    found = _SCRIPT_TRANSACTIONS.fullmatch(text) or _SCRIPT_BEGUN.fullmatch(text)
    if found is not None and is_of_script:
        yield from _values(found.groupdict())
        return
    label = _LABEL.match(text)
    pattern = _PATTERNS.get(label[0].strip()) if label else None
    if pattern is None:
        return
    match = pattern.fullmatch(text)
    if match is None:
        raise ReportError("A line of the report cannot be read.", line)
    yield from _values(match.groupdict())


def _values(texts: Mapping[str, str | None]) -> Iterator[tuple[str, Scalar]]:
    for name, text in texts.items():
        if name in _TEXTS:
            yield name, one_line(text or "", longest=LONGEST)
        elif text is not None and not text.lower().endswith("nan"):
            yield name, float(text) if "." in text else int(text)
