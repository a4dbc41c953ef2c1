"""Load generators: the workers that carry out runs, as they told of themselves."""

from django.db import models

from benchruns.models.base import PublicModel


class Generator(PublicModel):
    """A worker of runs and its machine; ``seen_at`` is its last sign of life.

    ``name`` is what attempts keep as their ``worker``. ``labels`` are texts by name
    ({"region": "cn-hangzhou", ...}), ``tools`` versions by tool, ``scripts`` SHA-256 by file
    of what staff put into its folder.
    """

    name = models.CharField(max_length=120, unique=True)
    vcpus = models.PositiveIntegerField(null=True)
    memory_gb = models.FloatField(null=True)
    os = models.CharField(max_length=80, blank=True)
    tools = models.JSONField(default=dict)
    labels = models.JSONField(default=dict)
    scripts = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
