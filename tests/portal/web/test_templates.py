"""Templates stay readable and general, which djangofmt does not look at."""

import re
from pathlib import Path

from django.conf import settings

from benchruns.engines import ENGINES
from benchruns.workloads import WORKLOADS

COLUMNS = 120
# What a reader may type, by example; the guide's texts are about the engines.
EXAMPLES = {
    "compare/_head.html",
    "compare/empty.html",
    "needs/need.html",
    "prices/_rules.html",
    "trends/_feed.html",
}


def test_no_line_of_a_template_is_wider_than_120_columns() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    wide = [
        f"{path.relative_to(folder)}:{number}"
        for path in sorted(folder.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > COLUMNS
    ]
    assert not wide, f"lines over {COLUMNS} columns: {', '.join(wide)}"


def test_no_template_knows_an_engine_or_a_workload_by_name() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    labels = [engine.label for engine in ENGINES.values()]
    names = re.compile(rf"\b({'|'.join([*ENGINES, *labels, *WORKLOADS])})\b")
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if path.parent.name != "guide" and names.search(path.read_text())
    }
    assert found == EXAMPLES


def test_a_text_with_a_value_in_it_is_translated_with_its_value() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    bare = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.html")
        if re.search(r"""{% (?:translate|trans) (["'])[^"'%]*\{\{""", path.read_text())
    ]

    assert bare == []
