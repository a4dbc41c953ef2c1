"""Reads a version's rows and puts them together for a view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from benchruns.models import Campaign, Result, Run, Submission
from benchruns.models.results import ResultQuerySet
from benchruns.reports.engine.facts import (
    Fact,
    OtherTest,
    facts_of,
    other_tests,
    tests_of,
)
from benchruns.reports.engine.section import Section
from benchruns.reports.engine.sections import sections_of
from benchruns.reports.engine.view import (
    NOTHING,
    Choices,
    Unknown,
    View,
    choices_of,
    read_view,
)
from benchruns.reports.marks import Marks, Sentence, exact
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.engine_versions import (
    EngineVersion,
    find_version,
    nearest_published,
    versions_of,
    versions_with_results,
)
from benchruns.results.readable import Readable, readable
from benchruns.results.row import Row, read_row
from benchruns.units import duration_text
from benchruns.vocabulary import Provenance, ResultStatus, Variant
from benchruns.workloads.labels import is_one_row, workload_label

# Beyond these a page is no longer read; programs read them all from the API.
NEWEST_MEASURED = 200


class UnknownVersion(LookupError):
    """No result that this user may see is of this engine and version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineReport:
    """Everything a version's page shows.

    ``own`` and ``beside`` are all rows before the view's choice; ``sections`` hold the
    chosen ones. ``facts`` are of one test, ``other_tests`` have the best of the others. ``sources`` maps each source's title to its number of own rows.
    ``draft`` is the submission whose results stand in it as if it were accepted.
    ``left_out`` counts the results that cannot be shown.
    """

    version: EngineVersion
    versions: Sequence[EngineVersion]
    beside: EngineVersion | None
    own: Sequence[Row]
    view: View
    choices: Choices
    problems: Sequence[Unknown]
    sections: Sequence[Section]
    facts: Sequence[Fact]
    facts_test: Section | None
    other_tests: Sequence[OtherTest]
    marks: Marks
    is_cut: bool
    left_out: int
    draft: Submission | None

    @property
    def sources(self) -> dict[str, int]:
        titles = [row.source for row in self.own if row.source]
        return {title: titles.count(title) for title in dict.fromkeys(titles)}


def engine_report(
    engine: str,
    slug: str,
    *,
    user: AbstractBaseUser | AnonymousUser,
    query: Mapping[str, str],
    sentence: Sentence = exact,
) -> EngineReport:
    """The report that ``query`` asks for, with one mark for each ``sentence`` of findings.

    Raises UnknownVersion.
    """
    draft = draft_asked_for(query, user=user)
    results = (
        Result.objects.with_drafts_of(draft, user=user)
        if draft
        else Result.objects.visible_to(user)
    )
    versions = versions_of(results) if draft else versions_with_results(user)
    version = find_version(versions, engine, slug)
    if version is None:
        raise UnknownVersion(engine, slug)
    beside, problems = _version_beside(version, versions, query)
    found, is_cut = _rows(results, user, version, beside)
    rows = found.rows
    own = [row for row in rows if not row.is_beside]
    campaigns = _campaigns(rows)

    everything = sections_of(rows, campaigns)
    named = {section.key: section_name(section) for section in everything}
    choices = choices_of(rows, named, _metrics(everything))
    view, misread = read_view(query, choices, beside=beside.key if beside else NOTHING)

    chosen = sections_of(
        [row for row in rows if view.keeps(row)],
        campaigns,
        metric=view.metric,
        by_ratio=view.order == "ratio",
    )
    if view.campaign:
        chosen = [section for section in chosen if section.key == view.campaign]
    of_version = sections_of(own, campaigns)
    return EngineReport(
        version=version,
        versions=versions,
        beside=beside,
        own=own,
        view=view,
        choices=choices,
        problems=[*problems, *misread],
        sections=chosen,
        facts=facts_of(of_version),
        facts_test=next(iter(tests_of(of_version)), None),
        other_tests=other_tests(of_version),
        marks=Marks(chosen, engine=version.engine, sentence=sentence),
        is_cut=is_cut,
        left_out=found.left_out,
        draft=draft,
    )


def draft_asked_for(
    query: Mapping[str, str], *, user: AbstractBaseUser | AnonymousUser
) -> Submission | None:
    """The submission that ``draft`` names, None without one or once it has no drafts.

    One that there is not, or that the user may not see, raises UnknownVersion.
    """
    word = query.get("draft", "")
    if not word:
        return None
    try:
        submission = Submission.objects.visible_to(user).get(pk=UUID(word))
    except (ValueError, Submission.DoesNotExist) as error:
        raise UnknownVersion(word) from error
    drafts = submission.results.filter(status=ResultStatus.DRAFT)
    return submission if drafts.exists() else None


def _version_beside(
    version: EngineVersion,
    versions: Sequence[EngineVersion],
    query: Mapping[str, str],
) -> tuple[EngineVersion | None, list[Unknown]]:
    """The version put beside: the one asked for, else the nearest that is published."""
    word = query.get("beside", "")
    if not word:
        if version.is_published:
            return None, []
        return nearest_published(versions, version), []
    found = next((v for v in versions if v.key == word and v.key != version.key), None)
    if found is None and word != NOTHING:
        unknown = Unknown(
            name="beside",
            word=word,
            known=[v.key for v in versions if v.key != version.key],
            instead=_("nothing is put beside"),
            label=_("version"),
        )
        return None, [unknown]
    return found, []


def _rows(
    seen: ResultQuerySet,
    user: AbstractBaseUser | AnonymousUser,
    version: EngineVersion,
    beside: EngineVersion | None,
) -> tuple[Readable[Row], bool]:
    """Published rows and the newest of the others, in two queries."""
    wanted = Q(engine=version.engine, engine_version=version.version)
    if beside:
        wanted |= Q(engine=beside.engine, engine_version=beside.version)
    results = seen.filter(wanted).select_related(
        "instance_class", "provider", "campaign", "source", "exclusion", "submission"
    )
    own_run = Run.objects.visible_to(user).filter(pk=OuterRef("run_id"))
    published = results.filter(provenance=Provenance.PUBLISHED)
    others = results.exclude(provenance=Provenance.PUBLISHED).annotate(
        run_is_visible=Exists(own_run)
    )
    newest = list(others[: NEWEST_MEASURED + 1])
    own_key = version.engine, version.version

    def read(result: Result) -> Row:
        return read_row(
            result,
            is_beside=(result.engine, result.engine_version) != own_key,
            run_is_visible=getattr(result, "run_is_visible", False),
        )

    found = readable((*published, *newest[:NEWEST_MEASURED]), read)
    return found, len(newest) > NEWEST_MEASURED


def _campaigns(rows: Sequence[Row]) -> dict[str, Campaign]:
    """The campaigns of these rows with what was printed about them."""
    slugs = {row.campaign for row in rows if row.campaign}
    found = (
        Campaign.objects.filter(slug__in=slugs)
        .select_related("provider", "source")
        .prefetch_related("commands__instance_class", "statements", "irregularities")
    )
    return {campaign.slug: campaign for campaign in found}


def _metrics(sections: Sequence[Section]) -> list[str]:
    """Metrics of the first section, then what only others have."""
    names = (name for section in sections for name in metric_choices(section.rows))
    ordered = list(dict.fromkeys(names))
    # Figures a vCPU stand after the metrics that they come from.
    return sorted(ordered, key=lambda name: name.endswith("_per_vcpu"))


def section_name(section: Section) -> str:
    """``Alibaba Cloud, 60 s, 2022``: a section in a list of them, which no other is called.

    Of what was tested otherwise than the papers ``Submitted, 16 s, pgbench 15.4``.
    """
    if section.method.is_apart:
        seconds = section.method.duration_seconds
        how = duration_text(seconds) if seconds else _("duration not stated")
        return ", ".join(filter(None, [_origin(section), how, section.method.tool]))
    if section.method.variant:
        return _("%(origin)s, %(variant)s") % {
            "origin": _origin(section),
            "variant": Variant(section.method.variant).label,
        }
    if not section.campaigns:
        loads = map(workload_label, section.method.workloads)
        return ", ".join([_origin(section), *loads])
    first = section.campaigns[0]
    parts = [first.provider.name]
    if is_one_row(first.workloads):
        parts.append(_("hot-row update"))
    if first.duration_seconds:
        parts.append(duration_text(first.duration_seconds))
    if first.published_on:
        parts.append(str(first.published_on.year))
    return ", ".join(parts)


def _origin(section: Section) -> str:
    """Of a section without published rows."""
    submitted = [row.is_submitted for row in section.rows]
    if not any(submitted):
        return _("Measured here")
    return _("Submitted") if all(submitted) else _("Measured here and submitted")
