"""A paper, section by section: its facts and all that the portal holds of each."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F

from benchruns.engines import engine_title, version_slug
from benchruns.models import (
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Result,
    Source,
    Statement,
)
from benchruns.reports.shelf.papers import Table, tables_of
from benchruns.results.version_summaries import version_summaries
from benchruns.sources.facts import KINDS, Fact, facts_of
from benchruns.sources.outputs import Output, all_outputs
from benchruns.sources.sections import Section, section_named, sections_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTable:
    """A table of figures: its rows here, and the page that charts them."""

    name: str
    rows: int
    campaign: str
    engine: str
    version_slug: str
    title: str


@dataclass(slots=True, kw_only=True)
class Holdings:
    """What the portal holds of one section, beside its facts.

    ``classes`` are counted by provider and engine.
    """

    tables: list[ResultTable] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    conditions: list[FairnessCondition] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    classes: dict[tuple[str, str], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionReport:
    section: Section
    facts: Sequence[Fact]
    holdings: Holdings

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[Fact]]]:
        """Its facts by their kind, each kind in the paper's order."""
        found: dict[str, list[Fact]] = {kind: [] for kind in KINDS}
        for fact in self.facts:
            found[fact.kind].append(fact)
        return [(str(KINDS[kind]), facts) for kind, facts in found.items() if facts]

    @property
    def scripts(self) -> Mapping[tuple[str, str], Sequence[Statement]]:
        """Statements by workload and script, in the order of each."""
        found: dict[tuple[str, str], list[Statement]] = defaultdict(list)
        for statement in self.holdings.statements:
            found[statement.workload, statement.script].append(statement)
        return dict(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReport:
    """``notes`` are what does not add up in it, or between its editions."""

    source: Source
    sections: Sequence[SectionReport]
    notes: Sequence[CampaignNote]

    @property
    def counts(self) -> Mapping[str, int]:
        held = [each.holdings for each in self.sections]
        return {
            "facts": sum(len(each.facts) for each in self.sections),
            "results": sum(table.rows for each in held for table in each.tables),
            "commands": sum(len(each.commands) for each in held),
            "statements": sum(len(each.statements) for each in held),
            "outputs": sum(len(each.outputs) for each in held),
        }


def source_report(slug: str) -> SourceReport:
    """Raises Source.DoesNotExist; a constant number of queries."""
    (report,) = _reports([Source.objects.get(pk=slug)])
    return report


def source_reports() -> list[SourceReport]:
    """All of them, in the order of their dates, the newest first; a constant number of
    queries."""
    sources = sorted(
        Source.objects.all(),
        key=lambda source: (str(source.published_on or ""), source.slug),
        reverse=True,
    )
    return _reports(sources)


def _reports(sources: Sequence[Source]) -> list[SourceReport]:
    slugs = [source.slug for source in sources]
    held, notes = _holdings(slugs), _notes(slugs)
    return [
        SourceReport(
            source=source,
            sections=list(_sections(source, held[source.slug])),
            notes=notes[source.slug],
        )
        for source in sources
    ]


def _sections(source: Source, held: Mapping[str, Holdings]) -> Iterator[SectionReport]:
    facts: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts_of(source.slug):
        facts[fact.section].append(fact)
    for section in (*sections_of(source.slug), *_unnamed(source, held)):
        yield SectionReport(
            section=section,
            facts=facts[section.name],
            holdings=held.get(section.name) or Holdings(),
        )


def _notes(slugs: Sequence[str]) -> dict[str, list[CampaignNote]]:
    found: dict[str, list[CampaignNote]] = defaultdict(list)
    notes = CampaignNote.objects.filter(campaigns__source__in=slugs)
    with_source = notes.annotate(of=F("campaigns__source")).distinct()
    for note in with_source.order_by("code"):
        found[note.of].append(note)
    return found


def _holdings(slugs: Sequence[str]) -> dict[str, dict[str, Holdings]]:
    """Of each source, of each section by its name; what no section is known for has its own."""
    held: dict[str, dict[str, Holdings]] = defaultdict(lambda: defaultdict(Holdings))

    def of(source: str | None, name: str) -> Holdings:
        section = section_named(source or "", name)
        return held[source or ""][section.name if section else name]

    for source, table in _tables(slugs):
        of(source, table.name).tables.append(table)
    commands = Command.objects.filter(source__in=slugs)
    for command in commands.select_related("instance_class"):
        of(command.source_id, command.source_section).commands.append(command)
    for statement in Statement.objects.filter(source__in=slugs):
        of(statement.source_id, statement.source_section).statements.append(statement)
    for condition in FairnessCondition.objects.filter(source__in=slugs):
        of(condition.source_id, condition.source_section).conditions.append(condition)
    for source, section, *key, count in (
        InstanceClass.objects.filter(source__in=slugs)
        .order_by("source", "source_section", "provider", "engine")
        .values_list("source", "source_section", "provider", "engine")
        .annotate(Count("pk"))
    ):
        classes = of(source, section).classes
        classes[key[0], key[1]] = classes.get((key[0], key[1]), 0) + count
    for output in all_outputs():
        if output.source in slugs:
            of(output.source, output.section).outputs.append(output)
    return held


def _tables(slugs: Sequence[str]) -> Iterator[tuple[str, ResultTable]]:
    """With the source of each: by what is kept of each version, or by its results."""
    summaries = version_summaries(AnonymousUser(), columns=["tables"])
    found = {
        key: [Table(*each) for each in kept.tables]
        for key, kept in summaries.holding.items()
    } | tables_of(Result.objects.of_papers().filter(summaries.of_live))
    rows = [
        (table.source, table.section, table.campaign, *key, table.rows)
        for key, tables in found.items()
        for table in tables
        if table.source in slugs
    ]
    for source, name, campaign, engine, version, count in sorted(rows):
        yield (
            source,
            ResultTable(
                name=name,
                rows=count,
                campaign=campaign,
                engine=engine,
                version_slug=version_slug(version),
                title=engine_title(engine, version),
            ),
        )


def _unnamed(source: Source, held: Mapping[str, Holdings]) -> list[Section]:
    """Sections of papers that the release knows nothing else of."""
    known = {section.name for section in sections_of(source.slug)}
    return [
        Section(source=source.slug, name=name or "–", title="", tables=())
        for name in held
        if name not in known
    ]
