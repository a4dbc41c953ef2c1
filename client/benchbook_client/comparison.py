"""Two sides held against each other, load by load, figure by figure.

Figures are medians of what was named on each side; whether they may be compared at all,
and what makes it unfair, is Benchbook's to say.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from benchbook_client import figures, judgement
from benchbook_client.api import operations
from benchbook_client.api.shapes import Compare, Result
from benchbook_client.api.transport import Api
from benchbook_client.errors import BadInput
from benchbook_client.terminal import cell_of, clean

Load = tuple[str, int | None]
WORDS = {
    "better": "better",
    "worse": "worse",
    "not_distinguishable": "not distinguishable",
    "too_few_repeats": "too few repeats",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One figure. ``before`` is null where nothing stands there, ``change_percent`` also
    where they cannot be compared."""

    load: str
    figure: str
    before: float | None
    after: float
    change_percent: float | None
    verdict: str | None

    @property
    def cells(self) -> tuple[str, ...]:
        change = "" if self.change_percent is None else f"{self.change_percent:+.1f} %"
        label = figures.LABELS[self.figure]
        return (
            self.load,
            label,
            cell_of(self.before),
            cell_of(self.after),
            change,
            self.verdict or "",
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """Loads that both sides have; ``notes`` say what is unfair or in doubt."""

    lines: list[Line]
    notes: list[str]

    def as_json(self) -> dict[str, object]:
        return {"lines": [asdict(line) for line in self.lines], "notes": self.notes}

    def slowest_percent(self, figure: str | None) -> float | None:
        """By how much the load is slower that lost most; by its main figure unless one
        is named."""
        lost = []
        for load in {line.load for line in self.lines}:
            own = {line.figure: line for line in self.lines if line.load == load}
            names = (figure,) if figure else figures.MAIN
            line = next((own[name] for name in names if name in own), None)
            if line and line.change_percent is not None:
                change = line.change_percent
                lost.append(change if figures.is_cost(line.figure) else -change)
        return max(lost, default=None)


HEADS = ("Load", "Figure", "Before", "After", "Change", "Verdict")


def of(api: Api, before: Sequence[Result], after: Sequence[Result]) -> Comparison:
    """Raises ``BadInput`` where no load is on both sides."""
    sides = _by_load(before), _by_load(after)
    both = [load for load in sides[1] if load in sides[0]]
    if not both:
        raise BadInput("The two sides share no workload and number of threads.")
    lines: list[Line] = []
    notes: dict[str, None] = {}
    for load in both:
        old, new = sides[0][load], sides[1][load]
        told = api.call(
            operations.COMPARE,
            query={"result": [old[0]["id"], new[0]["id"]], "baseline": old[0]["id"]},
        )
        lines += _lines(told, old, new)
        notes |= dict.fromkeys(_notes(told))
    left = [load for load in {**sides[0], **sides[1]} if load not in both]
    if left:
        named = ", ".join(f"{w} with {t} threads" if t else w for w, t in left)
        notes[f"On one side alone: {named}."] = None
    return Comparison(lines=lines, notes=list(notes))


def alone(after: Sequence[Result]) -> Comparison:
    """Of the first build: what was measured, and nothing beside it."""
    lines = [
        Line(
            load=judgement.load_of(new[0]),
            figure=figure,
            before=None,
            after=value,
            change_percent=None,
            verdict=None,
        )
        for new in _by_load(after).values()
        for figure in figures.LABELS
        if (value := _median(new, figure)) is not None
    ]
    return Comparison(
        lines=lines, notes=["Nothing was measured under this load before."]
    )


def before_of(api: Api, after: Sequence[Result]) -> list[Result]:
    """Of each series among these the counted results before, ten at most; empty where
    they are the first."""
    found: dict[str, None] = {}
    for series in dict.fromkeys(each["series"] for each in after if each["series"]):
        ids = {each["id"] for each in after}
        for point in judgement.earlier(api, series, ids):
            found[point["result"]] = None
    return [api.call(operations.RESULT, id=id) for id in found]


def markdown(found: Comparison) -> str:
    """A table as GitHub and GitLab show it."""
    rows = [HEADS, ("---", "---", "---:", "---:", "---:", "---")]
    rows += [tuple(map(_escaped, line.cells)) for line in found.lines]  # type: ignore[misc]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    notes = "".join(f"- {_escaped(note)}\n" for note in found.notes)
    return f"{table}\n\n{notes}".rstrip("\n")


def _escaped(text: str) -> str:
    for each in "\\|<>[]*_`":
        text = text.replace(each, f"\\{each}")
    return " ".join(clean(text).split())


def _by_load(results: Sequence[Result]) -> dict[Load, list[Result]]:
    found: dict[Load, list[Result]] = {}
    for each in results:
        if not each["excluded"]:
            found.setdefault((each["workload"], each["threads"]), []).append(each)
    return found


def _lines(
    told: Compare, old: Sequence[Result], new: Sequence[Result]
) -> Iterator[Line]:
    ids = {old[0]["id"], new[0]["id"]}
    refused = {each["figure"] for each in told["refused"] if ids & set(each["results"])}
    for figure in figures.LABELS:
        before, after = _median(old, figure), _median(new, figure)
        if before is None or after is None:
            continue
        can_be_held = figure not in refused and told["standing"] != "refused" and before
        ratio = after / before if can_be_held else None
        yield Line(
            load=judgement.load_of(new[0]),
            figure=figure,
            before=before,
            after=after,
            change_percent=None if ratio is None else (ratio - 1) * 100,
            verdict=_verdict(told, new[0]["id"], figure, after, ratio),
        )


def _median(results: Sequence[Result], figure: str) -> float | None:
    values = [each["figures"].get(figure) for each in results]
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _verdict(
    told: Compare, id: str, figure: str, after: float, ratio: float | None
) -> str | None:
    """Benchbook's, where it is of the very repeats that were named.

    It takes results of one day for repeats of each other, so that two builds of a day
    would be told to be equal.
    """
    verdict = told["verdicts"].get(id, {}).get(figure)
    its_ratio = told["ratios"].get(id, {}).get(figure)
    if verdict is None or ratio is None or its_ratio is None:
        return None
    is_same = math.isclose(its_ratio, ratio, rel_tol=1e-6)
    if not (is_same and math.isclose(verdict["median"], after, rel_tol=1e-6)):
        return None
    return WORDS.get(verdict["verdict"], verdict["verdict"])


def _notes(told: Compare) -> Iterator[str]:
    for finding in told["findings"]:
        yield f"{finding['severity']}: {finding['message']}"
    for refusal in told["refused"]:
        label = figures.LABELS.get(refusal["figure"], refusal["figure"])
        yield f"refused: {label}: {refusal['reason']}"
    if told["in_doubt"]:
        yield "A result here is in doubt by itself: see its page."
