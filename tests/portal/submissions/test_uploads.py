"""The door: what is too large is refused before, or while, it comes."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import RequestFactory

from benchruns.submissions.intake import limits
from portal.web import errors
from portal.web.middleware import RefuseLargeBody
from portal.web.uploads import limits as uploads

pytestmark = pytest.mark.django_db
MULTIPART = "multipart/form-data; boundary=x"
API = "/api/v1/submissions/"
PAGE = "/submissions/new/"
LOGIN = "/login/"  # a form that anybody may send


class Unread:
    """A body that nobody may read."""

    def read(self, size=-1):
        raise AssertionError("the body was read")


def announced(path: str, size: int | str):
    request = RequestFactory().post(path, content_type=MULTIPART)
    request.META["CONTENT_LENGTH"] = str(size)
    request._stream = Unread()
    return request


def test_a_body_of_1_gb_is_refused_unread_by_the_api(client):
    answer = client.generic(
        "POST", API, b"", content_type=MULTIPART, CONTENT_LENGTH=str(1 << 30)
    )

    assert answer.status_code == 413
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"] == (
        "A request may hold 32 MB; this one announces 1,024 MB."
    )


def test_a_body_of_1_gb_is_refused_unread_by_a_page(client):
    answer = client.generic(
        *("POST", PAGE, b""),
        content_type=MULTIPART,
        CONTENT_LENGTH=str(1 << 30),
        headers={"referer": "http://testserver/submissions/"},
    )

    assert answer.status_code == 413
    text = answer.content.decode()
    assert "A request may hold 32 MB; this one announces 1,024 MB." in text
    assert 'href="/submissions/">Back to the form' in text


@pytest.mark.parametrize(
    ("path", "size", "passes"),
    [
        (API, limits.MOST_REQUEST_BYTES, True),
        (API, limits.MOST_REQUEST_BYTES + 1, False),
        (PAGE, limits.MOST_REQUEST_BYTES + 1, False),
        ("/staff/prices/", limits.MOST_FORM_BYTES, True),
        ("/staff/prices/", limits.MOST_FORM_BYTES + 1, False),
        ("/api/v1/runs/", limits.MOST_FORM_BYTES + 1, False),
        (API, "", True),
        (API, "many", True),
        (API, -1, True),
    ],
)
def test_each_room_has_its_length(path, size, passes):
    door = RefuseLargeBody(lambda request: HttpResponse("passed"))

    answer = door(announced(path, size))

    assert answer.status_code == (200 if passes else 413)


def file_of(size: int) -> SimpleUploadedFile:
    return SimpleUploadedFile("x.txt", b"x" * size)


def test_a_file_above_the_limit_stops_the_request(rf):
    request = rf.post(API, {"files": file_of(limits.MOST_UPLOAD_BYTES + 1), "x": "x"})

    with pytest.raises(uploads.UploadTooLarge) as caught:
        request.FILES  # noqa: B018  reading it is what counts the file

    answer = errors.bad_request(request, caught.value)
    assert answer.status_code == 413
    assert b"A file may hold 16 MB; pack it with zip or gzip." in answer.content


def test_a_file_within_the_limit_comes_whole(rf):
    sent = b"x" * (settings.FILE_UPLOAD_MAX_MEMORY_SIZE + 1)
    request = rf.post(API, {"files": SimpleUploadedFile("x.txt", sent)})

    received = request.FILES["files"]

    assert received.read() == sent
    assert hasattr(received, "temporary_file_path")  # not in memory
    received.close()


def test_more_files_than_are_read_are_told(client):
    files = {
        f"f{n}": file_of(1) for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1)
    }

    answer = client.post(LOGIN, files)

    assert answer.status_code == 413
    assert "A request may hold 20 files; pack them as a zip file." in (
        answer.content.decode()
    )


def test_more_text_than_a_form_holds_is_told(client):
    text = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)

    answer = client.post(LOGIN, {"login": text})

    assert answer.status_code == 413
    assert "This form holds more than is read" in answer.content.decode()
