"""A comparison: results, ratios to the baseline, findings, verdicts, refusals."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from benchruns.comparison import Comparison
from benchruns.comparison.fairness.axes import Comparable, Refusal
from benchruns.comparison.figures.lines import COMPARED, SHOWN, Cell
from benchruns.comparison.report import Group
from benchruns.figures.statistics import RatioVerdict
from benchruns.sentences.catalogue import worded_once, worded_rows
from benchruns.sentences.fairness.axes import reason_of
from portal.api.serializers.results import FindingSerializer, ResultSerializer

JsonObject = dict[str, Any]  # JSON values


class VerdictSerializer(serializers.Serializer[JsonObject]):
    """``low`` and ``high`` hold the true ratio with 95 % confidence."""

    verdict = serializers.ChoiceField(
        choices=["better", "worse", "not_distinguishable", "too_few_repeats"]
    )
    ratio = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    detectable = serializers.FloatField(
        allow_null=True,
        help_text="The smallest difference that these repeats would show, as a share.",
    )
    repeats = serializers.IntegerField(help_text="Of this result.")
    baseline_repeats = serializers.IntegerField()
    median = serializers.FloatField()
    q1 = serializers.FloatField(allow_null=True)
    q3 = serializers.FloatField(allow_null=True)


class RefusalSerializer(serializers.Serializer[JsonObject]):
    """A figure of which these results cannot share the baseline's axis.

    Where the baseline lacks it, the first result that has it takes its place.
    """

    figure = serializers.CharField()
    results = serializers.ListField(child=serializers.UUIDField())
    reason = serializers.CharField()


class ComparableSerializer(serializers.Serializer[JsonObject]):
    figure = serializers.CharField()
    results = serializers.ListField(child=serializers.UUIDField())
    reason = serializers.CharField()


class ParameterSerializer(serializers.Serializer[JsonObject]):
    name = serializers.CharField()
    group = serializers.CharField()
    state = serializers.ChoiceField(choices=["same", "differs", "unknown"])
    values = serializers.DictField(
        child=serializers.CharField(allow_null=True), help_text="By the result's id."
    )


class CompareSerializer(serializers.Serializer[JsonObject]):
    """Each result is held against the baseline's of the same load.

    Where a class has no load in common with the baseline, the closest two are taken: a
    finding ``closest_loads`` says which.
    """

    baseline = serializers.ListField(
        child=serializers.UUIDField(), help_text="The baseline's results, one a load."
    )
    standing = serializers.ChoiceField(
        choices=["comparable", "cautions", "different_tests", "refused"]
    )
    in_doubt = serializers.ListField(
        child=serializers.UUIDField(),
        help_text="The results that are doubted by themselves, whatever stands beside them: "
        "their `doubt` says of what.",
    )
    rows = ResultSerializer(many=True)
    ratios = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField(allow_null=True)),
        help_text="By the result's id and the figure: its value over the baseline's; "
        "null where one of them is not known or the figure is refused.",
    )
    against = serializers.DictField(
        child=serializers.UUIDField(allow_null=True),
        help_text="By the result's id: the baseline's that it is held against; null "
        "where there is none.",
    )
    others = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="By the result's id, where a class has more results of that version "
        "and load than this one and its repeats: how many.",
    )
    findings = FindingSerializer(many=True)
    verdicts = serializers.DictField(
        child=serializers.DictField(child=VerdictSerializer()),
        help_text="By the result's id and the figure; the baseline's has none.",
    )
    refused = RefusalSerializer(many=True)
    comparable = ComparableSerializer(many=True)
    equal = serializers.ListField(
        child=serializers.CharField(), help_text="Conditions that all share."
    )
    parameters = ParameterSerializer(many=True)


def describe(comparison: Comparison, request: Request) -> JsonObject:
    """A comparison of at least one result as ``CompareSerializer`` shows it."""
    judgement, base = comparison.judgement, comparison.base
    ratios: dict[str, dict[str, float | None]] = {}
    verdicts: dict[str, JsonObject] = {}
    against: dict[str, str | None] = {}
    for group in _own_loads_first(comparison):
        own = group.columns[comparison.baseline]
        for place, column in enumerate(group.columns):
            # A result stands on the line of its load, and may on one across loads.
            if column is None or against.get(column[0].id):
                continue
            id_ = column[0].id
            cells = {line.key: line.cells[place] for line in group.lines}
            ratios[id_] = {
                name: cells[name].of_baseline if name in cells else None
                for name in SHOWN
            }
            verdicts[id_] = _verdicts(cells)
            against[id_] = own[0].id if own else None
    return {
        "baseline": [str(r.pk) for r in base.results.values()] if base else [],
        "standing": comparison.standing,
        "in_doubt": sorted(comparison.judgement.in_doubt),
        "rows": ResultSerializer(
            comparison.results, many=True, context={"request": request}
        ).data,
        "ratios": ratios,
        "against": against,
        "others": dict(comparison.others),
        "findings": worded_rows(worded_once(judgement.findings)),
        "verdicts": verdicts,
        "refused": [_axis(refusal) for refusal in judgement.refusals],
        "comparable": [_axis(each) for each in judgement.comparable],
        "equal": list(judgement.equal),
        "parameters": [
            {
                "name": line.name,
                "group": str(line.group),
                "state": str(line.state),
                "values": dict(line.values),
            }
            for line in comparison.parameters
        ],
    }


def _own_loads_first(comparison: Comparison) -> list[Group]:
    return sorted(comparison.groups, key=lambda group: group.load is None)


def _axis(told: Refusal | Comparable) -> JsonObject:
    return {
        "figure": told.figure,
        "results": list(told.results),
        "reason": reason_of(told.reason),
    }


def _verdicts(cells: dict[str, Cell]) -> JsonObject:
    return {
        name: _verdict(cells[name].verdict)
        for name in COMPARED
        if name in cells and cells[name].verdict is not None
    }


def _verdict(told: RatioVerdict | None) -> JsonObject | None:
    if told is None:
        return None
    return {
        "verdict": str(told.verdict),
        "ratio": told.ratio,
        "low": told.low,
        "high": told.high,
        "detectable": told.detectable,
        "repeats": told.other.count,
        "baseline_repeats": told.base.count,
        "median": told.other.median,
        **told.other.quartiles,
    }
