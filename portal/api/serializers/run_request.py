"""A run, a plan and a sweep as they are asked for."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.fields import Field, empty

from benchruns.names import labels
from benchruns.runs.parts.shares import MOST_GENERATORS
from benchruns.runs.sweeps import MOST_RUNS, MOST_SETTLE_SECONDS, SETTLE_SECONDS
from benchruns.workloads import WORKLOADS
from portal.api.fields import (
    CleanText,
    Flag,
    Identifier,
    Integer,
    Integers,
    JsonObject,
    Moment,
    StrictSerializer,
    Text,
    Words,
)
from portal.api.generators.labels import AskedLabels

PARAMETERS = frozenset(
    parameter.name
    for workload in WORKLOADS.values()
    for parameter in workload.parameters
)
NO_LOAD = _("Give a workload, or a vendor's result in reproduce.")


class LabelsSerializer(StrictSerializer):
    """What one calls a run, for oneself: others never see it."""

    name = CleanText(
        labels.run_name,
        required=False,
        allow_blank=True,
        help_text=f"{labels.LONGEST_NAME} characters at most.",
    )
    note = CleanText(
        labels.run_note,
        required=False,
        allow_blank=True,
        help_text=f"{labels.LONGEST_NOTE:,} characters at most; lines stay.",
    )
    tags = Words(
        labels.run_tags,
        required=False,
        help_text=f"Single words, {labels.MOST_TAGS} at most; kept in small letters.",
    )


class RunRequestSerializer(LabelsSerializer):
    """A run as it is asked for."""

    def belonging(self, name: str) -> str:
        if name not in PARAMETERS:
            return ""
        return _('It belongs into parameters: {"parameters": {"%(name)s": ...}}.') % {
            "name": name
        }

    endpoint = Identifier()
    workload = Text(
        max_length=40,
        default=None,
        allow_null=True,
        help_text="One of /workloads/; may be left out with reproduce.",
        error_messages={"required": NO_LOAD, "null": NO_LOAD},
    )
    parameters = JsonObject(
        default=dict,
        help_text="See the workload's JSON Schema in /workloads/. With reproduce: "
        "what is given in place of the published values.",
    )
    reproduce = Identifier(
        default=None,
        allow_null=True,
        help_text="A published result: its workload, data size, threads and duration.",
    )
    scale_down = Integer(
        default=None,
        allow_null=True,
        min_value=1,
        help_text="With reproduce: divides the data, and the hot records with it.",
    )
    match_ratio = Flag(
        default=False,
        help_text="With reproduce: sizes the data so that data over buffer stays as "
        "published.",
    )
    repetitions = Integer(
        default=1,
        min_value=1,
        max_value=MOST_RUNS,
        help_text="More than 1 make a sweep.",
    )
    settle_seconds = Integer(
        default=SETTLE_SECONDS,
        min_value=0,
        max_value=MOST_SETTLE_SECONDS,
        help_text="Rest of the server before each run of a sweep.",
    )
    keep_data = Flag(
        default=None,
        help_text="true: use a kept data set where one fits, and keep what is loaded. "
        "false: load data of its own and drop it. Left out: use a kept one where one "
        "fits, else as false.",
    )
    generator_labels = AskedLabels(
        default=dict,
        help_text="Labels that its load generator has to have, beside its endpoint's:",
    )
    generators = Integer(
        default=1,
        min_value=1,
        max_value=MOST_GENERATORS,
        help_text="So many load the server at once, each with its share of the threads.",
    )
    go_on_without_lost = Flag(
        default=False,
        help_text="With several generators: the rest goes on without one that is lost, "
        "and the figure is marked. Else the run fails.",
    )
    not_before = Moment(default=None, allow_null=True)
    expected_regime = Text(
        required=False,
        allow_null=True,
        help_text="cached, disk_io, mixed or os_cache; null for none. With reproduce, "
        "if not given: the published one.",
    )

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        """A workload is needed where no published row is repeated."""
        fields = super().get_fields()
        asked = getattr(self, "initial_data", None)
        if isinstance(asked, dict) and asked.get("reproduce") is None:
            load = fields["workload"]
            load.required, load.default, load.allow_null = True, empty, False
        return fields


def _threads(**kwargs: Any) -> Integers:
    return Integers(
        max_length=MOST_RUNS,
        help_text="Thread counts in order, each once; clients for pgbench. They stand "
        "in place of the one in parameters.",
        **kwargs,
    )


class PublishSerializer(StrictSerializer):
    vendor_consent = Flag(
        default=False,
        help_text="States that the engine's vendor consents: needed where its licence "
        "terms restrict publishing, see `publishing_restricted` of a run.",
    )


class SweepRequestSerializer(RunRequestSerializer):
    """A published row whose load is not printed brings ``threads`` of its own."""

    threads = _threads(default=None, allow_null=True)

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        asked = getattr(self, "initial_data", None)
        if isinstance(asked, dict) and asked.get("reproduce") is None:
            counts = fields["threads"]
            counts.required, counts.default, counts.allow_null = True, empty, False
        return fields


class PlanRequestSerializer(RunRequestSerializer):
    threads = _threads(default=None, allow_null=True)
