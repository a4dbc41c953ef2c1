"""Test reports as programs send them, and their answers."""

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.submission_files import SAMPLES, STATEMENT

URL = "/api/v1/submissions/"
READ_WRITE = "sysbench-1.0-oltp-read-write.txt"
WHOLE = STATEMENT | {"vcpus": 1, "memory_gb": 1}


def a_file(text, name="run.txt"):
    content = text if isinstance(text, bytes) else text.encode()
    return SimpleUploadedFile(name, content)


def a_sample(path):
    return a_file((SAMPLES / path).read_bytes(), name=path.rpartition("/")[2])


def upload(client, *files, to=URL, headers=None, **texts):
    body = {"files": list(files), **texts}
    return client.post(to, body, format="multipart", headers=headers)


def begun(client, *files, **texts):
    answer = upload(client, *(files or [a_sample(READ_WRITE)]), **texts)
    assert answer.status_code == 201, answer.content
    return answer.json()


def errors(answer, status=400):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    return {each["field"]: each["message"] for each in answer.json()["errors"]}


def at(draft, tail=""):
    return f"{URL}{draft['id']}/{tail}"
