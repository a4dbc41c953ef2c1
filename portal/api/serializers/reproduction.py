"""A published row beside the run that repeats it."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from benchruns.models import Result, Run
from benchruns.reproduction import conditions as reproduction_conditions
from benchruns.reproduction import ratios as reproduction_ratios
from benchruns.reproduction.ratios import Pair
from benchruns.reproduction.reached import with_reached
from benchruns.runs.sweep_reproduction import PeakBeside
from benchruns.sentences.differences import as_answered
from benchruns.sentences.reproduction import note_of
from portal.api.fields import KnownText

ANY = "As the condition is: a number, a text, or null where it is not stated."


class Stated(serializers.JSONField):
    """One value of whatever type its condition has; any type includes null."""

    def __init__(self) -> None:
        super().__init__(read_only=True, help_text=ANY)


class DifferenceSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """A parameter that is not as published, or that the paper does not state."""

    kind = serializers.ChoiceField(choices=["assumed", "scaled", "overridden"])
    name = serializers.CharField()
    published = Stated()
    here = Stated()
    why = serializers.CharField()


class ComparedSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    published = serializers.FloatField()
    doubt = KnownText(
        help_text="Of the published row, as of a result: regime, figure, or null."
    )
    measured = serializers.FloatField(
        allow_null=True, help_text="Null until the run has succeeded."
    )
    ratio = serializers.FloatField(
        allow_null=True,
        help_text="Measured over published; null unless comparable.",
    )
    ratio_doubt = KnownText(
        help_text="The graver doubt of both sides; null where there is none, or no ratio."
    )
    comparable = serializers.BooleanField(
        help_text="False until both are known, where the loads are variants, and where "
        "the run was another test than the row: scaled data, more than 4 times the "
        "duration or the threads, more than 2 times the share of the buffer."
    )
    note = serializers.CharField(
        help_text="Why there is no ratio, or why both do not count the same; empty "
        "where they do."
    )


class ConditionSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the name of our field
    published = Stated()
    here = Stated()
    state = serializers.CharField(help_text="same, differs or unknown.")


class ReproductionSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    differences = DifferenceSerializer(many=True)
    figures = serializers.DictField(
        child=ComparedSerializer(), help_text="By the figures that the paper prints."
    )
    conditions = ConditionSerializer(many=True)


class PeakReproductionSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """The peak of a sweep beside the published row that it repeats."""

    published = serializers.UUIDField(help_text="The published result.")
    threads = serializers.IntegerField(help_text="The load of the peak.")
    results = serializers.ListField(
        child=serializers.UUIDField(), help_text="Those whose medians are measured."
    )
    figures = serializers.DictField(
        child=ComparedSerializer(), help_text="By the figures that the paper prints."
    )


def describe_peak(beside: PeakBeside | None) -> dict[str, Any] | None:
    if beside is None:
        return None
    return {
        "published": str(beside.published.pk),
        "threads": beside.threads,
        "results": [str(result) for result in beside.results],
        "figures": figures_of(beside.pairs),
    }


def figures_of(pairs: Iterable[Pair]) -> dict[str, Any]:
    return {
        pair.figure: {
            "published": pair.published,
            "doubt": pair.published_doubt or None,
            "measured": pair.measured,
            "ratio": pair.ratio,
            "ratio_doubt": pair.ratio_doubt or None,
            "comparable": pair.comparable,
            "note": note_of(pair),
        }
        for pair in pairs
    }


def describe(run: Run, measured: Result | None) -> dict[str, Any] | None:
    """Null for a run that repeats no published row.

    Of one that has not succeeded nothing is measured: all of its side is null.
    """
    published = run.reproduces
    if published is None:
        return None
    here = measured or Result()
    return {
        "differences": [
            as_answered(each) for each in with_reached(run.differences, published, here)
        ],
        "figures": figures_of(reproduction_ratios.pairs(published, here)),
        "conditions": [
            condition.as_dict()
            for condition in reproduction_conditions.conditions(published, here)
        ],
    }
