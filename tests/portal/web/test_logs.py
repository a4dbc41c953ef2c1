"""Lines of the log that programs read: JSON, of which request and run, no secrets."""

import json
import logging
import threading
from io import StringIO
from uuid import UUID

import pytest

from benchruns.audit.logs import JsonLine, TextLine, configuration, lines_of_run
from portal.web.origin import HEADER

RUN = UUID("6f1c3f0e-0000-4000-8000-000000000007")
PASSWORD = "fuchsia-elephant-7"
MESSAGES = [
    f"mysql://bench:{PASSWORD}@db.example:3306/bench does not answer",
    f"--mysql-password={PASSWORD} was given",
    f"password: {PASSWORD}",
    f"Authorization: Bearer {PASSWORD}",
]


@pytest.fixture(params=[JsonLine, TextLine])
def formatter(request):
    return request.param()


@pytest.fixture
def log():
    """What any logger writes, as JSON would be written to standard error."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLine())
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


def test_a_line_is_one_object_whatever_the_message(log):
    logging.getLogger("benchruns.x").warning("first\nsecond “%s”", "ü")

    (line,) = log()
    assert line["message"] == "first\nsecond “ü”"
    assert (line["level"], line["logger"]) == ("WARNING", "benchruns.x")
    assert line["time"].endswith("Z")
    assert line.keys() == {"time", "level", "logger", "message"}


@pytest.mark.django_db
def test_a_line_of_a_request_has_the_id_that_its_answer_has(client, log):
    answer = client.get("/nothing-is-here/")

    lines = [line for line in log() if line["logger"] == "django.request"]
    assert [line["request"] for line in lines] == [answer[HEADER]]


def test_a_line_of_a_run_has_its_id_in_each_thread(log):
    logger = logging.getLogger("workers.x")
    with lines_of_run(RUN):
        logger.warning("of the run")
        thread = threading.Thread(target=logger.warning, args=["of its lease"])
        thread.start()
        thread.join()
    logger.warning("after it")
    logger.warning("lease lost", extra={"run": RUN})

    assert [line.get("run") for line in log()] == [str(RUN), str(RUN), None, str(RUN)]


@pytest.mark.parametrize("message", MESSAGES)
def test_no_secret_stands_in_a_message(formatter, message):
    record = logging.makeLogRecord({"msg": "%s", "args": (message,)})

    assert PASSWORD not in formatter.format(record)


@pytest.mark.parametrize("message", MESSAGES)
def test_no_secret_stands_in_a_traceback(formatter, message):
    with pytest.raises(ValueError, match="7") as caught:
        _fail(message)
    found = (caught.type, caught.value, caught.tb)
    record = logging.makeLogRecord({"msg": "no answer", "exc_info": found})

    written = formatter.format(record)
    assert "Traceback" in written
    assert PASSWORD not in written


def _fail(message):
    raise ValueError(message)


def test_another_format_is_refused_in_words():
    with pytest.raises(ValueError, match="LOG_FORMAT is text or json"):
        configuration("xml", level="INFO")
