"""Data that runs have prepared on a server."""

from django.db import models

from benchruns.models.base import PublicModel
from benchruns.models.endpoints import Endpoint, Server
from benchruns.models.runs.rows import Run


class DataSet(PublicModel):
    """Prepared tables, recorded before they are created so that none is forgotten.

    ``database`` is the endpoint's as it was. ``workspace`` is the name
    ``benchbook_<hex>``; where ``owns_workspace`` is false
    the tables lie in the endpoint's own database and carry the name as their mark.
    ``workload`` and ``size`` (the parameters that decide what is in the tables) say
    which runs can use it; only one that is ``is_ready`` is used again, by the sweep that
    it was loaded for or, where it ``is_kept``, by any run of its endpoint that keeps data.
    ``load_seconds`` is what creating and filling the tables took. ``drop_code`` and
    ``drop_values`` say why it could not be dropped yet.
    """

    endpoint = models.ForeignKey(Endpoint, models.PROTECT, related_name="data_sets")
    server = models.ForeignKey(Server, models.PROTECT, related_name="data_sets")
    run = models.ForeignKey(Run, models.PROTECT, null=True, related_name="data_sets")
    database = models.CharField(max_length=64)
    workspace = models.CharField(max_length=64, unique=True)
    owns_workspace = models.BooleanField()
    table_names = models.JSONField(default=list)
    workload = models.CharField(max_length=40, blank=True)
    size = models.JSONField(default=dict)
    data_bytes = models.BigIntegerField(null=True)
    load_seconds = models.FloatField(null=True)
    is_ready = models.BooleanField(default=False)
    is_kept = models.BooleanField(default=False)
    drop_requested_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    dropped_at = models.DateTimeField(null=True)
    drop_code = models.CharField(max_length=40, blank=True)
    drop_values = models.JSONField(default=dict)
    # when a worker last stopped waiting for a server that did not answer
    drop_timed_out_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="data_set_newest_first")
        ]

    def __str__(self) -> str:
        return self.workspace

    @property
    def rows(self) -> int | None:
        """As its ``size`` (``benchruns.workloads.size.Size.contents``) states them."""
        if "table_size" in self.size:
            return int(self.size["tables"] * self.size["table_size"])
        return int(self.size["total_records"]) if self.size else None
