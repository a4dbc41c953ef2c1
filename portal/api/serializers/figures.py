"""The one ``figures`` object: all keys always, null where a figure is not known."""

from typing import Any

from rest_framework import serializers

from benchruns.figures.metrics import FIGURE_NAMES, Figures

COUNTS = frozenset({"transactions", "queries", "reads", "writes", "other"})
UNKNOWN = Figures().as_dict()


class Figure(serializers.FloatField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, allow_null=True, **kwargs)


class Count(Figure):
    """Whole where it is whole: 5661264 rather than 5661264.0."""

    def to_representation(self, value: Any) -> Any:
        return int(value) if value == int(value) else value


class FiguresSerializer(serializers.Serializer[Any]):  # any row with the columns
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: Count() if name in COUNTS else Figure() for name in FIGURE_NAMES}
