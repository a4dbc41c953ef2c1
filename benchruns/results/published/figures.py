"""The published figure rows: snapshots of their campaign's conditions."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchruns.figures.derivation import derive
from benchruns.figures.metrics import FIGURE_NAMES, Figures
from benchruns.models import Campaign, InstanceClass, Result
from benchruns.results.published.catalogue import Catalogue, refuse_repeats
from benchruns.results.published.cells import Line, read
from benchruns.results.published.sync import Synced, public_id, sync
from benchruns.vocabulary import Provenance, Regime, Visibility

KEY = (
    "campaign",
    "class_code",
    "workload",
    "regime",
    "hot_records",
    "source_table",
)
PRINTED = ("reads", "writes", "tps", "qps", "tpm", "batch_requests_per_s")
REGIMES = {regime: regime for regime in Regime.values}


def store(folder: Path, catalogue: Catalogue) -> Synced[Result]:
    """Store the rows of results.csv; no other results are touched.

    A campaign that staff entered under a name of the files has its own rows alone.
    """
    lines = read(folder, "results.csv")
    refuse_repeats(lines, *KEY)
    entered = {
        slug
        for slug, campaign in catalogue.campaign_by_slug.items()
        if campaign.entered_at is not None
    }
    lines = [line for line in lines if line.text("campaign") not in entered]
    published = Result.objects.filter(
        provenance=Provenance.PUBLISHED, campaign__entered_at__isnull=True
    )
    synced = sync(
        published, [_result(line, catalogue) for line in lines], key=("published_key",)
    )
    wanted = {"/".join(line.text(column) for column in KEY) for line in lines}
    # What somebody has reproduced stays, so that the reproduction keeps its sense.
    published.filter(reproductions__isnull=True).exclude(
        published_key__in=wanted
    ).delete()
    return synced


def _result(line: Line, catalogue: Catalogue) -> dict[str, Any]:
    campaign = line.one_of("campaign", catalogue.campaign_by_slug)
    instance_class = line.one_of("class_code", catalogue.classes_of(campaign))
    natural_key = [line.text(column) for column in KEY]
    return {
        "id": public_id("result", *natural_key),
        "published_key": "/".join(natural_key),
        "provenance": Provenance.PUBLISHED.value,
        "visibility": Visibility.PUBLIC.value,
        **_conditions(campaign, instance_class),
        "parameter_settings": _settings(
            campaign,
            instance_class.memory_gb,
            limits=catalogue.settings_by_memory[campaign.slug],
        ),
        **_setup(line),
        **_figures(line),
        "source_id": line.one_of("source", catalogue.source_by_slug).pk,
        "source_section": line.required("source_table"),
        "row_note": line.text("row_note"),
    }


def _conditions(campaign: Campaign, instance_class: InstanceClass) -> dict[str, Any]:
    return {
        "campaign_id": campaign.pk,
        "engine": campaign.engine,
        "engine_version": campaign.engine_version,
        "provider_id": campaign.provider_id,
        "instance_class_id": instance_class.pk,
        "vcpus": instance_class.vcpus,
        "memory_gb": instance_class.memory_gb,
        "tool": campaign.tool,
        "tool_version": campaign.tool_version,
        "client": {
            "instance": campaign.client_instance,
            "vcpus": campaign.client_vcpus,
            "memory_gb": campaign.client_memory_gb,
            "os": campaign.client_os,
        },
        "region": campaign.region,
        "zone": campaign.zone,
        "network": campaign.network,
        "storage": campaign.storage,
        "edition": _edition(campaign, instance_class),
        "published_on": campaign.published_on,
    }


def _settings(
    campaign: Campaign, memory_gb: float, *, limits: Mapping[str, Mapping[str, float]]
) -> dict[str, Any]:
    """Those that the paper states for a class of this memory; of others it is open."""

    def is_stated(name: str) -> bool:
        sizes = limits.get(name, {})
        return sizes.get("from_gb", 0) <= memory_gb < sizes.get("below_gb", math.inf)

    settings: dict[str, Any] = campaign.parameter_settings
    return {name: value for name, value in settings.items() if is_stated(name)}


def _edition(campaign: Campaign, instance_class: InstanceClass) -> str:
    """The campaign's edition; where it tested several, the one of the class."""
    return instance_class.edition if ";" in campaign.edition else campaign.edition


def _setup(line: Line) -> dict[str, Any]:
    return {
        "workload": line.required("workload"),
        "regime": line.one_of("regime", REGIMES) if line.text("regime") else None,
        "tables": line.integer("tables"),
        "table_size": line.integer("table_size"),
        "scale": line.integer("scale"),
        "total_records": line.integer("total_records"),
        "hot_records": line.integer("hot_records"),
        "threads": line.integer("threads"),
        "max_connections": line.integer("max_connections"),
        "stress_connections": line.integer("stress_connections"),
        "iops": line.integer("iops"),
    }


def _figures(line: Line) -> dict[str, Any]:
    """The printed figures and what follows from them; every figure has its value."""
    printed = Figures(
        duration_s=line.decimal("duration_seconds"),
        **{name: line.decimal(name) for name in PRINTED},
    )
    derivation = derive(printed, workload=line.required("workload"))
    figures = {name: getattr(derivation.figures, name) for name in FIGURE_NAMES}
    return {**figures, "derived": dict(derivation.formulas)}
