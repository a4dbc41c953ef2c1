"""Uploads that older rules kept, brought to those of today: what they held in clear goes.

Secrets in files, statements, histories and reports are blanked; results get
what everybody may see and nothing else. Twice is as once. Nothing is read anew or
derived: that is for ``reparse``. A row that is damaged stays as it is, and the log says so.
"""

import hashlib
import logging
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import transaction

from benchruns.parsers.errors import ReportError
from benchruns.parsers.secrets.guard import BLANK, blank_secrets
from benchruns.parsers.secrets.names import is_secret
from benchruns.parsers.settings.recognised import public_settings
from benchruns.parsers.tool_report import Format
from benchruns.submissions.files.removed_secrets import SECRETS
from benchruns.submissions.files.stored.contents import Blanked, blanked
from benchruns.submissions.files.stored.findings import without_texts
from benchruns.submissions.intake import Refused
from benchruns.submissions.recognised.printed import public_printed

logger = logging.getLogger(__name__)

Row = Any  # of a model as it is now, or as a migration has it
Models = Callable[[str], Any]

_NUMBERS_ALONE = ("samples", "histogram")
_TEXTS_OF_RESULT = (
    *("engine_version_full", "region", "zone", "network", "storage", "edition"),
    *("tool", "tool_version"),
)


def blank_stored(models: Models) -> int:
    """How many submissions were changed; ``models`` gives a model by its name."""
    keys = list(models("Submission").objects.order_by().values_list("pk", flat=True))
    return sum(_blank_submission(models, key) for key in keys)


@transaction.atomic
def _blank_submission(models: Models, key: object) -> bool:
    submission = models("Submission").objects.get(pk=key)
    digests: dict[str, str] = {}
    changes = [
        *(
            _unless_damaged(_blank_file, file, digests)
            for file in _rows(models("SubmittedFile"), key)
        ),
        _unless_damaged(_blank_statement, submission),
        *(
            _unless_damaged(_blank_event, event, digests)
            for event in _rows(models("SubmissionEvent"), key)
        ),
        *(
            _unless_damaged(_blank_result, result)
            for result in _rows(models("Result"), key)
        ),
    ]
    return any(changes)


def _unless_damaged(blank: Callable[..., bool], row: Row, *values: Any) -> bool:
    """An upgrade must not end at one row that nobody can read."""
    try:
        with transaction.atomic():
            return blank(row, *values)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        kind = type(row).__name__
        logger.exception("row was not blanked", extra={"row": f"{kind} {row.pk}"})
        return False


def _blank_statement(submission: Row) -> bool:
    return _store(
        submission,
        statement=blanked_json(submission.statement),
        parameter_settings=blanked_json(submission.parameter_settings),
        credit=blanked_json(submission.credit),
        checks=blanked_json(submission.checks),
    )


def _blank_event(event: Row, digests: dict[str, str]) -> bool:
    return _store(
        event,
        text=blanked_json(event.text),
        details=blanked_json(event.details, digests),
    )


def _rows(model: Any, submission: object) -> Iterator[Row]:
    """One at a time: a submission may have two hundred large files."""
    found = model.objects.filter(submission_id=submission).order_by("pk")
    for key in list(found.values_list("pk", flat=True)):
        yield model.objects.get(pk=key)


def _blank_file(file: Row, digests: dict[str, str]) -> bool:
    """``digests`` gets the old digest of what changed with the new one."""
    found = _content_of(file)
    values: dict[str, Any] = {}
    if found is not None and found.secrets:
        content = _unlike_others(file, found.content)
        digest = digests[file.sha256] = _digest(content)
        values = {
            "content": zlib.compress(content),
            "size_bytes": len(content),
            "sha256": digest,
        }
    report = _report_of(file.report, found)
    return _store(
        file,
        name=blanked_json(file.name),
        archive=blanked_json(file.archive),
        statement=blanked_json(file.statement),
        report=report,
        **values,
    )


def _content_of(file: Row) -> Blanked | None:
    """None for what cannot be read as what it was kept as: it is left as it is."""
    try:
        content = zlib.decompress(file.content)
        return blanked(content, file_format=Format(file.format))
    except (Refused, ReportError, ValueError, zlib.error):
        logger.exception("file was not blanked", extra={"file": str(file.pk)})
        return None


def _unlike_others(file: Row, content: bytes) -> bytes:
    """Two texts that only a secret told apart would be one text twice in a submission."""
    others = type(file).objects.filter(submission_id=file.submission_id)
    others = others.exclude(pk=file.pk)
    while others.filter(sha256=_digest(content)).exists():
        content += b"\n"
    return content


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _report_of(report: Mapping[str, Any], found: Blanked | None) -> dict[str, Any]:
    texts = {
        name: value if name in _NUMBERS_ALONE else blanked_json(value)
        for name, value in report.items()
    }
    if "findings" in texts:
        texts["findings"] = without_texts(texts["findings"])
    if found is not None and found.secrets:
        texts[SECRETS] = int(texts.get(SECRETS, 0)) + found.secrets
    return texts


def _blank_result(result: Row) -> bool:
    return _store(
        result,
        tool_facts=public_printed(result.tool_facts),
        parameter_settings=public_settings(result.parameter_settings),
        findings=without_texts(blanked_json(result.findings)),
        client=blanked_json(result.client),
        **{name: blanked_json(getattr(result, name)) for name in _TEXTS_OF_RESULT},
    )


def blanked_json(value: Any, digests: Mapping[str, str] | None = None) -> Any:
    """A JSON value with every text in it as it would be kept today."""
    known = digests or {}
    if isinstance(value, str):
        return known.get(value) or blank_secrets(value).text
    if isinstance(value, list):
        return [blanked_json(each, known) for each in value]
    if isinstance(value, dict):
        return {name: _named(name, each, known) for name, each in value.items()}
    return value


def _named(name: str, value: Any, digests: Mapping[str, str]) -> Any:
    if isinstance(value, str) and value and is_secret(name):
        return BLANK
    return blanked_json(value, digests)


def _store(row: Row, **values: Any) -> bool:
    """Whether anything of it is another than before."""
    changed = []
    for name, value in values.items():
        longest = row._meta.get_field(name).max_length
        fitting = value[:longest] if isinstance(value, str) else value
        if getattr(row, name) != fitting:
            setattr(row, name, fitting)
            changed.append(name)
    if changed:
        row.save(update_fields=changed)
    return bool(changed)
