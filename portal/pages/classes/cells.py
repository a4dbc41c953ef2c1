"""Cells of the catalogue's table, twelve a line and fifty lines a page: drawn by Python."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from portal.wording.row_parts import NOTHING, dagger


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """``stale`` says of which day an old price is, ``doubt`` what is in doubt of a figure;
    ``above`` is one that is higher, and in doubt; ``median`` what its repeats have in
    common. Empty where nothing is."""

    text: str
    css: str
    title: str = ""
    href: str = ""
    note: str = ""
    stale: str = ""
    doubt: str = ""
    median: str = ""
    above: "Cell | None" = None
    span: int = 1

    @property
    def html(self) -> SafeString:
        return format_html(
            '<td class="{}"{}{}>{}{}{}{}{}</td>\n',
            self.css,
            format_html(' colspan="{}"', self.span) if self.span > 1 else NOTHING,
            format_html(' title="{}"', self.title) if self.title else NOTHING,
            self._figure,
            format_html('<br><span class="bb-unit-head">{}</span>', self.median)
            if self.median
            else NOTHING,
            self.above._below if self.above else NOTHING,
            format_html(' <span class="bb-unit-head">{}</span>', self.note)
            if self.note
            else NOTHING,
            format_html('<br><span class="bb-unit-head bb-stale">{}</span>', self.stale)
            if self.stale
            else NOTHING,
        )

    @property
    def _figure(self) -> SafeString | str:
        if not self.href:
            return self.text
        return format_html(
            '<a class="bb-quiet" href="{}">{}{}</a>',
            self.href,
            self.text,
            dagger(self.doubt),
        )

    @property
    def _below(self) -> SafeString:
        """As it stands below the best figure that is in no doubt."""
        return format_html(
            '<br><a class="bb-quiet bb-above" href="{0}" title="{1} {2}">'
            '<span class="visually-hidden">{1}</span> {3}{4}</a>',
            self.href,
            _("Higher, in doubt:"),
            self.title,
            self.text,
            dagger(self.doubt),
        )
