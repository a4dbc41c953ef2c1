"""A paper, section by section: its facts and all that the portal holds of each."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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
    source = Source.objects.get(pk=slug)
    held = _holdings(source)
    facts: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts_of(slug):
        facts[fact.section].append(fact)
    return SourceReport(
        source=source,
        sections=[
            SectionReport(
                section=section,
                facts=facts[section.name],
                holdings=held[section.name],
            )
            for section in (*sections_of(slug), *_unnamed(source, held))
        ],
        notes=list(
            CampaignNote.objects.filter(campaigns__source=source)
            .distinct()
            .order_by("code")
        ),
    )


def source_reports() -> list[SourceReport]:
    """All of them, in the order of their dates, the newest first."""
    sources = sorted(
        Source.objects.all(),
        key=lambda source: (str(source.published_on or ""), source.slug),
        reverse=True,
    )
    return [source_report(source.slug) for source in sources]


# What is held of each section, by its name; what no section is known for has its own.


def _holdings(source: Source) -> dict[str, Holdings]:
    held: dict[str, Holdings] = defaultdict(Holdings)

    def of(name: str) -> Holdings:
        section = section_named(source.slug, name)
        return held[section.name if section else name]

    for table in _tables(source):
        of(table.name).tables.append(table)
    commands = Command.objects.filter(source=source)
    for command in commands.select_related("instance_class"):
        of(command.source_section).commands.append(command)
    for statement in Statement.objects.filter(source=source):
        of(statement.source_section).statements.append(statement)
    for condition in FairnessCondition.objects.filter(source=source):
        of(condition.source_section).conditions.append(condition)
    for instance_class in InstanceClass.objects.filter(source=source):
        key = instance_class.provider_id, instance_class.engine
        counts = of(instance_class.source_section).classes
        counts[key] = counts.get(key, 0) + 1
    for output in all_outputs():
        if output.source == source.slug:
            of(output.section).outputs.append(output)
    return held


def _tables(source: Source) -> Iterable[ResultTable]:
    found = Result.objects.of_papers().filter(source=source, campaign__isnull=False)
    rows = found.values_list(
        "source_section", "campaign__slug", "engine", "engine_version"
    )
    for (name, campaign, engine, version), count in sorted(Counter(rows).items()):
        yield ResultTable(
            name=name,
            rows=count,
            campaign=campaign or "",
            engine=engine,
            version_slug=version_slug(version),
            title=engine_title(engine, version),
        )


def _unnamed(source: Source, held: Mapping[str, Holdings]) -> list[Section]:
    """Sections of papers that the release knows nothing else of."""
    known = {section.name for section in sections_of(source.slug)}
    return [
        Section(source=source.slug, name=name or "–", title="", tables=())
        for name in held
        if name not in known
    ]
