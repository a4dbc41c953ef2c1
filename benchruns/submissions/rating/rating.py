"""What a submission is worth by the rubric: the score that is proposed to a reviewer.

Pure: plain values in, points and sentences out. ``docs/submissions.md`` tells users.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.vocabulary import Grade

COMPLETENESS, REPEATS, EVIDENCE, SETTINGS, SAMPLES = 30, 25, 20, 15, 10
TOTAL = COMPLETENESS + REPEATS + EVIDENCE + SETTINGS + SAMPLES
# Above what is left without repeats (75), or with typed figures (75): nobody can tell
# the noise of one run, and nobody can check a figure that was typed.
EXCELLENT = 80
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
    buffer and durability, of ``weighty_wanted``.
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
    sampled_share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """One line of the rubric; ``code`` names it."""

    code: str
    label: str
    points: int
    of: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """``grade`` is what is proposed; a reviewer decides."""

    total: int
    of: int
    grade: str
    lines: tuple[Points, ...]

    def as_dict(self) -> dict[str, Any]:
        """As ``Submission.rating`` keeps it."""
        return {**asdict(self), "lines": [asdict(line) for line in self.lines]}

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Rating | None":
        """None for a submission that was never derived."""
        if not data:
            return None
        lines = tuple(Points(**line) for line in data["lines"])
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
        grade=Grade.EXCELLENT.value if total >= EXCELLENT else Grade.ACCEPTED.value,
        lines=lines,
    )


def _completeness(facts: Facts) -> Points:
    share = facts.stated / facts.wanted if facts.results else 0
    sentence = _("%(stated)s of %(wanted)d conditions are known.") % {
        "stated": f"{facts.stated:.3g}",
        "wanted": facts.wanted,
    }
    return Points(
        code="completeness",
        label=_("Completeness"),
        points=_share_of(COMPLETENESS, share),
        of=COMPLETENESS,
        sentence=sentence if facts.results else _no_result(),
    )


def _repeats(facts: Facts) -> Points:
    most = max(OF_REPEATS)
    each = [OF_REPEATS[min(count, most)] for count in facts.repeats]
    if not each:
        sentence = _no_result()
    elif min(facts.repeats) == max(facts.repeats):
        sentence = ngettext(
            "Each load was run once.",
            "Each load was run %(count)d times.",
            facts.repeats[0],
        ) % {"count": facts.repeats[0]}
    else:
        sentence = _("The %(loads)d loads were run %(least)d to %(most)d times.") % {
            "loads": len(facts.repeats),
            "least": min(facts.repeats),
            "most": max(facts.repeats),
        }
    return Points(
        code="repeats",
        label=_("Repeats"),
        points=round(fmean(each)) if each else 0,
        of=REPEATS,
        sentence=sentence,
    )


def _evidence(facts: Facts) -> Points:
    raw = _share_of(RAW_OUTPUT, facts.raw_share)
    command = _share_of(COMMAND, facts.command_share)
    sentence = _(
        "%(raw)s of the results come from the tool's own output, %(command)s with the "
        "command."
    ) % {"raw": f"{facts.raw_share:.0%}", "command": f"{facts.command_share:.0%}"}
    return Points(
        code="evidence",
        label=_("Evidence"),
        points=raw + command,
        of=EVIDENCE,
        sentence=sentence if facts.results else _no_result(),
    )


def _settings(facts: Facts) -> Points:
    share = facts.weighty / facts.weighty_wanted if facts.weighty_wanted else 0
    points = _share_of(SETTINGS, share) if facts.settings else 0
    return Points(
        code="settings",
        label=_("Settings"),
        points=points,
        of=SETTINGS,
        sentence=_settings_told(facts),
    )


def _settings_told(facts: Facts) -> str:
    """Which settings decide most follows from the engines of the results."""
    if not facts.settings:
        return _("No settings of the server are known.")
    known = ngettext(
        "%(count)d setting of the server is known",
        "%(count)d settings of the server are known",
        facts.settings,
    ) % {"count": facts.settings}
    if not facts.weighty_wanted:
        return f"{known}."
    return _("%(known)s, %(weighty)d of the %(wanted)d that decide most.") % {
        "known": known,
        "weighty": facts.weighty,
        "wanted": facts.weighty_wanted,
    }


def _samples(facts: Facts) -> Points:
    sentence = _("%(share)s of the results have samples over the whole run.") % {
        "share": f"{facts.sampled_share:.0%}"
    }
    return Points(
        code="samples",
        label=_("Samples"),
        points=_share_of(SAMPLES, facts.sampled_share),
        of=SAMPLES,
        sentence=sentence if facts.results else _no_result(),
    )


def _no_result() -> str:
    return _("There is no result yet.")


def _share_of(points: int, share: float) -> int:
    """Never the full number for less than all."""
    return int(points * min(max(share, 0.0), 1.0) + 1e-9)
