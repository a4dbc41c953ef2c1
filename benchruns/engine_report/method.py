"""How a section's rows were obtained, and what keeps them out of another's chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.engine_report.marks import EDITIONS
from benchruns.engine_report.rows import Row
from benchruns.engine_report.sections import Section
from benchruns.models import Campaign, CampaignNote, Command
from benchruns.workload_labels import workload_label

COMMANDS_SHOWN = 2
DURABILITY = (
    "sync_binlog",
    "innodb_flush_log_at_trx_commit",
    "rpl_semi_sync_master_enabled",
    "fsync",
    "synchronous_commit",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodFact:
    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """Where rows were printed; the date is empty where the page prints none."""

    title: str
    sections: str
    date: str
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodText:
    """``commands`` are the first ones that measure, ``other_commands`` all others.

    ``editions`` tells where editions of the source disagree.
    """

    facts: Sequence[MethodFact]
    commands: Sequence[Command]
    other_commands: Sequence[Command]
    sources: Sequence[SourceLine]
    editions: Sequence[CampaignNote]


def method_text(section: Section) -> MethodText | None:
    """``None`` for a section that has measured rows alone: each names its own run."""
    if not section.campaigns:
        return None
    commands = {
        command.number: command
        for campaign in section.campaigns
        for command in campaign.commands.all()
    }
    measuring = [c for c in commands.values() if c.phase == "run"][:COMMANDS_SHOWN]
    editions = {
        note.code: note
        for campaign in section.campaigns
        for note in campaign.irregularities.all()
        if note.code.startswith(EDITIONS)
    }
    return MethodText(
        facts=_facts(section.campaigns),
        commands=measuring,
        other_commands=[c for c in commands.values() if c not in measuring],
        sources=_sources(section),
        editions=list(editions.values()),
    )


def _facts(campaigns: Sequence[Campaign]) -> list[MethodFact]:
    """What the campaigns say; where they agree each clause stands once."""
    texts = [_campaign_facts(campaign) for campaign in campaigns]
    clauses = {
        label: [clause for text in texts for clause in text[label].split("; ")]
        for label in texts[0]
    }
    return [
        MethodFact(label=label, text="; ".join(dict.fromkeys(words)))
        for label, words in clauses.items()
        if any(words)
    ]


def _campaign_facts(campaign: Campaign) -> dict[str, str]:
    settings = campaign.parameter_settings
    durable = [f"{n} {settings[n]}" for n in DURABILITY if n in settings]
    others = [f"{n} {v}" for n, v in settings.items() if n not in DURABILITY]
    client = [campaign.client_instance, campaign.client_os]
    if campaign.client_vcpus:
        size = f"{campaign.client_vcpus} vCPU, {campaign.client_memory_gb or 0:g} GB"
        client.insert(1, size)
    place = [campaign.network, campaign.region, campaign.zone]
    kept = [campaign.edition.replace(";", ", "), campaign.storage]
    workloads = ", ".join(workload_label(name) for name in campaign.workloads)
    return {
        _("Tool"): f"{campaign.tool} {campaign.tool_version}".strip(),
        _("Workload"): workloads,
        _("Duration"): _("%(count)s s") % {"count": f"{campaign.duration_seconds:,}"}
        if campaign.duration_seconds
        else _("not published"),
        _("Client"): ", ".join(filter(None, client)) or _("not published"),
        _("Network"): ", ".join(filter(None, place)) or _("not published"),
        _("Durability"): ", ".join(durable) or _("not published"),
        _("Other settings"): ", ".join(others),
        _("Edition, storage"): ", ".join(filter(None, kept)),
        _("Remarks"): campaign.notes,
    }


def _sources(section: Section) -> list[SourceLine]:
    """One line a paper, with all the parts of it that the rows come from."""
    by_source: dict[str, list[Campaign]] = {}
    for campaign in section.campaigns:
        by_source.setdefault(campaign.source_id, []).append(campaign)
    lines = []
    for campaigns in by_source.values():
        parts = [part for c in campaigns for part in c.source_section.split(";")]
        slugs = {campaign.slug for campaign in campaigns}
        printed = campaigns[0].published_on
        lines.append(
            SourceLine(
                title=campaigns[0].source.title,
                sections=", ".join(sorted(dict.fromkeys(parts))),
                date=printed.isoformat() if printed else "",
                rows=sum(row.campaign in slugs for row in section.rows),
            )
        )
    return lines


def apart_text(section: Section, first: Section) -> str:
    """Why a section is not in the first one's chart: each condition that differs."""
    mine, theirs = _conditions(section), _conditions(first)
    parts = [
        _("%(mine)s against %(theirs)s") % {"mine": mine[name], "theirs": theirs[name]}
        for name in mine
        if mine[name] and theirs[name] and mine[name] != theirs[name]
    ]
    if first.has_regimes and not section.has_regimes and section.campaigns:
        parts.append(_("the paper names no regime"))
    return "; ".join(parts)


def _conditions(section: Section) -> dict[str, str]:
    rows = [row for row in section.rows if row.is_published] or section.rows
    campaign = section.campaigns[0] if section.campaigns else None
    workloads = dict.fromkeys(row.workload for row in rows)
    seconds = section.method.duration_seconds
    return {
        "workload": " + ".join(workload_label(name) for name in workloads),
        "provider": campaign.provider.name if campaign else "",
        "duration": f"{seconds:,} s" if seconds else "",
        "threads": _span([row.threads for row in rows], _("threads")),
        "rows": _rows_span(rows),
        "tool": section.method.tool,
        "storage": section.method.storage,
    }


def _span(values: Sequence[int | None], unit: str) -> str:
    known = sorted({value for value in values if value})
    if not known:
        return ""
    if len(known) == 1:
        return f"{known[0]:,} {unit}"
    return _("%(least)s to %(most)s %(unit)s") % {
        "least": f"{known[0]:,}",
        "most": f"{known[-1]:,}",
        "unit": unit,
    }


def _rows_span(rows: Sequence[Row]) -> str:
    known = sorted({row.rows for row in rows if row.rows})
    if not known:
        return ""
    least, most = _count_text(known[0]), _count_text(known[-1])
    if least == most:
        return _("%(count)s rows") % {"count": most}
    return _("%(least)s to %(most)s rows") % {"least": least, "most": most}


def _count_text(count: int) -> str:
    return f"{count / 1e6:,.4g} M" if count >= 100_000 else f"{count:,}"
