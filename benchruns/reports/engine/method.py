"""How a section's rows were obtained, and what keeps them out of another's chart."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.models import Campaign, CampaignNote, Command, Statement
from benchruns.reports.engine.fit import unlike
from benchruns.reports.engine.members import Peers
from benchruns.reports.engine.section import Section
from benchruns.reports.marks import EDITIONS, note_order
from benchruns.results.row import Row, count_text
from benchruns.units import data_text, size_text
from benchruns.vocabulary import Variant
from benchruns.workloads.labels import words_of, workload_label

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

    slug: str
    title: str
    sections: str
    date: str
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementMix:
    """The statements of one workload's transaction as a paper prints them."""

    workload: str
    script: str
    statements: Sequence[Statement]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodText:
    """``commands`` are the first ones that measure, ``other_commands`` all others.

    ``statements`` is the load of each workload, one transaction a group; ``editions``
    tells where editions of the source disagree.
    """

    facts: Sequence[MethodFact]
    commands: Sequence[Command]
    other_commands: Sequence[Command]
    sources: Sequence[SourceLine]
    statements: Sequence[StatementMix]
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
        statements=_statements(section.campaigns),
        editions=sorted(editions.values(), key=lambda note: note_order(note.code)),
    )


def _statements(campaigns: Sequence[Campaign]) -> list[StatementMix]:
    """Of the workloads that the campaigns ran; each statement once."""
    by_load: dict[tuple[str, str], dict[int, Statement]] = {}
    for campaign in campaigns:
        for statement in campaign.statements.all():
            load = statement.workload, statement.script
            by_load.setdefault(load, {})[statement.number] = statement
    return [
        StatementMix(
            workload=workload,
            script=script,
            statements=sorted(found.values(), key=lambda statement: statement.seq),
        )
        for (workload, script), found in by_load.items()
    ]


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
        client.insert(1, size_text(campaign.client_vcpus, campaign.client_memory_gb))
    place = [campaign.network, campaign.region, campaign.zone]
    kept = [campaign.edition.replace(";", ", "), campaign.storage]
    workloads = ", ".join(workload_label(name) for name in campaign.workloads)
    return {
        _("Tool"): f"{campaign.tool} {campaign.tool_version}".strip(),
        _("Workload"): workloads,
        _("Duration"): _("%(count)s s") % {"count": f"{campaign.duration_seconds:,}"}
        if campaign.duration_seconds
        else _("not stated"),
        _("Client"): ", ".join(filter(None, client)) or _("not stated"),
        _("Network"): ", ".join(filter(None, place)) or _("not stated"),
        _("Durability"): ", ".join(durable) or _("not stated"),
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
                slug=campaigns[0].source_id,
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


def unlike_text(section: Section, paper: Section) -> str:
    """Why rows are not in a paper's chart: what makes theirs another test."""
    peers = Peers(paper.rows)
    found = {
        each.name: each
        for row in section.rows
        for each in unlike(row, paper.method, peers)
    }
    noun = _users_word(section.rows)
    told: Mapping[str, Callable[[float], str]] = {
        "duration": lambda value: f"{value:,.0f} s",
        "threads": lambda value: f"{value:,.0f} {noun}",
        "data": lambda value: _("%(size)s of data") % {"size": data_text(value)},
    }
    return "; ".join(
        _("%(mine)s against %(theirs)s")
        % {
            "mine": _("a time that is not stated")
            if each.mine is None
            else told[name](each.mine),
            "theirs": told[name](each.theirs),
        }
        for name, each in found.items()
    )


def joined_text(section: Section) -> str:
    """What differs between points and bars of a section that has two workloads.

    Empty where all rows are of one; both workloads are named first.
    """
    joined = section.joined
    if not joined:
        return ""
    printed = [row for row in section.rows if row.is_published]
    mine, theirs = _load_conditions(joined), _load_conditions(printed)
    return "; ".join(
        _("%(mine)s against %(theirs)s") % {"mine": told, "theirs": theirs[name]}
        for name, told in mine.items()
        if told and theirs[name] and told != theirs[name]
    )


def _load_conditions(rows: Sequence[Row]) -> dict[str, str]:
    """How rows were loaded, as far as they say it."""
    seconds = [round(row.seconds or 0) for row in rows]
    return {
        "script": _listed(workload_label(row.workload) for row in rows),
        "threads": _span([row.threads for row in rows], _users_word(rows)),
        "rows": _rows_span(rows),
        "duration": _span(seconds, "s"),
        "tool": _listed(row.tool for row in rows),
    }


def _listed(names: Iterable[str]) -> str:
    return " + ".join(dict.fromkeys(filter(None, names)))


def _conditions(section: Section) -> dict[str, str]:
    rows = [row for row in section.rows if row.is_published] or section.rows
    campaign = section.campaigns[0] if section.campaigns else None
    workloads = dict.fromkeys(row.workload for row in rows)
    seconds = section.method.duration_seconds
    variant = section.method.variant
    return {
        "workload": " + ".join(workload_label(name) for name in workloads),
        "variant": str(Variant(variant).label) if variant else _("as the workload is"),
        "provider": campaign.provider.name if campaign else "",
        "duration": f"{seconds:,} s" if seconds else "",
        "threads": _span([row.threads for row in rows], _users_word(rows)),
        "rows": _rows_span(rows),
        "tool": section.method.tool,
        "storage": section.method.storage,
    }


def _users_word(rows: Sequence[Row]) -> str:
    return str(words_of([row.workload for row in rows]).noun)


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
    least, most = count_text(known[0]), count_text(known[-1])
    if least == most:
        return _("%(count)s rows") % {"count": most}
    return _("%(least)s to %(most)s rows") % {"least": least, "most": most}
