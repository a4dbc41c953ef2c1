"""The columns of a comparison, each with the results that stand for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from benchruns.comparison.asked import (
    LONGEST,
    MOST,
    Asked,
    Complaint,
    understood,
)
from benchruns.comparison.candidates import Candidate, Viewer, candidates_of
from benchruns.comparison.loads import Load, load_of
from benchruns.comparison.specifications import of_catalogue, specification
from benchruns.engines import ENGINES, engine_title
from benchruns.models import InstanceClass, Result, Run
from benchruns.names.class_words import ClassKey, class_word
from benchruns.results.engine_versions import age_of
from benchruns.results.readable import left_out_text, only_readable
from benchruns.results.row import Row, read_row
from benchruns.units import size_text
from benchruns.workloads.labels import workload_label

SELF_MANAGED = "self-managed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One column. ``rows`` and ``results`` have one of each load, by the load.

    ``counts`` says how many results of the class and version each of them stands for.

    ``key`` is what an address calls it: a result's id, or a class with ``@`` and the
    version where the class has several columns. ``own_name`` is what the owner of its
    only run calls that, for who may know. ``unstated`` are names of its ``specification``
    that the catalogue says of its class, and not the result.
    """

    key: str
    title: str
    subtitle: str
    engine: str
    engine_version: str
    provider: str
    class_key: ClassKey | None
    vcpus: int | None
    memory_gb: float | None
    specification: Mapping[str, float | None]
    rows: Mapping[Load, Row] = field(default_factory=dict)
    results: Mapping[Load, Result] = field(default_factory=dict)
    counts: Mapping[Load, int] = field(default_factory=dict)
    own_name: str = ""
    unstated: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """``hidden`` ones were asked for and left out of the view.

    ``asked`` is what was understood of the question: the same columns without a problem.
    """

    asked: Asked
    shown: Sequence[Entry]
    hidden: Sequence[Entry]
    problems: Sequence[Complaint]


def columns_of(asked: Asked, *, user: Viewer) -> Columns:
    """The columns in the order asked for, and what of it cannot be shown.

    A constant number of queries.
    """
    problems: list[Complaint] = []
    chosen = candidates_of(asked, user=user) if not asked.is_of_results else {}
    wanted = {*asked.results, *(c.id for found in chosen.values() for c in found)}
    found = only_readable(_results(wanted, user=user))
    results = {result.pk: result for result in found.rows}
    if found.left_out:
        text = left_out_text(found.left_out)
        problems.append(Complaint("result", text, is_mistake=False))
    chosen = _with_results(chosen, results)
    columns = [
        *_of_classes(asked, chosen, results, problems),
        *_of_results(asked, results, problems),
    ]
    columns = [replace(each, own_name=_own_name(each, user)) for each in columns]
    return _parted(columns, asked, problems)


def _own_name(entry: Entry, user: Viewer) -> str:
    """Owner and staff alone see what a run is called."""
    if len(entry.results) != 1:
        return ""
    run = next(iter(entry.results.values())).run
    if run is None or not user.is_authenticated:
        return ""
    is_seen = user.pk == run.owner_id or getattr(user, "is_staff", False)
    return run.name if is_seen else ""


def _parted(
    columns: Sequence[Entry], asked: Asked, problems: list[Complaint]
) -> Columns:
    """At least one column stays: nothing at all is no comparison."""
    hidden = [entry for entry in columns if entry.key in asked.hidden]
    unknown = asked.hidden.difference(entry.key for entry in columns)
    if unknown:
        message = _("There is no column %(columns)s to hide.")
        told = message % {"columns": ", ".join(sorted(unknown))[:LONGEST]}
        problems.append(Complaint("hide", told))
    if columns and len(hidden) == len(columns):
        told = _("All columns are hidden; they are shown.")
        problems.append(Complaint("hide", told))
        hidden = []
    shown = [entry for entry in columns if entry not in hidden]
    if len(shown) > MOST:
        message = _("%(count)d were asked for; a comparison shows the first %(most)d.")
        told = message % {"count": len(shown), "most": MOST}
        problems.append(Complaint("result" if asked.is_of_results else "class", told))
        shown = shown[:MOST]
    are_none_hidden = bool(asked.hidden) and not hidden
    asked = understood(
        replace(asked, hidden=frozenset()) if are_none_hidden else asked,
        there=[entry.key for entry in columns],
        kept=[entry.key for entry in (*shown, *hidden)],
    )
    return Columns(asked=asked, shown=shown, hidden=hidden, problems=problems)


def _with_results(
    chosen: Mapping[str, Sequence[Candidate]], results: Mapping[UUID, Result]
) -> dict[str, list[Candidate]]:
    kept = {
        column: [each for each in candidates if each.id in results]
        for column, candidates in chosen.items()
    }
    return {column: candidates for column, candidates in kept.items() if candidates}


def _results(ids: Iterable[UUID], *, user: Viewer) -> Iterable[Result]:
    """What is asked for by its id is shown though it is withdrawn: it says so."""
    run_is_visible = Exists(Run.objects.visible_to(user).filter(pk=OuterRef("run_id")))
    return (
        Result.objects.at_address(user)
        .filter(pk__in=list(ids))
        .select_related(
            "instance_class",
            "provider",
            "campaign",
            "source",
            "run",
            "endpoint",
            "exclusion__excluded_by",
            "submission",
        )
        .defer("run__output_tail", "run__differences", "endpoint__tls_ca")
        .annotate(run_is_visible=run_is_visible)
    )


def _row(result: Result) -> Row:
    return read_row(result, run_is_visible=getattr(result, "run_is_visible", False))


# Columns that are one result each


def _of_results(
    asked: Asked, results: Mapping[UUID, Result], problems: list[Complaint]
) -> Iterator[Entry]:
    unstated = of_catalogue([results[i] for i in asked.results if i in results])
    for id_ in asked.results:
        if id_ not in results:
            message = _("There is no result %(id)s that you may see; it is left out.")
            problems.append(Complaint("result", message % {"id": id_}))
            continue
        result = results[id_]
        row = _row(result)
        load = load_of(row)
        yield Entry(
            key=str(id_),
            title=row.place or row.engine_title,
            subtitle=", ".join(filter(None, [row.engine_title, load.label])),
            engine=row.engine,
            engine_version=row.engine_version,
            provider=row.provider,
            class_key=row.class_key,
            vcpus=row.vcpus,
            memory_gb=row.memory_gb,
            specification=specification(row),
            rows={load: row},
            results={load: result},
            unstated=unstated.get(id_, frozenset()),
        )


def _of_classes(
    asked: Asked,
    chosen: Mapping[str, Sequence[Candidate]],
    results: Mapping[UUID, Result],
    problems: list[Complaint],
) -> Iterator[Entry]:
    """A class without a result is a column without figures: absence is shown."""
    empty = dict(_without_results(asked, chosen, problems))
    for column in sorted(
        {*chosen, *empty}, key=lambda word: _column_order(word, asked)
    ):
        found = sorted(chosen.get(column, ()), key=lambda c: c.load.order)
        if found:
            yield _class_entry(column, asked, found, results)
        else:
            yield _empty_entry(column, empty[column])


def _without_results(
    asked: Asked, chosen: Mapping[str, Sequence[Candidate]], problems: list[Complaint]
) -> Iterator[tuple[str, InstanceClass]]:
    if not asked.classes:
        return
    wanted = Q(pk__in=[])
    for key in asked.classes:
        wanted |= Q(provider_id=key.provider, engine=key.engine, code=key.code)
    classes = InstanceClass.objects.filter(wanted).select_related("provider")
    known = {each.class_key: each for each in classes}
    seen = {column.split("@")[0] for column in chosen}
    for key in asked.classes:
        if key not in known:
            message = _("There is no class %(class)s; it is left out.")
            told = message % {"class": class_word(key)}
            problems.append(Complaint("class", told))
        elif class_word(key) not in seen:
            message = _("%(class)s has no result%(version)s%(workload)s.")
            told = message % {"class": key.code, **_narrowed(asked)}
            problems.append(Complaint("class", told, is_mistake=False))
            yield class_word(key), known[key]


def _narrowed(asked: Asked) -> dict[str, str]:
    """What of the question may have left a class without a result, in words."""
    on = _(" of version %(version)s") % {"version": asked.version}
    of = _(" of %(workload)s") % {"workload": workload_label(asked.workload)}
    return {
        "version": on if asked.version else "",
        "workload": of if asked.workload else "",
    }


def _empty_entry(column: str, instance_class: InstanceClass) -> Entry:
    size = size_text(instance_class.vcpus, instance_class.memory_gb)
    engine = ENGINES[instance_class.engine].label
    return Entry(
        key=column,
        title=instance_class.code,
        subtitle=", ".join([instance_class.provider.name, engine, size]),
        engine=instance_class.engine,
        engine_version="",
        provider=instance_class.provider_id,
        class_key=instance_class.class_key,
        vcpus=instance_class.vcpus,
        memory_gb=instance_class.memory_gb,
        specification=specification(instance_class),
    )


def _column_order(column: str, asked: Asked) -> tuple[object, ...]:
    """As asked for; versions from old to new; self-managed first where that is asked."""
    words = [class_word(key) for key in asked.classes]
    place, _at, version = column.partition("@")
    provider = column.split("/")[0]
    is_managed = asked.is_managed_view and provider != SELF_MANAGED
    asked_place = words.index(place) if place in words else len(words)
    return is_managed, asked_place, provider, place, age_of(version)


def _class_entry(
    column: str,
    asked: Asked,
    chosen: Sequence[Candidate],
    results: Mapping[UUID, Result],
) -> Entry:
    of_loads = {candidate.load: results[candidate.id] for candidate in chosen}
    rows = {load: _row(result) for load, result in of_loads.items()}
    row = next(iter(rows.values()))
    instance_class = next(iter(of_loads.values())).instance_class
    version = engine_title(row.engine, row.engine_version)
    size = size_text(row.vcpus, row.memory_gb)
    title = row.class_key.code if row.class_key else row.provider_name or row.provider
    return Entry(
        key=column,
        title=version if asked.versions and len(asked.classes) == 1 else title,
        subtitle=", ".join(filter(None, [row.provider_name, version, size])),
        engine=row.engine,
        engine_version=row.engine_version,
        provider=row.provider,
        class_key=row.class_key,
        vcpus=row.vcpus,
        memory_gb=row.memory_gb,
        specification=specification(instance_class or row),
        rows=rows,
        results=of_loads,
        counts={candidate.load: candidate.count for candidate in chosen},
    )
