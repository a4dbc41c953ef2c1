"""Episodes: from where on a watched figure is worse, and whether repeats bear it out.

Pure: figures in the order in which they were measured in, episodes out, and always the
same ones, so that a rule may be evaluated again at any time. A figure is held against
the median of the last ``WINDOW`` before it, once there are ``FEWEST``. One that is at
least the threshold worse is suspected; so many in a row as the rule asks for confirm
it, one that is not refutes it. A confirmed episode ends when as many in a row are back
at the level before it. Until then its own figures are the level that is watched, so
that a second fall is seen as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from benchruns.vocabulary import RegressionState

WINDOW = 10
FEWEST = 3
ROUNDING = 1e-9  # a fall of just the threshold counts, however it was computed


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """Places are those of figures; ``before`` and ``after`` are medians.

    ``first`` to ``last`` are the worse figures that it rests on, ``seen`` of them;
    ``confirmed`` and ``ended`` the figures by which it was.
    """

    state: RegressionState
    first: int
    last: int
    seen: int
    before: float
    after: float
    confirmed: int | None = None
    ended: int | None = None


@dataclass(slots=True, kw_only=True)
class _Open:
    """An episode that goes on; ``level`` are the figures that counted before it."""

    first: int
    before: float
    level: list[float]
    worse: list[float]
    back: list[float] = field(default_factory=list)
    confirmed: int | None = None

    def closed(
        self, state: RegressionState, *, last: int, ended: int | None = None
    ) -> Episode:
        return Episode(
            state=state,
            first=self.first,
            last=last,
            seen=len(self.worse),
            before=self.before,
            after=median(self.worse),
            confirmed=self.confirmed,
            ended=ended,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What a rule asks of a figure."""

    threshold_percent: float
    repeats: int
    higher_is_better: bool

    def is_worse(self, value: float, *, than: float) -> bool:
        if than <= 0:
            return False
        change = 100 * (value - than) / than
        loss = -change if self.higher_is_better else change
        return loss >= self.threshold_percent - ROUNDING

    def episodes(self, values: Sequence[float]) -> list[Episode]:
        """In the order of their first figures."""
        follower = _Follower(self)
        for place, value in enumerate(values):
            follower.take(place, value)
        return follower.all_episodes()


class _Follower:
    """Reads figures one by one."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.level: list[float] = []
        self.suspected: _Open | None = None
        self.confirmed: list[_Open] = []  # each within the one before it
        self.past: list[Episode] = []

    def take(self, place: int, value: float) -> None:
        if self._ends(place, value):
            return
        if self.suspected is not None:
            self._goes_on(self.suspected, place, value)
        elif len(self.level) >= FEWEST and self.watch.is_worse(
            value, than=self._usual()
        ):
            self.suspected = _Open(
                first=place, before=self._usual(), level=self.level, worse=[value]
            )
            self._confirm_if_repeated(place)
        else:
            self.level.append(value)

    def all_episodes(self) -> list[Episode]:
        going_on = [
            each.closed(RegressionState.CONFIRMED, last=_last(each))
            for each in self.confirmed
        ]
        if self.suspected is not None:
            state = RegressionState.SUSPECTED
            going_on.append(self.suspected.closed(state, last=_last(self.suspected)))
        return sorted([*self.past, *going_on], key=lambda episode: episode.first)

    def _usual(self) -> float:
        return median(self.level[-WINDOW:])

    def _ends(self, place: int, value: float) -> bool:
        """Whether the figure is the last that some confirmed episode needed to end."""
        for number, each in enumerate(self.confirmed):
            is_back = not self.watch.is_worse(value, than=each.before)
            each.back = [*each.back, value] if is_back else []
            if len(each.back) >= self.watch.repeats:
                self._refute()
                for inner in self.confirmed[number:]:
                    state = RegressionState.ENDED
                    self.past.append(
                        inner.closed(state, last=_last(inner), ended=place)
                    )
                self.level = [*each.level, *each.back]
                del self.confirmed[number:]
                return True
        return False

    def _goes_on(self, suspected: _Open, place: int, value: float) -> None:
        if self.watch.is_worse(value, than=suspected.before):
            suspected.worse.append(value)
            self._confirm_if_repeated(place)
        else:
            self._refute()
            self.level.append(value)

    def _refute(self) -> None:
        """What was worse by chance counts as any other figure from now on."""
        if self.suspected is None:
            return
        state = RegressionState.REFUTED
        self.past.append(self.suspected.closed(state, last=_last(self.suspected)))
        self.level = [*self.level, *self.suspected.worse]
        self.suspected = None

    def _confirm_if_repeated(self, place: int) -> None:
        suspected = self.suspected
        if suspected is None or len(suspected.worse) < self.watch.repeats:
            return
        suspected.confirmed = place
        self.confirmed.append(suspected)
        self.level = list(suspected.worse)
        self.suspected = None


def _last(episode: _Open) -> int:
    return episode.first + len(episode.worse) - 1
