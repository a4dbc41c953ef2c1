"""Prepared tables that stay on a server."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.models import DataSet
from benchruns.sentences.failures.table import drop_error
from portal.api.fields import KnownText

COUNT = {"type": ["integer", "null"]}


class DataSetSerializer(serializers.ModelSerializer[DataSet]):
    endpoint = serializers.UUIDField(source="endpoint_id")
    run = serializers.UUIDField(
        source="run_id", allow_null=True, help_text="Which loaded it."
    )
    sweep = serializers.UUIDField(
        source="run.sweep_id", default=None, allow_null=True, help_text="Of that run."
    )
    workload = KnownText()
    tables = serializers.SerializerMethodField()
    table_size = serializers.SerializerMethodField()
    scale = serializers.SerializerMethodField()
    rows = serializers.IntegerField(allow_null=True)
    state = serializers.SerializerMethodField()
    drop_error = serializers.SerializerMethodField()

    class Meta:
        model = DataSet
        fields = [
            "id",
            "endpoint",
            "run",
            "sweep",
            "workload",
            "tables",
            "table_size",
            "scale",
            "rows",
            "data_bytes",
            "load_seconds",
            "workspace",
            "database",
            "is_kept",
            "state",
            "drop_error",
            "created_at",
        ]
        read_only_fields = fields

    @extend_schema_field(COUNT)
    def get_tables(self, data_set: DataSet) -> Any:
        return data_set.size.get("tables")

    @extend_schema_field(COUNT)
    def get_table_size(self, data_set: DataSet) -> Any:
        return data_set.size.get("table_size")

    @extend_schema_field(COUNT)
    def get_scale(self, data_set: DataSet) -> Any:
        return data_set.size.get("scale")

    @extend_schema_field(KnownText(help_text="Why it could not be dropped yet."))
    def get_drop_error(self, data_set: DataSet) -> str | None:
        return drop_error(data_set) or None

    def get_state(self, data_set: DataSet) -> str:
        """ready, in_use, dropping or elsewhere."""
        if data_set.is_elsewhere:  # type: ignore[attr-defined]  # of queries.data_sets
            return "elsewhere"
        if data_set.drop_requested_at is not None:
            return "dropping"
        is_in_use = data_set.is_in_use  # type: ignore[attr-defined]  # of queries.data_sets
        return "in_use" if is_in_use else "ready"
