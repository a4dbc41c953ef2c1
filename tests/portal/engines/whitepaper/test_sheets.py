"""The white paper on paper: drawings, sheets, bookmarks and typefaces."""

import io
import re

import pytest
from pypdf import PdfReader

from benchruns.models import InstanceClass
from tests.examples import few_or
from tests.factories import ResultFactory
from tests.looks import dates, sheets
from tests.portal.engines.whitepaper.printed import PAGE

VERSIONS = (
    "mysql/8.0", "mysql/5.7", "mysql/5.6", "postgresql/12", "postgresql/unstated",
    "sqlserver/2008-r2", "sqlserver/2012-ee",
)  # fmt: skip


def test_its_drawings_are_of_the_page_and_share_no_name(client, published):
    """In the page's typeface, which a drawing in an image has not."""
    page = client.get(PAGE).content.decode()

    drawings = re.findall(r'<svg width="760".*?</svg>', page, flags=re.DOTALL)
    names = re.findall(r' id="([^"]*)"', page)
    assert len(drawings) > 1
    assert "<img" not in page
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]*)\)", "".join(drawings))) <= set(names)


def test_the_pdf_has_figures_charts_bookmarks_and_metadata(client, published):
    response = client.get(PAGE, {"format": "pdf"})

    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")
    document = PdfReader(io.BytesIO(response.content))
    text = " ".join(page.extract_text() for page in document.pages)
    for figure in ("1,866", "1,013", "6,740", "1.84", "rds.mysql.c2.xlarge"):
        assert figure in text
    assert dates.DAY.search(text)
    assert dates.otherwise(text) == set()
    # texts of the charts are texts of the document
    assert text.count("6,740") >= 3
    assert f"1 / {len(document.pages)}" in text
    assert document.metadata.title == "MySQL 8.0 performance white paper"
    assert document.metadata.author == "Benchbook"
    titles = [str(each.title) for each in document.outline[1] if hasattr(each, "title")]
    assert "1 Cached beside disk I/O" in titles


@pytest.mark.parametrize("version", few_or(VERSIONS, few=VERSIONS[:1]))
def test_no_sheet_but_the_last_is_nearly_empty_and_no_table_leaves_one(
    client, published, version
):
    """Nor stands a row of a table alone on a sheet."""
    path = f"/whitepaper/{version}/"
    response = client.get(path, {"format": "pdf"})

    pages = sheets.sheets_of(response.content)
    assert [
        n for n, page in enumerate(pages[:-1], 1) if sheets.lowest(page) <= 0.75
    ] == []
    assert sheets.lowest(pages[-1]) > 0.3
    assert [sheets.beyond_the_margin(page) for page in pages] == [[]] * len(pages)
    assert alone(pages, client.get(path, {"format": "json"}).json()["chapters"]) == []


def alone(pages, chapters):
    """Sheets that have one row of a table that goes on: the row's class."""
    tables = [
        [row[0] for row in chapter["published"]["rows"]]
        for chapter in chapters
        if len(chapter["published"]["rows"]) > 1
    ]
    parts = [
        [word for word in sheets.words_at_the_left(page) if word in names]
        for names in tables
        for page in pages
    ]
    assert sum(map(len, parts)) >= sum(map(len, tables))
    return [part for part in parts if len(part) == 1]


def test_a_name_longer_than_a_line_is_broken_and_every_column_stands_on_the_sheet(
    client, db
):
    longest = "n" * InstanceClass._meta.get_field("code").max_length
    # The best of the two stands on the first sheet as well, where there is room for it.
    for code, tps in (("db.r6g.large", 900.0), (longest, 800.0)):
        ResultFactory(engine_version="8.0", instance_class__code=code, tps=tps)

    response = client.get(PAGE, {"format": "pdf"})

    pages = sheets.sheets_of(response.content)
    assert [sheets.beyond_the_margin(page) for page in pages] == [[]] * len(pages)
    text = "".join(page.extract_text() for page in pages)
    assert "db.r6g.large" in text
    assert longest not in text


@pytest.mark.long
def test_a_class_that_xml_cannot_name_stops_no_paper(client, db):
    ResultFactory(engine_version="8.0", instance_class__code="a\x07b\uffffc\x0b")

    assert client.get(PAGE).status_code == 200
    response = client.get(PAGE, {"format": "pdf"})
    text = PdfReader(io.BytesIO(response.content)).pages[0].extract_text()
    assert "MySQL 8.0" in text


def test_pictures_on_paper_have_the_typeface_of_the_page_and_their_daggers(
    client, published
):
    response = client.get(PAGE, {"format": "pdf"})

    document = PdfReader(io.BytesIO(response.content))
    fonts = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for page in document.pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert {name for name in fonts if "Mono" not in name} == {
        name for name in fonts if name.startswith("Inter")
    }
    text = " ".join(page.extract_text() for page in document.pages)
    assert "2,838†" in text
    assert "regime or method in doubt" in text
