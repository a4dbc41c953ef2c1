"""Drawing PDFs: one at a time, never twice, and out of the way of the pages."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from io import BytesIO
from threading import Event

import psutil
import pytest
from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.template.loader import get_template
from pypdf import PdfReader

from portal.formats.whole_words import with_whole_words
from portal.pdf import draw, last_page, pdf
from tests import waiting
from tests.factories import ResultFactory

PAPER = "/whitepaper/mysql/8.0/"
TEMPLATES = settings.BASE_DIR / "templates"


@pytest.fixture
def empty():
    """Nothing is kept of what was drawn before, and nothing is left behind."""
    pdf._kept.clear()
    yield
    pdf._kept.clear()


@pytest.fixture
def drawings(monkeypatch, empty):
    """The documents that were drawn, in order; drawn for real."""
    told = []
    real = pdf._drawn

    def counted(html):
        told.append(html)
        return real(html)

    monkeypatch.setattr(pdf, "_drawn", counted)
    return told


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A busy machine may take minutes for a drawing."""
    monkeypatch.setattr(pdf, "WAIT_SECONDS", waiting.HANG_SECONDS)


def asked(html):
    try:
        return pdf.pdf_of(lambda: html)
    except pdf.Busy:
        return None


def test_many_who_ask_for_one_document_at_once_make_one_drawing(drawings):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(asked, ["<h1>One</h1>"] * 8))

    assert drawings == ["<h1>One</h1>"]
    found = [answer for answer in answers if answer]
    # The others keep the threads of the web process free: they are told to come again.
    assert len(found) >= pdf.MOST_ASKING
    assert set(found) == {asked("<h1>One</h1>")}
    assert found[0].startswith(b"%PDF")
    assert len(drawings) == 1


def test_another_document_and_another_style_are_drawn(drawings, monkeypatch):
    sheet = '<link rel="stylesheet" href="/static/css/print.css">'
    monkeypatch.setattr(pdf, "static_file", lambda _url: (b"p {}", "text/css"))
    first = pdf._key(sheet)

    monkeypatch.setattr(pdf, "static_file", lambda _url: (b"p { color: red }", ""))

    assert pdf._key(sheet) != first
    assert pdf._key(sheet) != pdf._key(f"{sheet}<p>more</p>")


@pytest.fixture
def pen(monkeypatch, empty):
    """A drawing that lasts until it is let go."""
    started, let_go = Event(), Event()

    def slow(html):
        started.set()
        assert let_go.wait(waiting.HANG_SECONDS)
        return html.encode()

    monkeypatch.setattr(pdf, "_drawn", slow)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(asked, "first")
        assert started.wait(waiting.HANG_SECONDS)
        yield let_go
        let_go.set()
        assert first.result() == b"first"


def test_who_waits_too_long_is_told_to_come_again(client, db, pen, monkeypatch):
    monkeypatch.setattr(pdf, "WAIT_SECONDS", 0.01)
    ResultFactory()

    answer = client.get(PAPER, {"format": "pdf"})

    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "Try again in a few seconds" in answer.content.decode()
    assert client.get(PAPER).status_code == 200


def test_who_waits_gets_the_turn(pen):
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(asked, "second")
        pen.set()

        assert second.result(waiting.HANG_SECONDS) == b"second"


def test_few_may_wait_so_that_threads_are_left_for_pages(pen):
    with ThreadPoolExecutor(8) as pool:
        others = [pool.submit(asked, f"other {number}") for number in range(8)]
        ended = as_completed(others, timeout=waiting.HANG_SECONDS)
        refused = [next(ended).result() for _ in range(9 - pdf.MOST_ASKING)]
        pen.set()
        waited = [each.result() for each in ended]

    assert refused == [None] * len(refused)
    assert all(waited)
    assert len(waited) == pdf.MOST_ASKING - 1


def test_a_drawing_that_takes_too_long_is_ended(empty, monkeypatch):
    with monkeypatch.context() as hurried:
        hurried.setattr(pdf, "DRAWING_SECONDS", 0.01)
        assert asked("<p>long</p>") is None

    assert asked("<p>long</p>").startswith(b"%PDF")


def test_a_drawing_ends_with_the_web_process():
    """However that ends: here it is killed while the program waits for its input."""
    web = (
        "import os, subprocess, sys, time;"
        f"p = subprocess.Popen([sys.executable, '-m', {pdf.PROGRAM!r}, str(os.getpid())]);"
        "print(p.pid, flush=True); time.sleep(3600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", web], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        drawing = psutil.Process(int(process.stdout.readline()))
        process.kill()
        process.wait()

        # its input is still open
        waiting.for_ends(drawing)


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1/static/css/tokens.css",
        "file:///etc/passwd",
        "http://benchbook.invalid/etc/passwd",
        "http://benchbook.invalid/static/../../etc/passwd",
        "http://benchbook.invalid/static/%2e%2e/manage.py",
    ],
    ids=["metadata", "host", "file", "path", "up", "encoded"],
)
def test_a_pdf_reads_our_static_files_and_nothing_else(address):
    with pytest.raises((ValueError, OSError, SuspiciousFileOperation)):
        draw.static_file(address)


def test_a_pdf_reads_the_style_sheets_of_the_page():
    content, kind = draw.static_file("http://benchbook.invalid/static/css/tokens.css")

    assert kind == "text/css"
    assert b"--bb-cached" in content


@pytest.mark.parametrize("name", ["compare", "needs", "runs", "whitepaper"])
def test_every_document_stands_in_one_frame(name):
    html = get_template(f"{name}/pdf.html").template.source

    assert html.startswith('{% extends "whitepaper/_document.html" %}')
    assert "<html" not in html


def test_there_is_no_document_without_the_frame():
    found = {path.parent.name for path in TEMPLATES.glob("**/pdf.html")}

    assert found == {"compare", "needs", "runs", "whitepaper"}


def pages_of(html):
    return [page.extract_text() for page in PdfReader(BytesIO(draw.drawn(html))).pages]


def document(body, style=""):
    sheets = "".join(
        f'<link rel="stylesheet" href="{settings.STATIC_URL}css/{name}.css">'
        for name in ("whitepaper", "print")
    )
    head = f"<head><title>T</title>{sheets}<style>{style}</style></head>"
    return f'<html>{head}<body><article class="wp">{body}</article></body></html>'


@pytest.mark.parametrize("width", range(40, 300, 20))
def test_no_line_ends_within_disk_io(width):
    body = f'<h1 style="width: {width}px">Best TPS, disk I/O, of 3 classes</h1>'

    lines = [
        line.strip() for page in pages_of(document(body)) for line in page.split("\n")
    ]

    assert any("disk I/O" in line for line in lines)


def test_what_the_head_and_pictures_say_is_left_as_it_is():
    html = (
        "<head><title>disk I/O</title></head><body><svg><text>disk I/O</text></svg>"
        '<p title="disk I/O">a</p>'
    )

    assert with_whole_words(html) == html


def lines_of(count):
    return document("".join(f"<p>Line {number}</p>" for number in range(count)))


@pytest.mark.parametrize(
    ("lines", "first", "second"),
    [
        (6, ["load 0", "load 5"], ["drop 0", "drop 5"]),  # a short step is whole
        (30, ["load 0", "load 5"], ["load 29", "drop 0", "drop 29"]),
    ],
)
def test_a_sheet_ends_between_the_steps_of_commands_or_within_a_long_one(
    monkeypatch, lines, first, second
):
    """All of them went to the next one together, and left a part of theirs empty."""
    monkeypatch.setattr(last_page, "has_a_rest", lambda _document: False)
    steps = [
        "\n".join(f"{name} {n}" for n in range(lines)) for name in ("load", "drop")
    ]
    spans = "".join(f'<span class="wp-step">{step}</span>' for step in steps)
    before = "".join(f"<p>Line {number}</p>" for number in range(47))

    sheets = pages_of(document(f'{before}<pre class="wp-code wp-steps">{spans}</pre>'))

    assert [[each for each in first if each in sheet] for sheet in sheets] == [
        first,
        [],
    ]
    assert all(each in sheets[1] for each in second)
    assert not any(each in sheets[0] for each in second)


def test_a_larger_rest_is_saved_where_many_pages_are_set_tighter(monkeypatch):
    with monkeypatch.context() as plain:
        plain.setattr(last_page, "has_a_rest", lambda _document: False)
        first, second, *_others = pages_of(lines_of(150))
        lines = (
            first.count("Line") + 8 * second.count("Line") + second.count("Line") // 3
        )
        assert len(pages_of(lines_of(lines))) == 10

    assert len(pages_of(lines_of(lines))) == 9


def test_a_last_page_of_a_few_lines_is_saved(monkeypatch):
    with monkeypatch.context() as plain:
        plain.setattr(last_page, "has_a_rest", lambda _document: False)
        over = next(n for n in range(45, 65) if len(pages_of(lines_of(n))) > 1)

    (page,) = pages_of(lines_of(over))
    assert f"Line {over - 1}" in page
    assert len(pages_of(lines_of(over + 30))) == 2
