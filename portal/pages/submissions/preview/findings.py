"""What is found of the results of a report: each sentence once, with whom it is about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from benchruns.findings import Worded
from benchruns.sentences.catalogue import worded
from benchruns.submissions.checks.duplicates import FIGURES
from benchruns.submissions.report_parts import ResultReport


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFinding:
    """``remedy`` is empty where the submitter's form has it. ``places`` are the ids of
    results with the same figures; ``of`` names the repeats of a load that it is about,
    and is empty where it is about each of them."""

    finding: Worded
    remedy: str = ""
    places: tuple[str, ...] = ()
    of: str = ""


@dataclass(frozen=True, slots=True)
class FindingsOnce:
    """What all results of several loads share, and the rest by load."""

    of_all: Sequence[NamedFinding]
    of_loads: Sequence[Sequence[NamedFinding]]


def findings_once(loads: Sequence[Sequence[ResultReport]]) -> FindingsOnce:
    by_load = [[_by_sentence(each) for each in load] for load in loads]
    every = [found for load in by_load for found in load]
    shared = set(every[0]).intersection(*every) if len(loads) > 1 else set()
    return FindingsOnce(
        of_all=[
            _joined(key, every) for key in (every[0] if every else ()) if key in shared
        ],
        of_loads=[list(_of_load(load, without=shared)) for load in by_load],
    )


def _by_sentence(each: ResultReport) -> dict[str, NamedFinding]:
    found = {}
    for finding in map(worded, each.findings):
        is_double = finding.code == FIGURES
        found[finding.identity] = NamedFinding(
            finding=finding,
            remedy=finding.remedy if is_double else "",
            places=finding.results if is_double else (),
        )
    for finding in map(worded, each.fairness):
        found[finding.identity] = NamedFinding(finding=finding, remedy=finding.remedy)
    return found


def _of_load(
    repeats: Sequence[Mapping[str, NamedFinding]], *, without: set[str]
) -> Iterator[NamedFinding]:
    """What one rule found of several repeats in other words stands together."""
    codes = {key: told.finding.code for found in repeats for key, told in found.items()}
    order = list(dict.fromkeys(codes.values()))
    for key in sorted(codes, key=lambda key: order.index(codes[key])):
        if key in without:
            continue
        numbers = [n for n, found in enumerate(repeats, start=1) if key in found]
        told = _joined(key, [found for found in repeats if key in found])
        yield (
            told if len(numbers) == len(repeats) else replace(told, of=_named(numbers))
        )


def _joined(key: str, found: Sequence[Mapping[str, NamedFinding]]) -> NamedFinding:
    places = dict.fromkeys(place for each in found for place in each[key].places)
    return replace(found[0][key], places=tuple(places))


def _named(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return _("repeat %(number)d") % {"number": numbers[0]}
    return _("repeats %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}
