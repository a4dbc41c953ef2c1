"""What is told of the template: to those who fill it in, and in the documentation."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from benchruns.submissions.template.columns import RATES, REQUIRED, Column
from benchruns.submissions.template.limits import MOST_ROWS


def steps() -> Sequence[str]:
    """How to fill it in, a line each; the first is the title."""
    return (
        _("How to fill in this report"),
        _(
            "1. One row is one run at one number of threads. Repeat a run three times, "
            "each in a row of its own."
        ),
        _(
            "2. A row must have %(required)s and at least one of %(rates)s. Leave empty "
            "what you do not know; never write 0 for it."
        )
        % {"required": REQUIRED, "rates": ", ".join(RATES)},
        _(
            "3. Keep the row of names (workload, tested_on, ...) as it is. You may move "
            "columns and take out those that you do not need."
        ),
        _(
            "4. Type values, no formulas. Numbers have a point and no commas: 1234.5. "
            "Latencies are in milliseconds."
        ),
        _(
            "5. What is the same for all rows (provider, engine, client, ...) may be left "
            "empty here and stated once on the page after the upload."
        ),
        _("6. Take passwords out of the command line."),
        _(
            "7. Save, and upload the file (.xlsx, or CSV in UTF-8) under Test reports, "
            "with the tools' own outputs if you have them. %(most)d rows at most."
        )
        % {"most": MOST_ROWS},
    )


def headings() -> list[str]:
    return [
        _("Column"),
        _("What it is"),
        _("Unit"),
        _("Needed"),
        _("What may stand there"),
        _("Example"),
    ]


def line(column: Column) -> list[str | int | float]:
    """The column, under the headings."""
    what = f"{column.label}. {column.help}".strip() if column.help else column.label
    return [column.key, what, column.unit, column.need, column.rule, column.example]


def heading(column: Column) -> str:
    return f"{column.label} ({column.unit})" if column.unit else column.label


def explanation(column: Column) -> str:
    """What a spreadsheet shows beside a cell that is chosen."""
    parts = (heading(column) + ".", column.help, column.rule)
    return " ".join(part for part in parts if part)
