"""Texts that were uploaded before, and figures that stand elsewhere.

What came first is no duplicate of what came after it: of two uploads the later one is
told. Drafts that were never submitted are nobody's business but their owner's, who is
told of them by a note.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from benchruns.findings import Finding
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.vocabulary import Severity

MEASURED = ("tps", "qps", "nopm")  # the others are made of them
COMPARED = (*MEASURED, "latency_avg_ms", "latency_p95_ms")
MOST_NAMED = 5
FIGURES, TEXT = "duplicate_figures", "duplicate_text"

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """Findings by the id of the file, and by the id of the result.

    A text's ``values["submissions"]`` are ids that the viewer may open, as are a
    figure's ``results``. ``values["is_draft"]`` is of those that stand in other drafts
    of the viewer alone.
    """

    texts: Mapping[UUID, Finding] = field(default_factory=dict)
    figures: Mapping[UUID, Finding] = field(default_factory=dict)

    @property
    def counted(self) -> "Duplicates":
        """Without its owner's other drafts."""
        return Duplicates(
            texts={k: f for k, f in self.texts.items() if _is_counted(f)},
            figures={k: f for k, f in self.figures.items() if _is_counted(f)},
        )

    @property
    def submissions(self) -> list[str]:
        """The ids of all that the texts name, each once."""
        named = (id for f in self.texts.values() for id in f.values["submissions"])
        return list(dict.fromkeys(named))

    @property
    def results(self) -> list[str]:
        """The ids of all that the figures name, each once."""
        named = (id for f in self.figures.values() for id in f.results)
        return list(dict.fromkeys(named))


def _is_counted(finding: Finding) -> bool:
    return finding.severity != Severity.NOTE


@dataclass(frozen=True, slots=True, kw_only=True)
class _Upload:
    """A file, or the result of one; ``is_public`` once its submission was accepted."""

    added_at: datetime
    key: UUID
    is_public: bool

    def is_before(self, other: "_Upload") -> bool:
        """What is public came first, whatever was uploaded when."""
        if self.is_public and not other.is_public:
            return True
        return (self.added_at, self.key) < (other.added_at, other.key)


def find(
    submission: Submission,
    files: Sequence[SubmittedFile],
    results: Sequence[Result],
    *,
    user: Viewer,
) -> Duplicates:
    """What this user may know of: of others' private texts only that they are there.

    What the submission is to replace is no duplicate of it. Two queries.
    """
    uploads = {file.pk: _upload(file, submission) for file in files}
    return Duplicates(
        texts=_texts(submission, files, uploads, user),
        figures=_figures(submission, results, uploads, user),
    )


def _upload(file: SubmittedFile, submission: Submission) -> _Upload:
    return _Upload(
        added_at=file.added_at,
        key=file.pk,
        is_public=submission.accepted_at is not None,
    )


def _known_to(user: Viewer, submission: Submission) -> Q:
    """Files that were submitted, and for its owner those of other drafts."""
    submitted = Q(submission__version__gt=0)
    if user.pk is None or user.pk != submission.owner_id:
        return submitted
    return submitted | Q(submission__owner_id=user.pk)


def _texts(
    submission: Submission,
    files: Sequence[SubmittedFile],
    uploads: Mapping[UUID, _Upload],
    user: Viewer,
) -> dict[UUID, Finding]:
    own = [submission.pk, submission.replaces_id]
    visible = Submission.objects.visible_to(user).filter(pk=OuterRef("submission"))
    rows = (
        SubmittedFile.objects.filter(sha256__in={file.sha256 for file in files})
        .filter(_known_to(user, submission))
        .exclude(submission__in=[pk for pk in own if pk is not None])
        .annotate(is_visible=Exists(visible))
        .select_related("submission")
        .only("sha256", "added_at", "submission__version", "submission__accepted_at")
        .order_by("added_at", "pk")
    )
    others: dict[str, list[SubmittedFile]] = {}
    for row in rows:
        others.setdefault(row.sha256, []).append(row)
    found = {}
    for file in files:
        before = [
            other
            for other in others.get(file.sha256, [])
            if _upload(other, other.submission).is_before(uploads[file.pk])
        ]
        if before:
            found[file.pk] = _same_text(before)
    return found


def _same_text(others: Sequence[SubmittedFile]) -> Finding:
    """``others`` are annotated with ``is_visible``."""
    is_draft = all(not other.submission.version for other in others)
    named = [
        str(other.submission_id)
        for other in others
        if other.is_visible  # type: ignore[attr-defined]  # annotated
    ]
    return Finding(
        code=TEXT,
        severity=Severity.NOTE if is_draft else Severity.CAUTION,
        values={
            "submissions": list(dict.fromkeys(named))[:MOST_NAMED],
            "is_draft": is_draft,
        },
    )


def _figures(
    submission: Submission,
    results: Sequence[Result],
    uploads: Mapping[UUID, _Upload],
    user: Viewer,
) -> dict[UUID, Finding]:
    wanted = as_fast_as(results)
    if not wanted:
        return {}
    rows = list(
        Result.objects.at_address(user)
        .filter(wanted, workload__in={result.workload for result in results})
        .filter(Q(submission__isnull=True) | _known_to(user, submission))
        .exclude(submission_id=submission.replaces_id or submission.pk)
        .select_related("submission", "submitted_file")
        .only(
            *("workload", "threads", "engine", "variant", *COMPARED),
            *("submission__version", "submission__accepted_at"),
            "submitted_file__added_at",
        )
        .order_by("pk")
    ) + list(results)
    index: dict[tuple[object, ...], list[Result]] = {}
    for row in {row.pk: row for row in rows}.values():
        for key in _keys(row):
            index.setdefault(key, []).append(row)
    found = {}
    for result in results:
        near = {row.pk: row for key in _keys(result) for row in index[key]}
        same = [
            row
            for row in near.values()
            if is_same(result, row) and _counts(row, result, uploads)
        ]
        if same:
            found[result.pk] = _same_figures(result, same)
    return found


def repeated(results: Sequence[Result], *, among: QuerySet[Result]) -> list[Result]:
    """Those among others whose run is one of these; one query."""
    wanted = as_fast_as(results)
    if not wanted:
        return []
    own: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        for key in _keys(result):
            own.setdefault(key, []).append(result)
    return [
        row
        for row in among.filter(wanted)
        if any(is_same(one, row) for key in _keys(row) for one in own.get(key, ()))
    ]


def as_fast_as(results: Sequence[Result]) -> Q:
    """Rows that share a figure of speed with one of these; empty where none has one."""
    wanted = Q()
    for name in MEASURED:
        values = {getattr(result, name) for result in results} - {None}
        if values:
            wanted |= Q(**{f"{name}__in": values})
    return wanted


def _counts(row: Result, result: Result, uploads: Mapping[UUID, _Upload]) -> bool:
    """A row of no upload does, and both of two within one submission."""
    if row.submission_id in (None, result.submission_id):
        return True
    ours = uploads.get(result.submitted_file_id)  # type: ignore[arg-type]  # None is none
    if ours is None or row.submission is None or row.submitted_file is None:
        return True
    return _upload(row.submitted_file, row.submission).is_before(ours)


def _keys(row: Result) -> Iterator[tuple[object, ...]]:
    """Its load with each figure of speed: what may be the same run shares one."""
    load = (row.engine, row.workload, row.variant, row.threads)
    for name in MEASURED:
        value = getattr(row, name)
        if value is not None:
            yield (*load, name, value)


def is_same(one: Result, other: Result) -> bool:
    """All that both state is equal, to the last digit, and a speed is of it."""
    if one.pk == other.pk:
        return False
    known = [
        name
        for name in COMPARED
        if None not in (getattr(one, name), getattr(other, name))
    ]
    return any(name in MEASURED for name in known) and all(
        getattr(one, name) == getattr(other, name) for name in known
    )


def _same_figures(result: Result, rows: Sequence[Result]) -> Finding:
    is_draft = all(
        row.submission_id not in (None, result.submission_id)
        and row.submission is not None
        and not row.submission.version
        for row in rows
    )
    return Finding(
        code=FIGURES,
        severity=Severity.NOTE if is_draft else Severity.CAUTION,
        results=tuple(str(row.pk) for row in rows[:MOST_NAMED]),
        values={"results": len(rows), "is_draft": is_draft},
    )
