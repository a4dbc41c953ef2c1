"""Pages that are long on paper, and how what is printed of one is read."""

from io import BytesIO

from pypdf import PageObject, PdfReader

from benchruns.models import Result
from tests.benchruns.runs.watched import series_with
from tests.factories import RunFactory, SampleFactory

COMPARED = ("rds.mysql.c1.xlarge", "rds.mysql.c2.xlarge")
SHEET = 688  # pixels between the margins of A4
# What of a page leaves the sheet at its right, where the printer drops it.
BEYOND = """() => [...document.querySelectorAll("main *")]
  .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, svg"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 160))"""
# Levels of twelve results each, between which there are four changes.
LEVELS = (1000.0, 700.0, 1000.0, 700.0, 1000.0)


def long_pages():
    run = RunFactory(succeeded=True, public=True)
    for second in range(1, 61):
        SampleFactory(run=run, second=second, tps=99.0 + second)
    steps = [level + number % 4 for level in LEVELS for number in range(12)]
    series = series_with(*steps, visibility="public")
    rows = Result.objects.filter(
        engine_version="8.0", regime="disk_io", instance_class__code__in=COMPARED
    )
    return (
        "/engines/mysql/8.0/",
        f"/runs/{run.pk}/",
        f"/trends/{series.pk}/",
        "/compare/?" + "&".join(f"result={row.pk}" for row in rows),
    )


def sheets_of(page) -> list[PageObject]:
    page.wait_for_load_state()  # it was led to, maybe, and is on its way
    return list(PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages)


def text_of(page) -> str:
    return "".join(sheet.extract_text() for sheet in sheets_of(page))


def without_spaces(text):
    return "".join(text.split())
