"""A campaign of another paper as staff enter it: its source, and the file of its rows."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry.columns import CAMPAIGN
from benchruns.errors import FieldErrors
from benchruns.submissions.template.limits import MOST_WORKBOOK_BYTES
from portal.forms.catalogue.entry import EntryForm
from portal.forms.styled import style

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class CampaignForm(EntryForm):
    """``has_rows``: the rows of an earlier file stay where none is sent."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        files: Any = None,  # as Django's own
        *,
        stored: Mapping[str, Any] | None = None,
        has_rows: bool = False,
    ) -> None:
        super().__init__(CAMPAIGN, data, files, stored=stored or {"language": "en"})
        self.fields["file"] = forms.FileField(
            label=gettext_lazy("Report template, filled in"),
            required=not has_rows,
            help_text=gettext_lazy("XLSX or CSV, a row for each figure of the paper."),
        )
        self.fields["file"].widget.attrs["accept"] = ".csv,.xlsx"
        style(self)

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MOST_WORKBOOK_BYTES:
            raise ValidationError(_("The file is larger than a report may be."))
        return file

    @property
    def values(self) -> dict[str, Any]:
        return {n: v for n, v in self.cleaned_data.items() if n != "file"}

    @property
    def sent(self) -> tuple[str, bytes]:
        """Name and bytes of the file; empty where none was sent."""
        file = self.cleaned_data["file"]
        return (str(file.name), bytes(file.read())) if file else ("", b"")

    def refuse_all(self, refusal: FieldErrors) -> None:
        for name, text in refusal.errors.items():
            self.add_error(name if name in self.fields else None, text)
