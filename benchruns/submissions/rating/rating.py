"""What a submission is worth by the rubric: the score that is proposed to a reviewer.

Pure: plain values in, points out; ``benchruns.sentences.rating`` words them.
``docs/submissions.md`` tells users.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from statistics import fmean
from typing import Any

from benchruns.vocabulary import Grade

COMPLETENESS, REPEATS, EVIDENCE, SETTINGS, SAMPLES = 30, 25, 20, 15, 10
TOTAL = COMPLETENESS + REPEATS + EVIDENCE + SETTINGS + SAMPLES
# Above what is left without repeats (75), or with typed figures (75): nobody can tell
# the noise of one run, and nobody can check a figure that was typed.
EXCELLENT = 80
# Half of all: below it a reviewer would have to take most of the report on trust.
ACCEPTABLE = TOTAL // 2
# Points for so many runs of one load; a verdict on repeats needs five a side.
OF_REPEATS = {1: 0, 2: 10, 3: 17, 4: 21, 5: REPEATS}
RAW_OUTPUT, COMMAND = 15, 5  # of the evidence
COVERED = 0.9  # of the measured time, by samples


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the rubric looks at.

    ``stated`` of ``wanted`` conditions are known, on average over the results;
    ``repeats`` are the runs of each load; shares are of the results. ``settings`` are
    how many of the server's are known, ``weighty`` how many of those that decide:
    buffer and durability, of ``weighty_wanted``. ``doubtful`` are the results that were
    measured too short, or too unevenly: they repeat nothing, nor do the ``too_fast``, which
    reached far more than their class or a larger one is known for. ``covered_share`` is of
    those whose samples cover their measured time, ``sampled_share`` of those of them that
    count: measured no shorter than the papers', and not doubted.
    """

    results: int
    stated: float
    wanted: int
    repeats: Sequence[int]
    raw_share: float
    command_share: float
    settings: int
    weighty: int
    weighty_wanted: int
    covered_share: float
    sampled_share: float
    doubtful: int = 0
    too_fast: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """One line of the rubric; ``code`` names it, ``values`` is all that is told of it.

    ``sentence`` is what an older release stored, of which there are no values.
    """

    code: str
    points: int
    of: int
    values: Mapping[str, Any] = field(default_factory=dict)  # JSON
    sentence: str = ""

    def as_dict(self) -> dict[str, Any]:
        found = asdict(self)
        if not self.sentence:
            del found["sentence"]
        return found

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Points":
        known = (each.name for each in fields(cls) if each.name in data)
        return cls(**{name: data[name] for name in known})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """``grade`` is what is proposed, empty for asking for changes; a reviewer decides."""

    total: int
    of: int
    grade: str
    lines: tuple[Points, ...]

    def as_dict(self) -> dict[str, Any]:
        """As ``Submission.rating`` keeps it."""
        return {**asdict(self), "lines": [line.as_dict() for line in self.lines]}

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Rating | None":
        """None for a submission that was never derived."""
        if not data:
            return None
        lines = tuple(map(Points.read, data["lines"]))
        return cls(**{**data, "lines": lines})


def rate(facts: Facts) -> Rating:
    """Points by the rubric; without a result there are none."""
    lines = (
        _completeness(facts),
        _repeats(facts),
        _evidence(facts),
        _settings(facts),
        _samples(facts),
    )
    total = sum(line.points for line in lines)
    return Rating(
        total=total,
        of=TOTAL,
        grade=_grade(total, facts),
        lines=lines,
    )


def _grade(total: int, facts: Facts) -> str:
    """None for too few points, and for a report with a result that proves nothing."""
    if facts.doubtful or facts.too_fast or total < ACCEPTABLE:
        return ""
    return Grade.EXCELLENT.value if total >= EXCELLENT else Grade.ACCEPTED.value


def _completeness(facts: Facts) -> Points:
    share = facts.stated / facts.wanted if facts.results else 0
    return Points(
        code="completeness",
        points=_share_of(COMPLETENESS, share),
        of=COMPLETENESS,
        values=_of_results(facts, "stated", "wanted"),
    )


def _repeats(facts: Facts) -> Points:
    most = max(OF_REPEATS)
    each = [OF_REPEATS.get(min(count, most), 0) for count in facts.repeats]
    known = {
        "loads": len(each),
        "least": min(facts.repeats, default=0),
        "most": max(facts.repeats, default=0),
        "too_fast": facts.too_fast,
    }
    return Points(
        code="repeats",
        points=round(fmean(each)) if each else 0,
        of=REPEATS,
        values=known if each else {},
    )


def _evidence(facts: Facts) -> Points:
    raw = _share_of(RAW_OUTPUT, facts.raw_share)
    command = _share_of(COMMAND, facts.command_share)
    return Points(
        code="evidence",
        points=raw + command,
        of=EVIDENCE,
        values=_of_results(facts, "raw_share", "command_share"),
    )


def _settings(facts: Facts) -> Points:
    """Which settings decide most follows from the engines of the results."""
    share = facts.weighty / facts.weighty_wanted if facts.weighty_wanted else 0
    names = ("settings", "weighty", "weighty_wanted")
    return Points(
        code="settings",
        points=_share_of(SETTINGS, share) if facts.settings else 0,
        of=SETTINGS,
        values={name: getattr(facts, name) for name in names},
    )


def _samples(facts: Facts) -> Points:
    return Points(
        code="samples",
        points=_share_of(SAMPLES, facts.sampled_share),
        of=SAMPLES,
        values=_of_results(
            facts,
            *("results", "covered_share", "sampled_share", "doubtful", "too_fast"),
        ),
    )


def _of_results(facts: Facts, *names: str) -> dict[str, Any]:
    """Without a result there is nothing to tell."""
    return {name: getattr(facts, name) for name in names} if facts.results else {}


def _share_of(points: int, share: float) -> int:
    """Never the full number for less than all."""
    return int(points * min(max(share, 0.0), 1.0) + 1e-9)
