"""The table of columns in docs/report-template.md, made from the columns themselves.

    python -m tests.report_template_page

writes it anew.
"""

import os
from pathlib import Path

import django

from benchruns.submissions.template import guide
from benchruns.submissions.template.columns import columns

PATH = Path(__file__).parent.parent / "docs" / "report-template.md"
BEGIN, END = "<!-- columns: begin -->\n", "<!-- columns: end -->\n"


def written_anew(text: str) -> str:
    """The page with the table of today's columns in its place."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{_table()}\n{END}{after}"


def _table() -> str:
    headings = guide.headings()
    lines = [headings, ["---"] * len(headings)]
    for column in columns():
        key, *rest = guide.line(column)
        lines.append([f"`{key}`", *map(_cell, rest)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    PATH.write_text(written_anew(PATH.read_text(encoding="utf-8")), encoding="utf-8")
