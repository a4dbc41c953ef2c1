"""Rules of who watches a series: made, changed and deleted by the endpoint's owner."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from benchruns.models import RegressionRule, Series
from benchruns.trends.trend import measured
from benchruns.vocabulary import WatchedFigure

LEAST_PERCENT, MOST_PERCENT = 0.1, 99.0
MOST_REPEATS = 50
PERCENT = 10  # offered where nothing else is known
REPEATS = 3


class AlreadyWatched(ValueError):
    """There is a rule for this figure of this series; the text says so."""


class NotMeasured(ValueError):
    """No result of the series has the figure; the text says so."""


def may_watch(user: object, series: Series) -> bool:
    """Rules rest on all results of a series, so they are for its owner alone."""
    return getattr(user, "pk", None) == series.endpoint.owner_id


def add(series: Series, *, owner: AbstractBaseUser, **asked: Any) -> RegressionRule:
    """A new rule from its columns; the next tending evaluates it.

    Raises NotMeasured, since a rule that sees nothing would look as if all were well,
    and AlreadyWatched.
    """
    figure = asked["figure"]
    if not measured(owner, figure).filter(series=series).exists():
        raise _not_measured(figure)
    try:
        with transaction.atomic():
            return RegressionRule.objects.create(
                series=series, owner_id=owner.pk, **asked
            )
    except IntegrityError as error:
        raise _watched_already(figure) from error


def change(rule: RegressionRule, **changes: Any) -> None:
    """Change columns of a rule; the next tending evaluates it anew."""
    try:
        with transaction.atomic():
            RegressionRule.objects.filter(pk=rule.pk).update(
                **changes, evaluated_at=None
            )
    except IntegrityError as error:
        raise _watched_already(changes.get("figure", rule.figure)) from error
    rule.refresh_from_db()


def _watched_already(figure: str) -> AlreadyWatched:
    text = _("There is a rule for %(figure)s of this series: change that one.")
    return AlreadyWatched(text % {"figure": WatchedFigure(figure).label})


def _not_measured(figure: str) -> NotMeasured:
    text = _(
        "No result of this series has a figure for %(figure)s, so there is nothing to "
        "watch: choose another figure."
    )
    return NotMeasured(text % {"figure": WatchedFigure(figure).label})
