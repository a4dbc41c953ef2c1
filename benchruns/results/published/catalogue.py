"""Providers, sources, classes and campaigns, from their CSV files to rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES
from benchruns.models import Campaign, InstanceClass, Provider, Source
from benchruns.names import rules as names
from benchruns.results.published.cells import Line, read
from benchruns.results.published.sync import Synced, public_id, sync

NAMES = {name: name for name in ENGINES}
LONGEST_SLUG = 100  # of a campaign

ClassKey = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What results, commands, statements and notes refer to, by name.

    ``settings_by_memory`` holds, by the campaign's slug, the settings that a paper
    states for classes of some sizes alone: ``from_gb`` of memory, or ``below_gb``.
    """

    providers: Synced[Provider]
    sources: Synced[Source]
    classes: Synced[InstanceClass]
    campaigns: Synced[Campaign]
    settings_by_memory: Mapping[str, Mapping[str, Any]]

    @property
    def source_by_slug(self) -> dict[str, Source]:
        return {slug: source for (slug,), source in self.sources.rows.items()}

    @property
    def campaign_by_slug(self) -> dict[str, Campaign]:
        return {slug: campaign for (slug,), campaign in self.campaigns.rows.items()}

    def classes_of(self, campaign: Campaign) -> dict[str, InstanceClass]:
        """The classes of the campaign's provider and engine, by code."""
        owner = (campaign.provider_id, campaign.engine)
        return {
            code: row
            for (provider, engine, code), row in self.classes.rows.items()
            if (provider, engine) == owner
        }


def refuse_repeats(lines: Sequence[Line], *columns: str) -> None:
    """A second line with the same key would hide the first."""
    seen: dict[tuple[str, ...], int] = {}
    for line in lines:
        key = tuple(line.text(column) for column in columns)
        if key in seen:
            raise line.error(
                columns[0], _("this row repeats the key of line %d.") % seen[key]
            )
        seen[key] = line.number


def store(folder: Path) -> Catalogue:
    """Store the files of the catalogue; each refers to the ones before it.

    What staff have entered under a key of the files stays as they entered it.
    """
    providers = sync(
        Provider.objects.all(),
        _providers(folder),
        key=("slug",),
        stays=lambda row: row.entered_at is not None,
    )
    sources = sync(
        Source.objects.all(),
        _sources(folder),
        key=("slug",),
        stays=lambda row: row.entered_at is not None,
    )
    provider_slugs = {slug: slug for (slug,) in providers.rows}
    source_slugs = {slug: slug for (slug,) in sources.rows}
    classes = sync(
        InstanceClass.objects.all(),
        _classes(folder, provider_slugs, source_slugs),
        key=("provider_id", "engine", "code"),
        stays=lambda row: row.is_entered,
    )
    campaigns = sync(
        Campaign.objects.all(),
        _campaigns(folder, provider_slugs, source_slugs),
        key=("slug",),
        stays=lambda row: row.entered_at is not None,
    )
    limits = {
        line.text("slug"): line.settings("settings_by_memory")
        for line in read(folder, "campaigns.csv")
    }
    return Catalogue(providers, sources, classes, campaigns, limits)


def _providers(folder: Path) -> list[dict[str, Any]]:
    lines = read(folder, "providers.csv")
    refuse_repeats(lines, "slug")
    return [
        {
            "slug": line.required_name("slug", names.slug),
            "name": line.required_name("name", names.provider),
        }
        for line in lines
    ]


def _sources(folder: Path) -> list[dict[str, Any]]:
    lines = read(folder, "sources.csv")
    refuse_repeats(lines, "slug")
    return [
        {
            "slug": line.required("slug"),
            "title": line.required("title"),
            "language": line.required("language"),
            "published_on": line.day("published_on"),
        }
        for line in lines
    ]


def _classes(
    folder: Path, providers: dict[str, str], sources: dict[str, str]
) -> list[dict[str, Any]]:
    lines = read(folder, "instance_classes.csv")
    refuse_repeats(lines, "provider", "engine", "code")
    return [_class(line, providers, sources) for line in lines]


def _class(
    line: Line, providers: dict[str, str], sources: dict[str, str]
) -> dict[str, Any]:
    provider = line.one_of("provider", providers)
    engine = line.one_of("engine", NAMES)
    code = line.required_name("code", names.class_code)
    line.required("vcpus")
    line.required("memory_gb")
    return {
        "id": public_id("class", provider, engine, code),
        "provider_id": provider,
        "engine": engine,
        "code": code,
        "family": line.text("family"),
        "edition": line.text("edition"),
        "vcpus": line.integer("vcpus"),
        "memory_gb": line.decimal("memory_gb"),
        "storage_gb": line.integer("storage_gb"),
        "storage_type": line.text("storage_type"),
        "max_connections": line.integer("max_connections"),
        "iops": line.integer("iops"),
        "max_records": line.integer("max_records"),
        "source_id": line.one_of("source", sources),
        "source_section": line.text("source_section"),
    }


def _campaigns(
    folder: Path, providers: dict[str, str], sources: dict[str, str]
) -> list[dict[str, Any]]:
    lines = read(folder, "campaigns.csv")
    refuse_repeats(lines, "slug")
    return [_campaign(line, providers, sources) for line in lines]


def _campaign(
    line: Line, providers: dict[str, str], sources: dict[str, str]
) -> dict[str, Any]:
    slug = line.required_name("slug", partial(names.slug, longest=LONGEST_SLUG))
    return {
        "id": public_id("campaign", slug),
        "slug": slug,
        "provider_id": line.one_of("provider", providers),
        "engine": line.one_of("engine", NAMES),
        "engine_version": line.name("engine_version", names.engine_version),
        "title": line.required("title"),
        "tool": line.required("tool"),
        "tool_version": line.text("tool_version"),
        "workloads": line.items("workload"),
        "regime_dimension": line.text("regime_dimension"),
        "duration_seconds": line.integer("duration_seconds"),
        "client_instance": line.text("client_instance"),
        "client_vcpus": line.integer("client_vcpus"),
        "client_memory_gb": line.decimal("client_memory_gb"),
        "client_os": line.text("client_os"),
        "region": line.text("region"),
        "zone": line.text("zone"),
        "network": line.text("network_type"),
        "storage": line.text("storage_type"),
        "edition": line.text("edition"),
        "parameter_settings": line.settings("parameter_settings"),
        "metrics_published": line.items("metrics_published"),
        "source_id": line.one_of("source", sources),
        "source_section": line.text("source_section"),
        "published_on": line.day("published_on"),
        "notes": line.text("notes"),
    }
