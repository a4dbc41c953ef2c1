"""Whatever is uploaded, only ``Refused`` leaves, with a sentence, in proportionate time."""

import gzip
import io

import pytest
from hypothesis import given

from benchruns.submissions import intake
from benchruns.submissions.intake import limits
from benchruns.submissions.template import writer
from tests import hostile_uploads
from tests.benchruns.parsers.reading_cases import is_safe, unsafe_texts
from tests.benchruns.submissions.intake.filled_templates import ROW, workbook
from tests.growth import is_in_proportion
from tests.hostile_uploads import Upload, hostile, uploads, with_part, zip_of

pytestmark = hostile_uploads.QUIET
BOOK = workbook(list(ROW), list(ROW.values()))
SHEET = "xl/worksheets/sheet1.xml"


def refusal(content: bytes, name: str = "upload") -> intake.Refused:
    with pytest.raises(intake.Refused) as caught:
        intake.read_upload(name, io.BytesIO(content))
    return caught.value


def outcome(upload: Upload) -> tuple[list[str], str]:
    """All names that come out, and a sentence; another exception than ours goes on."""
    try:
        files = intake.read_upload(upload.name, io.BytesIO(upload.content))
    except intake.Refused as refused:
        told = (refused.message, refused.line)
        names, unsafe = [refused.name], [each for each in told if not is_safe(each)]
    else:
        told = ("Read.",)
        names = [n for file in files for n in (file.name, file.archive or "-")]
        unsafe = [each for file in files for each in unsafe_texts(file.report)]
    assert unsafe == []
    return names, told[0]


@pytest.mark.timeout(3600)  # the long mode takes minutes
@hostile
@given(upload=uploads())
def test_only_a_refusal_leaves(upload: Upload):
    names, message = outcome(upload)

    assert message.endswith((".", "?")), message
    for name in names:
        assert 0 < len(name) <= limits.MOST_NAME
        assert name.isprintable()
        assert not set("/\\") & set(name)


NAMED = {
    "zip bomb": (hostile_uploads.zip_bomb, "may hold 16 MB"),
    "zips within zips": (hostile_uploads.zip_in_zip, "an archive within an archive"),
    "1 GB declared": (lambda: hostile_uploads.zip_that_declares(1 << 30), "damaged"),
    "overlapping files": (hostile_uploads.zip_whose_files_overlap, "overlap"),
    "gzip that never ends": (hostile_uploads.gzip_without_end, "200 times"),
    "gzip in gzip": (lambda: gzip.compress(gzip.compress(b"x")), "within an archive"),
    "gzip cut off": (lambda: gzip.compress(b"x" * 99)[:-9], "damaged or cut off"),
    "NUL": (lambda: b"SQL statistics:\n\0", "Character 17 is NUL"),
    "invalid UTF-8": (lambda: b"SQL statistics:\n\xff", "Byte 17 is not UTF-8"),
    "Latin-1": (lambda: "Größe".encode("latin-1"), "Byte 3 is not UTF-8"),
    "half a UTF-16 character": (lambda: b"\xff\xfea", "Byte 3 is not UTF-16-LE"),
    "empty": (lambda: b" \r\n", "empty"),
    "old Excel": (
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "old Excel",
    ),
    "PDF": (lambda: b"%PDF-1.7\n", "PDF"),
    "too many files": (
        lambda: zip_of(*((f"{n}.txt", b"x") for n in range(65))),
        "may hold 64 files",
    ),
    "a list of files without end": (
        lambda: zip_of(*((f"{n:0200}.txt", b"x") for n in range(3000))),
        "list of files is too long",
    ),
    "nothing in it": (zip_of, "no file in this archive"),
    "external entities": (
        lambda: with_part(BOOK, SHEET, hostile_uploads.XXE),
        "declares entities",
    ),
    "a billion laughs": (
        lambda: with_part(BOOK, "xl/sharedStrings.xml", hostile_uploads.LAUGHS),
        "declares entities",
    ),
    "external entities in UTF-16": (
        lambda: with_part(BOOK, SHEET, hostile_uploads.XXE.decode().encode("utf-16")),
        "declares entities",
    ),
    "macros": (lambda: with_part(BOOK, "xl/vbaProject.bin", b"x"), "macros"),
    "binary workbook": (lambda: with_part(BOOK, "xl/workbook.bin", b"x"), "binary"),
    "OpenDocument": (lambda: zip_of(("mimetype", b"x")), "OpenDocument"),
    "links to other files": (
        lambda: with_part(BOOK, "xl/externalLinks/externalLink1.xml", b"<a/>"),
        "links to other files",
    ),
    "a workbook that unpacks to much": (
        lambda: with_part(BOOK, "xl/theme/theme1.xml", b"<a>" + b" " * (9 << 20)),
        "larger than a report",
    ),
    "a million cells": (
        lambda: with_part(BOOK, SHEET, b"<a>" + b"<c/>" * 500_000 + b"</a>"),
        "larger than a report",
    ),
    "formula in a cell": (
        lambda: workbook(list(ROW), ["tpcc", 8, '=HYPERLINK("http://x")']),
        "C2 (tps): Type the value in place of the formula.",
    ),
    "formula of a million characters, filled down": (
        lambda: with_part(
            BOOK,
            SHEET,
            b'<a><f t="shared" si="0" ref="A1:A9">'
            + b"A1+" * 300_000
            + b"A1</f>"
            + b'<f t="shared" si="0"/>' * 900
            + b"</a>",
        ),
        "too many formulas",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_known_trap_is_refused_with_its_sentence(name):
    make, words = NAMED[name]

    refused = refusal(make())

    assert words in refused.message


@pytest.mark.parametrize("column", [b"1,1 ", b'"'], ids=["columns", "quotes"])
def test_a_line_of_millions_of_columns_is_refused(column):
    def refuse(size: int) -> None:
        assert refusal(column * (size // len(column))).message

    assert is_in_proportion(refuse, limits.MOST_TEXT_BYTES)


def test_ten_million_columns_of_the_template_are_refused():
    refused = refusal(b"workload,tps" + b"," * 10_000_000)

    assert "larger than a report" in refused.message


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("../../../etc/passwd", "passwd"),
        ("/etc/cron.d/x", "x"),
        ("C:\\Windows\\x.dll", "x.dll"),
        ("..", "unnamed"),
        ("a/../..", "a"),
        ("\u202etxt\x07.exe", "txt.exe"),
        ("<b>&.txt", "<b>&.txt"),  # text, escaped where it is shown
        ("", "unnamed"),
        ("x" * 300 + ".txt", "x" * 196 + ".txt"),
    ],
)
def test_a_name_is_never_a_path(path, name):
    assert refusal(b"", path).name == name


def test_html_in_a_cell_is_text_and_stays_so():
    script = "<script>alert(1)</script>"
    book = workbook(["workload", "tps", "zone"], ["tpcc", 5, script])

    (file,) = intake.read_upload("a.xlsx", io.BytesIO(book))

    assert file.report.rows[0].stated["zone"] == script


def test_the_template_itself_is_only_not_filled_in():
    refused = refusal(writer.xlsx())

    assert refused.cells == (("A3", "No row is filled in: give one."),)
