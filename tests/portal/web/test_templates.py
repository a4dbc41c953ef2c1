"""Templates stay readable: djangofmt breaks no line of text, so a test holds their width."""

from pathlib import Path

from django.conf import settings

COLUMNS = 120


def test_no_line_of_a_template_is_wider_than_120_columns() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    wide = [
        f"{path.relative_to(folder)}:{number}"
        for path in sorted(folder.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > COLUMNS
    ]
    assert not wide, f"lines over {COLUMNS} columns: {', '.join(wide)}"
