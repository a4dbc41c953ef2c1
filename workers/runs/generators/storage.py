"""What the tool of one part says, kept with the part; and its seconds added to those of all."""

from collections.abc import Sequence
from uuid import UUID

from benchruns.models import Counter, RunPart, Sample
from benchruns.runs.parts import moves, seconds
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
    """The seconds of one phase that all parts have told, added, each once."""

    def __init__(
        self,
        lead: RunPart,
        *,
        first_second: int,
        interval_seconds: int,
        has_percentiles: bool,
    ) -> None:
        self._lead = lead
        self._first, self._last = first_second, first_second - 1
        self._interval = interval_seconds
        self._has_percentiles = has_percentiles

    def take(self) -> list[Sample]:
        """Those that are whole now; ``advance`` once they are stored."""
        found = seconds.added(
            list(moves.of_attempt(self._lead.run_id, self._lead.attempt)),
            phase_from=self._first,
            newer_than=self._last,
            interval_seconds=self._interval,
            has_percentiles=self._has_percentiles,
        )
        return [
            Sample(
                run_id=self._lead.run_id,
                attempt=self._lead.attempt,
                second=second,
                **values,
            )
            for second, values in found.items()
        ]

    def advance(self, samples: Sequence[Sample]) -> None:
        self._last = max([self._last, *(each.second for each in samples)])
