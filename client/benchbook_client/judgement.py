"""Was it slower than before? By a limit in percent, and by the rules of a series.

Results of one endpoint, workload and parameters are a series. What is new of it is held
against the median of the ten counted results before, as Benchbook's own rules do.
"""

import statistics
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from benchbook_client import figures
from benchbook_client.api import operations
from benchbook_client.api.shapes import Result, Trend, TrendPoint
from benchbook_client.api.transport import Api
from benchbook_client.errors import BadInput, Failed
from benchbook_client.terminal import number

EARLIER = 10
RULES_SECONDS = 120.0  # until a rule has looked at a new result: it does every 30 s
PAUSE_SECONDS = 1.0
# A result is seen a moment after the time that it carries.
MOMENT = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Judgement:
    """One series. ``before`` is None where nothing stands there; ``by_rule`` are
    regressions that a rule has confirmed and nothing has ended."""

    load: str
    figure: str
    before: float | None
    after: float | None
    earlier: int
    changed: tuple[str, ...] = ()
    by_rule: tuple[str, ...] = ()

    @property
    def slower_percent(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return figures.slower_percent(self.figure, before=self.before, after=self.after)

    def is_regression(self, limit: float | None) -> bool:
        slower = self.slower_percent
        too_slow = limit is not None and slower is not None and slower > limit
        return too_slow or bool(self.by_rule)

    def sentence(self) -> str:
        label = figures.LABELS[self.figure]
        if self.after is None:
            return f"{self.load}: no {label} that counts"
        told = f"{self.load}: {number(self.after)} {label}"
        slower = self.slower_percent
        if self.before is None or slower is None:
            return f"{told}, and nothing before to hold it against"
        word = "slower" if slower > 0 else "faster"
        times = "one result" if self.earlier == 1 else f"{self.earlier} results"
        told += (
            f", {abs(slower):.1f} % {word} than {number(self.before)} before ({times})"
        )
        if self.changed:
            told += f"; changed since: {', '.join(self.changed)}"
        return "; ".join((told, *self.by_rule))


def earlier(api: Api, series: str, ids: Collection[str]) -> list[TrendPoint]:
    """The newest counted points of a series before the first of ``ids``."""
    counted = [p for p in _trend(api, series, None)["points"] if not p["excluded"]]
    return _earlier(counted, [p for p in counted if p["result"] in ids])


def percent(text: str) -> float:
    """``5%`` or ``5``, as a number of percent."""
    try:
        found = float(text.strip().removesuffix("%"))
    except ValueError:
        found = -1.0
    if not 0 <= found < 1000:
        raise BadInput(f"{text!r} is no percentage such as 5%.")
    return found


def of(
    api: Api,
    results: Sequence[Result],
    *,
    figure: str | None,
    baseline: Sequence[Result] = (),
    with_rules: bool,
) -> list[Judgement]:
    """A judgement for each series among ``results``, which are new, and for each load.

    Against what counted there before, or against ``baseline`` where that is given.
    """
    by_series: dict[str, list[Result]] = {}
    for result in results:
        if result["series"]:
            by_series.setdefault(result["series"], []).append(result)
    return [
        _judged(api, series, new, figure, baseline, with_rules=with_rules)
        for series, new in by_series.items()
    ]


def _judged(
    api: Api,
    series: str,
    new: Sequence[Result],
    figure: str | None,
    baseline: Sequence[Result],
    *,
    with_rules: bool,
) -> Judgement:
    trend = _evaluated(api, series, figure, new) if with_rules else None
    trend = trend or _trend(api, series, figure)
    ids = {each["id"] for each in new}
    counted = [point for point in trend["points"] if not point["excluded"]]
    own = [point for point in counted if point["result"] in ids]
    earlier = _earlier(counted, own)
    before = [point["value"] for point in earlier]
    if baseline:
        before = _of_baseline(baseline, new[0], trend["figure"])
    return Judgement(
        load=load_of(new[0]),
        figure=trend["figure"],
        before=statistics.median(before) if before else None,
        after=statistics.median([p["value"] for p in own]) if own else None,
        earlier=len(before),
        changed=tuple(
            f"{c['kind']} {c['name']}" for p in own[:1] for c in p["changes"]
        ),
        by_rule=_confirmed(trend) if with_rules else (),
    )


def load_of(result: Result) -> str:
    threads = result["threads"]
    return f"{result['workload']}, {threads} threads" if threads else result["workload"]


def _trend(api: Api, series: str, figure: str | None) -> Trend:
    query = {"figure": figure} if figure else {}
    return api.call(operations.SERIES, id=series, query=query)


def _earlier(
    counted: Sequence[TrendPoint], own: Sequence[TrendPoint]
) -> list[TrendPoint]:
    """The newest of those measured before the first of our own."""
    if not own:
        return []
    ids = {point["result"] for point in own}
    first = min(_time(point) for point in own)
    before = [p for p in counted if p["result"] not in ids and _time(p) < first]
    return sorted(before, key=_time)[-EARLIER:]


def _time(point: TrendPoint) -> datetime:
    return datetime.fromisoformat(point["measured_at"])


def _of_baseline(baseline: Sequence[Result], new: Result, figure: str) -> list[float]:
    values = [
        each["figures"].get(figure)
        for each in baseline
        if (each["workload"], each["threads"]) == (new["workload"], new["threads"])
        and not each["excluded"]
    ]
    return [value for value in values if value is not None]


def _confirmed(trend: Trend) -> tuple[str, ...]:
    return tuple(
        f"a rule has confirmed a regression: {figures.LABELS[each['figure']]} from "
        f"{number(each['before'])} to {number(each['after'])}"
        for each in trend["regressions"]
        if each["state"] == "confirmed"
    )


def _evaluated(
    api: Api, series: str, figure: str | None, new: Sequence[Result]
) -> Trend:
    """The series once its rules have looked at what is new. Raises ``Failed``."""
    newest = max(
        datetime.fromisoformat(r["measured_at"]) for r in new if r["measured_at"]
    )
    deadline = time.monotonic() + RULES_SECONDS
    while True:
        trend = _trend(api, series, figure)
        rules = [rule for rule in trend["rules"] if rule["is_active"]]
        if not rules:
            raise BadInput(f"{load_of(new[0])}: no rule of yours watches this series.")
        looked = [rule["evaluated_at"] for rule in rules]
        if all(at and datetime.fromisoformat(at) > newest + MOMENT for at in looked):
            return trend
        if time.monotonic() > deadline:
            raise Failed(f"{load_of(new[0])}: its rules were not evaluated in time.")
        time.sleep(PAUSE_SECONDS)
