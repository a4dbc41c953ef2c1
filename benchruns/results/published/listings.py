"""Commands, statements, fairness conditions and notes: what explains the figures.

Commands, statements and conditions are numbered by their place in the file.
"""

from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from benchruns.models import (
    Campaign,
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Statement,
)
from benchruns.results.published.catalogue import Catalogue, refuse_repeats
from benchruns.results.published.cells import Line, read
from benchruns.results.published.sync import Stored, Synced, link, sync


def store_commands(folder: Path, catalogue: Catalogue) -> Synced[Command]:
    lines = read(folder, "commands.csv")
    wanted = [
        _command(number, line, catalogue) for number, line in enumerate(lines, start=1)
    ]
    synced = _replace(Command.objects.all(), wanted)
    _link_campaigns(Command.objects.all(), lines, "campaign", catalogue)
    return synced


def _command(number: int, line: Line, catalogue: Catalogue) -> dict[str, Any]:
    instance_class = _class_of_command(line, catalogue)
    return {
        "number": number,
        "tool": line.required("tool"),
        "workloads": line.items("workload"),
        "phase": line.required("phase"),
        "instance_class_id": instance_class.pk if instance_class else None,
        "total_records": line.integer("total_records"),
        "hot_records": line.integer("hot_records"),
        "command": line.required("command"),
        **_source(line, catalogue),
        "note": line.text("note"),
    }


def _class_of_command(line: Line, catalogue: Catalogue) -> InstanceClass | None:
    """A command for one class belongs to one campaign, whose provider has the class."""
    if not line.text("class_code"):
        return None
    campaign: Campaign = line.one_of("campaign", catalogue.campaign_by_slug)
    return line.one_of("class_code", catalogue.classes_of(campaign))


def store_statements(folder: Path, catalogue: Catalogue) -> Synced[Statement]:
    lines = read(folder, "statements.csv")
    wanted = [
        {
            "number": number,
            "workload": line.required("workload"),
            "script": line.required("script"),
            "seq": _required_integer(line, "seq"),
            "sql_type": line.required("sql_type"),
            "ratio": line.decimal("ratio"),
            "statement": line.required("statement"),
            **_source(line, catalogue),
            "note": line.text("note"),
        }
        for number, line in enumerate(lines, start=1)
    ]
    synced = _replace(Statement.objects.all(), wanted)
    _link_campaigns(Statement.objects.all(), lines, "campaign", catalogue)
    return synced


def store_conditions(folder: Path, catalogue: Catalogue) -> Synced[FairnessCondition]:
    lines = read(folder, "fairness.csv")
    wanted = [
        {
            "number": number,
            "condition": line.required("condition"),
            "item": line.required("item"),
            "rule": line.required("rule"),
            "self_managed": line.text("self_managed"),
            "managed_service": line.text("managed_service"),
            "rationale": line.text("rationale"),
            "rationale_basis": line.required("rationale_basis"),
            **_source(line, catalogue),
        }
        for number, line in enumerate(lines, start=1)
    ]
    return _replace(FairnessCondition.objects.all(), wanted)


def store_notes(folder: Path, catalogue: Catalogue) -> Synced[CampaignNote]:
    lines = read(folder, "notes.csv")
    refuse_repeats(lines, "code")
    wanted = [
        {
            "code": line.required("code"),
            "title": line.required("title"),
            "text": line.required("text"),
            "source_section": line.text("source_section"),
        }
        for line in lines
    ]
    synced = _replace(CampaignNote.objects.all(), wanted)
    campaigns = catalogue.campaign_by_slug
    links = {
        line.text("code"): {c.pk for c in line.some_of("campaigns", campaigns)}
        for line in lines
    }
    link(CampaignNote.objects.all(), links, field="campaigns")
    return synced


def _replace(stored: QuerySet[Stored], wanted: list[dict[str, Any]]) -> Synced[Stored]:
    """Sync by primary key and delete what left the file: nothing else refers to it."""
    key: str = stored.model._meta.pk.attname
    synced = sync(stored, wanted, key=(key,))
    stored.exclude(pk__in=[values[key] for values in wanted]).delete()
    return synced


def _link_campaigns(
    stored: QuerySet[Any], lines: list[Line], column: str, catalogue: Catalogue
) -> None:
    campaigns = catalogue.campaign_by_slug
    links = {
        number: {campaign.pk for campaign in line.some_of(column, campaigns)}
        for number, line in enumerate(lines, start=1)
    }
    link(stored, links, field="campaigns")


def _source(line: Line, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "source_id": line.one_of("source", catalogue.source_by_slug).pk,
        "source_section": line.text("source_section"),
    }


def _required_integer(line: Line, column: str) -> int | None:
    line.required(column)
    return line.integer(column)
