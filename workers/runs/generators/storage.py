"""What the tool of one part says, kept with the part; and its seconds added to those of all."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from benchruns.models import Counter, PartSecond, RunPart, Sample
from benchruns.runs.parts import moves, totals
from benchruns.vocabulary import PartKind, PartState
from workers.evidence.watch import Seen, Watch
from workers.runs.generators.clock import CommonClock


class PartStore:
    """A ``Store`` for one part; its load's beginning is noted by the common clock."""

    def __init__(self, part: RunPart, clock: CommonClock) -> None:
        self.part = part
        self._clock = clock
        self.seen = Seen()

    def follow(self, watch: Watch) -> None:
        """The one that knows when the load of this phase began."""
        self.seen = watch.seen

    def __call__(
        self,
        run_id: UUID,
        *,
        attempt: int,
        progress: float | None,
        output_tail: str,
        samples: list[Sample],
        counters: list[Counter],
    ) -> None:
        self.keep(samples, counters)

    def keep(self, samples: Sequence[Sample], counters: Sequence[Counter]) -> None:
        """Rows once each; nothing where nothing came."""
        began_at = self.seen.began_at
        if began_at is not None and self.part.began_at is None:
            moves.hold(self.part, began_at=self._clock.of(began_at))
        if samples or counters:
            moves.record_seconds(self.part, samples=samples, counters=counters)


class Totals:
    """The seconds of one phase that all parts have told, added, each once.

    A second counts from the beginning of part 1's load; those of another part are moved by
    as many whole intervals as it began later. What only some of them loaded is left out:
    the first or the last second, where they began an interval apart.
    """

    def __init__(
        self,
        lead: RunPart,
        *,
        first_second: int,
        interval_seconds: int,
        has_percentiles: bool,
    ) -> None:
        self._lead = lead
        self._last = first_second - 1
        self._interval = interval_seconds
        self._has_percentiles = has_percentiles

    def take(self) -> list[Sample]:
        """Those that are whole now; ``advance`` once they are stored."""
        parts = list(moves.of_attempt(self._lead.run_id, self._lead.attempt))
        by_second: dict[int, dict[int, Mapping[str, Any]]] = defaultdict(dict)
        for part in parts:
            moved = self._moved(part)
            if moved is None:
                continue
            rows = PartSecond.objects.filter(
                part=part, kind=PartKind.SAMPLE, second__gt=self._last - moved
            )
            for second, values in rows.values_list("second", "values"):
                by_second[second + moved][part.number] = values
        needed = {part.number for part in parts if part.state != PartState.LOST}
        whole = [s for s in sorted(by_second) if needed <= by_second[s].keys()]
        return [self._sample(second, by_second[second]) for second in whole]

    def advance(self, samples: Sequence[Sample]) -> None:
        self._last = max([self._last, *(each.second for each in samples)])

    def _moved(self, part: RunPart) -> int | None:
        """By so many seconds; None where its beginning was not told yet when it was read:
        rows that have come since wait until it is."""
        first = self._lead.began_at
        if part.began_at is None or first is None:
            return None
        later = (part.began_at - first) / timedelta(seconds=self._interval)
        return round(later) * self._interval

    def _sample(self, second: int, told: Mapping[int, Mapping[str, Any]]) -> Sample:
        added = totals.sample(
            list(told.values()), has_percentiles=self._has_percentiles
        )
        return Sample(
            run_id=self._lead.run_id,
            attempt=self._lead.attempt,
            second=second,
            **added,
        )
