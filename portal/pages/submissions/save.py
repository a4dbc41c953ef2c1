"""Keeping what the page of an editable submission holds, before anything else is done.

Its statement, what differs for one file, and files that were chosen stand in one form,
which every button of the page sends: nothing that was typed is lost by pressing another.
What another window has kept meanwhile is kept too, unless both changed the same field.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS as ALL
from django.db import transaction
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.models import Submission
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.drafts.hold import held
from benchruns.submissions.files.removed_secrets import secrets_in
from benchruns.submissions.statement.statement import StatementError
from portal.forms.stated import Conflict, StatedForm
from portal.forms.submissions import FileStatementForm, StatementForm
from portal.pages.submissions import uploads as submission_uploads
from portal.web.requests import UserRequest

OF_FILE = "of_file"  # names the file whose fields the form holds
FILES = "files"


@dataclass(frozen=True, slots=True)
class Typed:
    """The forms as they were sent; None where the page had none."""

    statement: StatementForm | None = None
    of_file: FileStatementForm | None = None

    @property
    def forms(self) -> list[StatedForm]:
        return [form for form in (self.statement, self.of_file) if form is not None]

    @property
    def is_stale(self) -> bool:
        return any(form.is_stale for form in self.forms)

    @property
    def conflicts(self) -> list[Conflict]:
        return [each for form in self.forms for each in form.conflicts]

    @property
    def wrong(self) -> list[BoundField]:
        """The fields whose value cannot be used."""
        return [
            form[name] for form in self.forms for name in form.errors if name != ALL
        ]


class NotKeptError(Exception):
    """What was typed cannot be kept; ``typed`` says at which fields, or is stale."""

    def __init__(self, typed: Typed) -> None:
        super().__init__()
        self.typed = typed


Page = Callable[..., HttpResponse]
Text = str | Promise


def keep(
    request: UserRequest, id: UUID, *, page: Page, undone: Text = ""
) -> HttpResponse | None:
    """None where all of it is kept; else the ``page`` again, with what was typed.

    ``undone`` says that what the button is for was not done then. Raises as ``drafts``
    does.
    """
    try:
        secrets = _keep_typed(request, id)
    except NotKeptError as error:
        if request.FILES:
            words = _("The files were not added either: choose them again.")
            messages.error(request, words)
        _tell_undone(request, undone)
        return page(request, id, typed=error.typed)
    _warn_of(request, secrets)
    return _keep_files(request, id, page=page, undone=undone)


def _tell_undone(request: HttpRequest, undone: Text) -> None:
    if undone:
        messages.error(request, str(undone))


@transaction.atomic
def _keep_typed(request: UserRequest, id: UUID) -> int:
    """How many secrets were removed from it. Raises NotKeptError, and keeps nothing."""
    submission = Submission.objects.visible_to(request.user).get(pk=id)
    typed = typed_in(request, submission)
    if not typed.forms:
        return 0
    submission = held(id, request.user)
    typed = typed_in(request, submission)  # of what nobody else changes now
    is_valid = [form.is_valid() for form in typed.forms]
    if not all(is_valid) or typed.is_stale:
        raise NotKeptError(typed)
    try:
        return _state(request, id, typed)
    except StatementError as error:
        (typed.statement or typed.forms[0]).tell(error.errors)
        raise NotKeptError(typed) from error


def typed_in(request: HttpRequest, submission: Submission) -> Typed:
    statement = StatementForm(submission, request.POST)
    of_file = _of_file(request.POST, submission)
    return Typed(
        statement if statement.was_sent else None,
        of_file if of_file is not None and of_file.was_sent else None,
    )


def _of_file(
    sent: Mapping[str, str], submission: Submission
) -> FileStatementForm | None:
    """None for a file that was removed meanwhile, too."""
    try:
        wanted = UUID(sent.get(OF_FILE, ""))
    except ValueError:
        return None
    standing = submission.files.filter(pk=wanted, removed_at=None).defer("content")
    file = standing.first()
    return FileStatementForm(file, sent) if file else None


def _state(request: UserRequest, id: UUID, typed: Typed) -> int:
    secrets = 0
    if typed.statement is not None and typed.statement.has_changed():
        stated = typed.statement.stated
        settings = typed.statement.cleaned_data["settings_text"] or None
        credit = typed.statement.cleaned_data["credit"]
        drafts.state(
            id,
            by=request.user,
            statement=stated,
            settings_text=settings,
            credit=credit,
        )
        secrets += sum(secrets_in(stated, settings).values())
    if typed.of_file is not None and typed.of_file.has_changed():
        stated = typed.of_file.stated
        file_id = UUID(str(typed.of_file.prefix))
        drafts.state_file(id, by=request.user, file_id=file_id, statement=stated)
        secrets += sum(secrets_in(stated).values())
    return secrets


def _warn_of(request: HttpRequest, secrets: int) -> None:
    if secrets:
        words = ngettext(
            "A password was removed from the command line or the settings. "
            "Change it all the same.",
            "%(count)d passwords were removed from the command line or the settings. "
            "Change them all the same.",
            secrets,
        )
        messages.warning(request, words % {"count": secrets})


def _keep_files(
    request: UserRequest, id: UUID, *, page: Page, undone: Text
) -> HttpResponse | None:
    """Those that can be read; what cannot stops the rest of what was asked for."""
    uploaded = request.FILES.getlist(FILES)
    if not uploaded:
        return None
    with submission_uploads.reading(uploaded, by=request.user) as upload:
        is_any_of_use = bool(upload.files)
        if is_any_of_use:
            drafts.add_files(id, by=request.user, files=upload.files)
            upload.files.clear()
    if not upload.refused:
        return None
    _tell_undone(request, undone)
    if not is_any_of_use:
        return page(request, id, refused=upload.refused)
    for each in upload.refused:
        messages.error(request, submission_uploads.refusal(each))
    return page(request, id)
