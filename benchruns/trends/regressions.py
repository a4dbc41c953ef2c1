"""Regression rules: what they find in the results of their series, kept as rows.

A rule is evaluated over all results that its owner may see, and always gives the same
rows for the same results, so that it may be evaluated again, and by two workers at
once: the first statement takes the rule's row, and who comes second finds it taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from benchruns.figures.metrics import METRICS
from benchruns.findings import gravest
from benchruns.models import Regression, RegressionRule, Result
from benchruns.outbox.record import put
from benchruns.trends import notice
from benchruns.trends.episodes import WINDOW, Episode, Watch
from benchruns.vocabulary import RegressionState, Visibility

# A result is seen a moment after the time that it carries: look so far back for it.
GRACE = timedelta(seconds=60)
SURE = (RegressionState.CONFIRMED, RegressionState.ENDED)

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class Seen:
    """One counted result of a watched series; ordered by the time of measuring."""

    measured_at: datetime
    result: UUID
    value: float
    doubt: str

    @property
    def place(self) -> tuple[datetime, UUID]:
        return self.measured_at, self.result


def reconsider(series_id: UUID | None) -> None:
    """Have the rules of a series evaluated anew: what counts in it has changed."""
    if series_id is not None:
        RegressionRule.objects.filter(series_id=series_id).update(evaluated_at=None)


def due() -> QuerySet[RegressionRule]:
    """Active rules that were never evaluated, or whose series has newer results."""
    newer = Result.objects.filter(
        series=OuterRef("series"),
        measured_at__gt=OuterRef("evaluated_at") - GRACE,
    )
    return RegressionRule.objects.filter(
        Q(evaluated_at__isnull=True) | Exists(newer), is_active=True
    )


def evaluate(rule: RegressionRule) -> bool:
    """Bring the rule's regressions up to date; False where another worker does.

    ``rule`` is as ``due`` has read it: one that was changed since is left for later.
    """
    with transaction.atomic():
        as_read = RegressionRule.objects.filter(
            pk=rule.pk, is_active=True, evaluated_at=rule.evaluated_at
        )
        if not as_read.update(evaluated_at=timezone.now()):
            return False
        # Read after it was taken: what is changed from now on makes it due again.
        rule = RegressionRule.objects.select_related("owner").get(pk=rule.pk)
        seen = _seen_by(rule)
        episodes = watch_of(rule).episodes([each.value for each in seen])
        _store(rule, seen, episodes)
    return True


def watch_of(rule: RegressionRule) -> Watch:
    return Watch(
        threshold_percent=rule.threshold_percent,
        repeats=rule.repeats,
        higher_is_better=METRICS[rule.figure].higher_is_better,
    )


def _seen_by(rule: RegressionRule) -> list[Seen]:
    rows = (
        Result.objects.visible_to(rule.owner)
        .counted()
        .filter(series_id=rule.series_id)
        .exclude(**{rule.figure: None})
        .exclude(measured_at=None)
        .order_by("measured_at", "id")
        .values_list("measured_at", "id", rule.figure, "doubt")
    )
    return [Seen(*row) for row in rows]


def _store(
    rule: RegressionRule, seen: Sequence[Seen], episodes: Sequence[Episode]
) -> None:
    rows = list(rule.regressions.select_related("first_result"))
    matched = _matched(rows, seen, episodes)
    for episode, row in zip(episodes, matched, strict=True):
        values = _columns(episode, seen)
        if row is None:
            made = Regression.objects.create(rule=rule, **values)
            _tell(made, before=None)
        elif any(getattr(row, name) != value for name, value in values.items()):
            Regression.objects.filter(pk=row.pk).update(**values)
            _tell(Regression.objects.get(pk=row.pk), before=row.state)
    # Found before, and the results that it rested on do not say so any more.
    found = {row.pk for row in matched if row is not None}
    for row in rows:
        if row.pk not in found and row.state != RegressionState.REFUTED:
            before, row.state = row.state, RegressionState.REFUTED
            row.save(update_fields=["state"])
            _tell(row, before=before)


def _tell(regression: Regression, *, before: str | None) -> None:
    """Its owner's webhooks, once a state; what was so before the rule was made is no news."""
    rule, state = regression.rule, regression.state
    is_old = _since(regression) < rule.created_at
    was_never_told = before is None and state == RegressionState.REFUTED
    if state == before or is_old or was_never_told:
        return
    told = {
        "id": str(regression.pk),
        "state": state,
        "series": str(rule.series_id),
        "rule": str(rule.pk),
        "figure": rule.figure,
        "before": regression.before,
        "after": regression.after,
        "percent": round(notice.percent_of(regression), 3),
        "first_result": str(regression.first_result_id),
        "seen": regression.seen,
        "doubt": regression.doubt or None,
        "address": notice.trend_address(rule),
    }
    put(rule.owner_id, f"regression.{state}", {"regression": told})


def _since(regression: Regression) -> datetime:
    """When it came to its state, by the results that say so."""
    moment = {
        RegressionState.CONFIRMED: regression.confirmed_at,
        RegressionState.ENDED: regression.ended_at,
    }.get(RegressionState(regression.state))
    return moment or _start(regression)[0]


def _matched(
    rows: Sequence[Regression], seen: Sequence[Seen], episodes: Sequence[Episode]
) -> list[Regression | None]:
    """The row of each episode, by its first result.

    Where that was left out or brought back, the episode begins elsewhere and is still
    the same one: it keeps the row that began within it, or before with no result that
    counts between. After one that was as good as usual it is a new regression, and news.
    """
    by_start = {row.first_result_id: row for row in rows}
    exact = [by_start.pop(seen[each.first].result, None) for each in episodes]
    left = sorted(by_start.values(), key=_start, reverse=True)
    matched = []
    for episode, row in zip(episodes, exact, strict=True):
        moved = next((each for each in left if _has_moved(each, episode, seen)), None)
        if row is None and moved is not None:
            left.remove(moved)
        matched.append(row or moved)
    return matched


def _has_moved(row: Regression, episode: Episode, seen: Sequence[Seen]) -> bool:
    """Whether the episode is the row's, which began at another result.

    An episode is never the first of all: there is a level before it.
    """
    before, last = seen[episode.first - 1], seen[episode.last]
    return before.place <= _start(row) <= last.place


def _start(row: Regression) -> tuple[datetime, UUID]:
    # Any measured result has its time; the other is for the type alone.
    return row.first_result.measured_at or row.found_at, row.first_result_id


def _columns(episode: Episode, seen: Sequence[Seen]) -> dict[str, Any]:
    """Values by column."""

    def time_of(place: int | None) -> datetime | None:
        return None if place is None else seen[place].measured_at

    level = max(0, episode.first - WINDOW)
    return {
        "first_result_id": seen[episode.first].result,
        "state": episode.state,
        "before": episode.before,
        "after": episode.after,
        "seen": episode.seen,
        "doubt_before": gravest(each.doubt for each in seen[level : episode.first]),
        "doubt_after": gravest(
            each.doubt for each in seen[episode.first : episode.last + 1]
        ),
        "confirmed_at": time_of(episode.confirmed),
        "ended_at": time_of(episode.ended),
    }


def visible_to(user: Viewer) -> QuerySet[Regression]:
    """One's own, and those that rest on public results alone; for staff all."""
    if getattr(user, "is_staff", False):
        return Regression.objects.all()
    hidden = Result.objects.filter(
        visibility=Visibility.PRIVATE,
        series=OuterRef("rule__series"),
        measured_at__lte=Coalesce(OuterRef("ended_at"), OuterRef("confirmed_at")),
    )
    seen = Q(~Exists(hidden), state__in=SURE)
    if user.is_authenticated:
        seen |= Q(rule__owner_id=user.pk)
    return Regression.objects.filter(seen)


def unmailed() -> QuerySet[Regression]:
    """Confirmed ones whose owner asked for mail, has an address and got none yet.

    What was confirmed before its rule was made is shown on the page, and no news.
    """
    return (
        Regression.objects.filter(
            state=RegressionState.CONFIRMED,
            mailed_at__isnull=True,
            mail_error="",
            confirmed_at__gte=F("rule__created_at"),
            rule__is_active=True,
            rule__sends_mail=True,
            rule__owner__is_active=True,
        )
        .exclude(rule__owner__email="")
        .select_related("rule__owner", "rule__series__endpoint", "first_result")
        .order_by("confirmed_at", "id")
    )
