"""What is uploaded to make a submission, or to add to one: all of it, or nothing."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from benchruns.submissions import intake
from benchruns.submissions.intake import Budget, ReadFile, Refused
from portal.api.authentication import caller
from portal.api.faults import NAMELESS, Faults
from portal.api.fields import Identifier
from portal.api.json_parser import check_text, read_json
from portal.api.stated import Statement
from portal.web.uploads import charge, turns

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

FILES = "files"
TEXTS = ("statement", "settings", "credit", "replaces")
REPLACEMENT = "\ufffd"  # what Django puts where bytes are no UTF-8


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """``files`` are never none; the others are None where they were not sent.

    Whoever has kept the files clears the list: they take much memory.
    """

    files: list[ReadFile]
    statement: Mapping[str, Any] | None = None
    settings: str | None = None
    credit: str | None = None
    replaces: UUID | None = None

    @property
    def states_anything(self) -> bool:
        """Whether anything is stated beside the files."""
        return (self.statement, self.settings, self.credit) != (None, None, None)


@contextmanager
def reading(request: Request, *, texts: tuple[str, ...] = ()) -> Iterator[Parts]:
    """The parts of a multipart body; ValidationError names each one at fault.

    Other uploads wait until these are done with. LimitReached where they are more than the
    caller may upload in a day; what is not kept counts as well, whatever the reason.
    """
    _refuse_unusable(request, texts)
    size_bytes = charge.size_of(request.FILES.getlist(FILES))
    charge.admit(caller(request), size_bytes=size_bytes)
    with turns.turn():
        parts = None
        try:
            parts = _read(request, texts)
            yield parts
        finally:
            if parts is None or parts.files:
                charge.charge_unkept(caller(request), size_bytes=size_bytes)


def _refuse_unusable(request: Request, texts: tuple[str, ...]) -> None:
    errors = dict(_unusable(request, texts))
    if errors:
        raise ValidationError({name: [text] for name, text in errors.items()})


def _read(request: Request, texts: tuple[str, ...]) -> Parts:
    sent = {name: request.POST[name] for name in texts if name in request.POST}
    faults = Faults()
    given: dict[str, Any] = {name: sent.get(name) for name in ("settings", "credit")}
    with faults.gathered():
        given["statement"] = (
            _statement(sent["statement"]) if "statement" in sent else None
        )
    with faults.gathered():
        given["replaces"] = (
            _identifier(sent["replaces"]) if "replaces" in sent else None
        )
    with faults.gathered():
        given["files"] = _files(request.FILES.getlist(FILES))
    faults.refuse()
    return Parts(**given)


def _unusable(request: Request, texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each part that is none of ours, or holds what no text is."""
    known = ", ".join((FILES, *texts))
    for name in request.FILES:
        if name != FILES:
            yield name or NAMELESS, _not_known(name, texts, known)
    for name, values in request.POST.lists():
        if name == FILES:
            yield name, _("This part has no file name: send it as a file.")
        elif name not in texts:
            yield name or NAMELESS, _not_known(name, (), known)
        elif len(values) > 1:
            yield name, _("Give this part once.")
        elif REPLACEMENT in values[0]:
            yield name, _("This part is not UTF-8.")
        else:
            yield from _unstorable(name, values[0])
    if not request.FILES and FILES not in request.POST:
        yield (
            FILES,
            _(
                "Give at least one file, in multipart/form-data with the length of "
                "the body; a body that comes in chunks of no stated length is not read."
            ),
        )


def _not_known(name: str, texts: tuple[str, ...], known: str) -> str:
    if name in texts:
        return _("Give this part as a text, not as a file.")
    return _("There is no such part. Known: %(known)s.") % {"known": known}


def _unstorable(name: str, text: str) -> Iterator[tuple[str, str]]:
    try:
        check_text(text)
    except ValueError as error:
        yield name, str(error)


def _statement(text: str) -> Mapping[str, Any]:
    try:
        stated = read_json(text.encode())
    except ValidationError as error:
        raise ValidationError({"statement": error.detail}) from error
    except ValueError as error:
        message = _("This is not usable JSON: %(reason)s") % {"reason": error}
        raise ValidationError({"statement": [message]}) from error
    try:
        found: Mapping[str, Any] = Statement().run_validation(stated)
    except ValidationError as error:
        raise ValidationError({"statement": error.detail}) from error
    return found


def _identifier(text: str) -> UUID:
    try:
        found: UUID = Identifier().run_validation(text)
    except ValidationError as error:
        raise ValidationError({"replaces": error.detail}) from error
    return found


def _files(uploaded: "list[UploadedFile[Any]]") -> list[ReadFile]:
    """ValidationError that names each upload which cannot be used, by its place."""
    budget = Budget()
    found: list[ReadFile] = []
    errors: dict[str, list[str]] = {}
    for place, each in enumerate(uploaded):
        try:
            fresh = intake.read_upload(each.name or "", each, budget=budget)
            _refuse_twice(fresh, found)
        except Refused as refused:
            errors[str(place)] = list(_faults(refused))
        else:
            found += fresh
        if errors:
            found.clear()  # nothing of it is kept: it need not take memory
    if errors:
        raise ValidationError({FILES: errors})
    return found


def _refuse_twice(fresh: list[ReadFile], found: list[ReadFile]) -> None:
    known = {file.sha256 for file in found}
    for file in fresh:
        if file.sha256 in known:
            raise Refused(
                _("The same text is in this request twice. Send it once."), file.name
            )
        known.add(file.sha256)


def _faults(refused: Refused) -> Iterator[str]:
    """Each fault of a file in one line, with the words that it is about."""
    if refused.cells:
        for cell, message in refused.cells:
            yield f"{refused.name}: {cell}: {message}"
    elif refused.line:
        yield f"{refused.name}: {refused.message} “{refused.line}”"
    else:
        yield f"{refused.name}: {refused.message}"
