"""What a user states of an uploaded test, of all of it and of one file; and comments."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from benchruns.models import Submission, SubmittedFile
from benchruns.parsers.errors import ReportError
from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.submissions.statement import server_facts
from benchruns.submissions.statement.fields import FIELDS
from portal.forms.stated import StatedForm
from portal.forms.styled import style

LONGEST_TEXT = 5000
LONGEST_SETTINGS = 500_000  # SHOW VARIABLES prints about 30,000 characters
SETTINGS = "settings_text"
COMMENT = "comment"


class StatementForm(StatedForm):
    """The statement of a whole submission, with the credit that it gives."""

    settings_text = forms.CharField(
        label=_("Settings of the server"),
        required=False,
        max_length=LONGEST_SETTINGS,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_(
            "Paste what SHOW GLOBAL VARIABLES prints, or SELECT name, setting, unit "
            "FROM pg_settings. Host names and passwords in it are left out."
        ),
    )
    credit = forms.CharField(
        label=_("Name to give credit to"),
        required=False,
        max_length=80,
        help_text=_("Shown beside the results. Empty: no name is shown."),
    )

    def __init__(
        self, submission: Submission, data: Mapping[str, Any] | None = None
    ) -> None:
        self._settings = submission.parameter_settings
        kept = {**submission.statement, "credit": submission.credit}
        super().__init__(FIELDS, kept, data)

    def _kept(self) -> dict[str, str]:
        """With a digest of the settings, which do not stand in their field."""
        settings = _digest(self._settings)
        return super()._kept() | ({SETTINGS: settings} if settings else {})

    def _as_kept(self, name: str, given: str) -> str:
        if name == "credit":
            return " ".join(blank_secrets(given).text.split())
        if name != SETTINGS:
            return super()._as_kept(name, given)
        try:
            return _digest(server_facts.pasted(given))
        except ReportError:
            return given

    def _is_untouched(self, name: str, given: str, before: object) -> bool:
        """Pasting none leaves the settings as they are."""
        if name == SETTINGS:
            return not given.strip()
        return super()._is_untouched(name, given, before)

    def _in_words(self, name: str) -> str:
        if name != SETTINGS:
            return super()._in_words(name)
        count = len(self._settings)
        return ngettext("%(count)d setting", "%(count)d settings", count) % {
            "count": count
        }


def _digest(settings: Mapping[str, str]) -> str:
    """Of none it is empty."""
    text = json.dumps(settings, sort_keys=True) if settings else ""
    return hashlib.sha256(text.encode()).hexdigest()[:16] if text else ""


class FileStatementForm(StatedForm):
    """What differs for one file."""

    def __init__(
        self, file: SubmittedFile, data: Mapping[str, Any] | None = None
    ) -> None:
        names = [name for name, field in FIELDS.items() if field.of_file]
        super().__init__(names, file.statement, data, prefix=str(file.pk))


class WordsForm(forms.Form):
    """A comment; ``form_id`` is the form that it is sent with, if it stands in none."""

    comment = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *, words: str = "", form_id: str = "") -> None:
        super().__init__(initial={COMMENT: words})
        style(self)
        self.form_id = form_id
        if form_id:
            self.fields[COMMENT].widget.attrs["form"] = form_id
