"""Whatever is posted as a report: a 4xx with a sentence, or 201, and never a 500."""

import gzip
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchruns.models import Submission
from benchruns.submissions.intake import limits
from tests import hostile_uploads
from tests.benchruns.submissions.intake.filled_templates import ROW, workbook
from tests.hostile_uploads import hostile, spoilt, uploads, with_part, zip_of
from tests.submission_files import sysbench_text

URL = "/api/v1/submissions/"
BOUNDARY = "b0undary"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"
pytestmark = [*hostile_uploads.QUIET, pytest.mark.django_db]


def raw(text):
    return text.encode("utf-8", "surrogatepass")


def part(content, *, name="files", file_name=None, headers=b""):
    """One part of a body, its names as they are: quotes and line breaks go through."""
    about = b'Content-Disposition: form-data; name="%s"' % raw(name)
    if file_name is not None:
        about += b'; filename="%s"' % raw(file_name)
    return b"--%s\r\n%s\r\n%s\r\n%s\r\n" % (raw(BOUNDARY), about, headers, content)


def body(*parts):
    return b"".join(parts) + b"--%s--\r\n" % raw(BOUNDARY)


def of_files(*files):
    return body(*(part(each.content, file_name=each.name) for each in files))


def send(client, content, *, media_type=MULTIPART, **headers):
    return client.generic("POST", URL, content, content_type=media_type, **headers)


def check(answer):
    """201 with every file, or a problem whose words end as sentences do."""
    assert answer.status_code == 201 or 400 <= answer.status_code < 500
    told = json.loads(answer.content)
    if answer.status_code == 201:
        assert told["files"]
        return
    assert answer["Content-Type"] == "application/problem+json"
    for message in [told["detail"], *(each["message"] for each in told["errors"])]:
        assert len(message) > 10
    if answer.status_code == 400:  # of the body as a whole no field is named
        assert all(each["field"] or each["field"] is None for each in told["errors"])


@pytest.mark.long
@pytest.mark.timeout(3600)
@settings(hostile, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_upload_is_taken_or_refused(client, data):
    sent = of_files(*data.draw(st.lists(uploads(), min_size=1, max_size=2)))
    whole = data.draw(st.one_of(st.just(sent), st.just(sent), spoilt(st.just(sent))))

    check(send(client, whole))

    # The owner may keep a hundred drafts.
    Submission.objects.all().delete()


def test_a_part_without_a_name_is_named_by_its_quotes(client):
    unnamed = b'--%s\r\nContent-Disposition: form-data; name=""\r\n\r\n1\r\n'

    answer = send(client, body(a_file(SOUND), unnamed % raw(BOUNDARY)))

    assert answer.status_code == 400
    assert [each["field"] for each in answer.json()["errors"]] == ['""']


def a_file(content, name="report.txt"):
    return part(content, file_name=name)


BOOK = workbook(list(ROW), list(ROW.values()))
SHEET = "xl/worksheets/sheet1.xml"
SOUND = sysbench_text(intervals=False).encode()

REFUSED = {
    "zip bomb": (lambda: a_file(hostile_uploads.zip_bomb()), 400, "may hold 16 MB"),
    "zips within zips": (
        lambda: a_file(hostile_uploads.zip_in_zip()),
        400,
        "an archive within an archive",
    ),
    "1 GB declared in a zip": (
        lambda: a_file(hostile_uploads.zip_that_declares(1 << 30)),
        400,
        "damaged",
    ),
    "gzip without end": (
        lambda: a_file(hostile_uploads.gzip_without_end()),
        400,
        "200 times",
    ),
    "gzip in gzip": (
        lambda: a_file(gzip.compress(gzip.compress(b"x"))),
        400,
        "within an archive",
    ),
    "NUL bytes": (lambda: a_file(b"SQL statistics:\n\0"), 400, "is NUL"),
    "invalid UTF-8": (lambda: a_file(b"SQL statistics:\n\xff"), 400, "not UTF-8"),
    "a line of ten million columns": (
        lambda: a_file(b"1," * 8_000_000),
        400,
        "report.txt: ",
    ),
    "ten million columns of the template": (
        lambda: a_file(b"workload,tps" + b"," * 10_000_000),
        400,
        "larger than a report",
    ),
    "external entities": (
        lambda: a_file(with_part(BOOK, SHEET, hostile_uploads.XXE)),
        400,
        "declares entities",
    ),
    "a billion laughs": (
        lambda: a_file(with_part(BOOK, SHEET, hostile_uploads.LAUGHS)),
        400,
        "declares entities",
    ),
    "a formula in a cell": (
        lambda: a_file(workbook(list(ROW), ["tpcc", 8, '=HYPERLINK("http://x")'])),
        400,
        "C2 (tps): Type the value in place of the formula.",
    ),
    "a file above the limit": (
        lambda: a_file(b"x" * (limits.MOST_UPLOAD_BYTES + 1)),
        413,
        "A file may hold 16 MB",
    ),
    "too many files of an archive": (
        lambda: a_file(zip_of(*((f"{n}.txt", b"x") for n in range(65)))),
        400,
        "may hold 64 files",
    ),
    "10,000 files": (lambda: a_file(b"x") * 10_000, 413, "may hold 20 files"),
    "10,000 fields": (lambda: part(b"x", name="a") * 10_000, 413, "more than is read"),
    "a field of 3 MB": (
        lambda: part(b"x" * (3 << 20), name="settings"),
        413,
        "more than is read",
    ),
    "parts in a part": (
        lambda: part(
            body(a_file(b"x")).replace(raw(BOUNDARY), b"inner"),
            file_name="a.txt",
            headers=b"Content-Type: multipart/mixed; boundary=inner\r\n",
        ),
        400,
        "a.txt: ",
    ),
    "broken base64": (
        lambda: part(
            b"not base64!",
            file_name="a.txt",
            headers=b"Content-Transfer-Encoding: base64\r\n",
        ),
        400,
        "base64",
    ),
    "a part without a name": (
        lambda: b"--b0undary\r\nContent-Type: text/plain\r\n\r\nx\r\n",
        400,
        "at least one file",
    ),
    "headers of 2 MB": (
        lambda: part(b"x", file_name="a.txt", headers=b"X: " + b"x" * (2 << 20)),
        400,
        "",
    ),
    "NUL in the name of a part": (
        lambda: part(b"x", name="a\0b") + a_file(SOUND),
        400,
        "no such part",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_known_trap_is_refused_with_its_sentence(client, name):
    make, status, words = REFUSED[name]

    answer = send(client, body(make()))

    check(answer)
    assert answer.status_code == status
    assert words in answer.content.decode().replace('\\"', '"')
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("file_name", "kept"),
    [
        ("../../../etc/passwd", "passwd"),
        ("C:\\Windows\\x.dll", "x.dll"),
        ("..", "unnamed"),
        ("a/../..", "unnamed"),
        ("<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"),
        ("=cmd|' !A0", "=cmd|' !A0"),
        ("a\u202etxt.exe", "atxt.exe"),
        ("a\tb.txt", "ab.txt"),
        ("x" * 900 + ".txt", "x" * 196 + ".txt"),
    ],
    ids=ascii,
)
def test_a_name_is_text_and_never_a_path(client, file_name, kept):
    answer = send(client, body(a_file(SOUND, file_name)))

    (file,) = answer.json()["files"]
    assert file["name"] == kept
    address = f"{URL}{answer.json()['id']}/files/{file['id']}/raw/"
    header = client.get(address)["Content-Disposition"]
    assert header.startswith("attachment; filename")
    assert "\n" not in header


def test_a_name_brings_no_header_with_it(client):
    name = 'a.txt"\r\nSet-Cookie: a=b\r\nX: "'

    answer = send(client, body(a_file(SOUND, name)))

    check(answer)
    assert not answer.cookies


def test_html_and_formulas_in_texts_stay_what_they_are(client):
    script = "<script>alert(1)</script>=1+1"
    stated = json.dumps({"zone": script})

    answer = send(client, body(a_file(SOUND), part(stated.encode(), name="statement")))

    assert answer.json()["statement"] == {"zone": script}
    assert answer["Content-Type"] == "application/json"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("media_type", "status", "words"),
    [
        ("multipart/form-data", 400, "Invalid boundary"),
        ("multipart/form-data; boundary=", 400, "Invalid boundary"),
        (f"multipart/form-data; boundary={'x' * 300}", 400, "Invalid boundary"),
        ("multipart/form-data; boundary=other", 400, "last boundary"),
        ("multipart/mixed; boundary=b0undary", 415, "multipart/mixed"),
        ("text/plain", 415, "text/plain"),
        ("", 415, ""),
    ],
    ids=ascii,
)
def test_a_body_whose_header_is_at_fault(client, media_type, status, words):
    answer = send(client, body(a_file(SOUND)), media_type=media_type)

    check(answer)
    assert answer.status_code == status
    assert words in answer.json()["detail"]


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.95])
def test_half_a_body_is_never_taken_for_a_whole_one(client, kept):
    content = body(a_file(SOUND))

    answer = send(client, content[: int(len(content) * kept)])

    check(answer)
    assert answer.status_code == 400
    assert "it ends before its last boundary" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("length", "status"),
    [(str(1 << 30), 413), ("9" * 400, 413), ("-1", 400), ("many", 400)],
    ids=["1 GB", "endless", "negative", "no number"],
)
def test_a_length_that_is_too_large_or_none_is_refused(client, length, status):
    answer = send(client, body(a_file(SOUND)), CONTENT_LENGTH=length)

    check(answer)
    assert answer.status_code == status


def test_more_drafts_than_one_may_keep_are_refused(client, monkeypatch):
    monkeypatch.setattr("benchruns.submissions.drafts.changes.MOST_DRAFTS", 1)
    send(client, body(a_file(SOUND)))

    answer = send(client, body(a_file(b"sysbench 1.0\n" + SOUND)))

    check(answer)
    assert answer.status_code == 409
    assert "You have 1 drafts" in answer.json()["detail"]
