"""Rows of the release that stored sentences of failures: to codes and values, and back."""

from django.db.models import JSONField, Value

from benchruns.models import Check, DataSet, Event, Run
from benchruns.sentences.endpoints import check_message
from benchruns.sentences.failures.table import drop_error, failure_message, why_failed
from tests.benchruns.migrations.moving import NEWEST, OF_CODES, OF_SENTENCES, models_of
from tests.examples import few_or
from tests.factories import (
    CheckFactory,
    DataSetFactory,
    EventFactory,
    RunFactory,
    ServerFactory,
)
from tests.sentences import of_event

OLD_WORDS = "sbtest1 holds 9 rows in place of 10. Look at the server's log."
DISK_FULL = failure_message("disk_full", {})
CONNECTED = "Connected to MySQL 8.0.36."

FACTS = {"engine": "mysql", "version": "8.0.36"}
FOUND = {**FACTS, "missing_privileges": [], "missing_for_counters": []}
LACKING = f"{CONNECTED} The account lacks A, B: grant it, or a run will be refused."
STATED = {"message": OLD_WORDS}
# For each kind: its column of sentences, how to make one, what is said of it now.
KINDS = {
    "Event": ("message", EventFactory, of_event),
    "Run": ("failure_message", lambda: RunFactory(failed=True), why_failed),
    "Check": (
        "message",
        lambda: CheckFactory(passed=True),
        lambda check: check_message(check.code, check.values),
    ),
    "DataSet": (
        "drop_error",
        lambda: DataSetFactory(server=ServerFactory()),
        drop_error,
    ),
}
# A kind, its sentence and columns in the older release, and what becomes of them.
CASES = [
    ("Event", "Queued.", {"code": "queued"}, {"data": {}}),
    (
        "Event",
        "Its time has come.",
        {"code": "queued"},
        {"data": {"message": "Its time has come."}},
    ),
    (
        "Event",
        "Waiting 5 s for the server to settle.",
        {"code": "settling", "data": {"seconds": 5}},
        {"data": {"seconds": 5}},
    ),
    (
        "Event",
        OLD_WORDS,
        {"code": "phase", "data": {"phase": "prepare"}},
        {"data": {"phase": "prepare", **STATED}},
    ),
    ("Event", OLD_WORDS, {"code": "moved"}, {"data": STATED}),
    ("Run", DISK_FULL, {"failure_code": "disk_full"}, {"failure_values": {}}),
    ("Run", OLD_WORDS, {"failure_code": "data_missing"}, {"failure_values": STATED}),
    (
        "Run",
        OLD_WORDS,
        {"failure_code": ""},
        {"failure_code": "unknown", "failure_values": STATED},
    ),
    ("Check", CONNECTED, {"server": FACTS}, {"values": FOUND}),
    (
        "Check",
        LACKING,
        {
            "server": FACTS,
            "code": "no_privilege",
            "missing_privileges": ["A", "B"],
        },
        {"values": {**FOUND, "missing_privileges": ["A", "B"]}},
    ),
    ("Check", DISK_FULL, {"server": {}, "code": "disk_full"}, {"values": {}}),
    ("Check", OLD_WORDS, {"server": {"version": "8"}}, {"values": STATED}),
    ("Check", OLD_WORDS, {"server": ["damaged"]}, {"values": STATED}),
    ("DataSet", DISK_FULL, {}, {"drop_code": "disk_full", "drop_values": {}}),
    ("DataSet", OLD_WORDS, {}, {"drop_code": "unknown", "drop_values": STATED}),
    ("DataSet", "", {}, {"drop_code": "", "drop_values": {}}),
]


# Data of an event that no release wrote, with a message beside them.
ODD_DATA = [["damaged"], [], "text", 7, {"message": "inner"}]


def a_sentence_stays_where_code_and_values_do_not_tell_it_and_comes_back():
    rows = [KINDS[kind][1]() for kind, *_case in CASES]
    odd = [EventFactory(code="phase") for _data in ODD_DATA]
    null, waiting = EventFactory(code="phase"), CheckFactory()
    yield OF_SENTENCES

    older = models_of(OF_SENTENCES)
    events, checks = (older.get_model("benchruns", n).objects for n in ("Event", "Check"))
    for row, (kind, message, columns, _new) in zip(rows, CASES, strict=True):
        stored = older.get_model("benchruns", kind).objects.filter(pk=row.pk)
        stored.update(**columns, **{KINDS[kind][0]: message})
    for row, data in zip(odd, ODD_DATA, strict=True):
        events.filter(pk=row.pk).update(data=data, message=OLD_WORDS)
    events.filter(pk=null.pk).update(data=Value(None, JSONField()), message=OLD_WORDS)
    checks.filter(pk=waiting.pk).update(message=OLD_WORDS)

    yield OF_CODES
    yield OF_SENTENCES

    _have_come_back([*odd, null], waiting)

    yield NEWEST

    for row, (kind, message, _old, columns) in zip(rows, CASES, strict=True):
        row.refresh_from_db()
        assert {name: getattr(row, name) for name in columns} == columns
        assert KINDS[kind][2](row) == message
    for row in [*odd, null]:
        row.refresh_from_db()
        assert of_event(row) == OLD_WORDS
    waiting.refresh_from_db()
    assert waiting.values == STATED

    if few_or(True, few=False):
        yield OF_SENTENCES

        _have_come_back([*odd, null], waiting)


def _have_come_back(odd, waiting):
    older = models_of(OF_SENTENCES)
    events, checks = (older.get_model("benchruns", n).objects for n in ("Event", "Check"))
    for row, data in zip(odd, [*ODD_DATA, {}], strict=True):
        stored = events.get(pk=row.pk)
        assert (stored.message, stored.data) == (OLD_WORDS, data)
    assert checks.get(pk=waiting.pk).message == OLD_WORDS


def going_back_writes_every_sentence_and_coming_again_drops_it():
    reason = {"code": "tool_died", "values": {"signal": 6}}
    run = RunFactory(
        failed=True, failure_code="tool_died", failure_values={"signal": 6}
    )
    stated = RunFactory(failed=True, failure_values={"message": OLD_WORDS})
    leftover = EventFactory(
        code="leftover", data={"data_set": "benchbook_1", "reason": reason}
    )
    moved = EventFactory(code="moved", data={"to": "moon", "message": "Moved."})
    check = CheckFactory(passed=True)
    waiting = CheckFactory()
    left = DataSetFactory(
        server=ServerFactory(), drop_code="tool_died", drop_values={"signal": 6}
    )
    stays = DataSetFactory(server=ServerFactory())

    yield OF_SENTENCES

    old = models_of(OF_SENTENCES).get_model
    messages = dict(
        old("benchruns", "Run").objects.values_list("pk", "failure_message")
    )
    events = dict(old("benchruns", "Event").objects.values_list("pk", "message"))
    checks = dict(old("benchruns", "Check").objects.values_list("pk", "message"))
    errors = dict(old("benchruns", "DataSet").objects.values_list("pk", "drop_error"))

    died = "The tool died (signal 6). Look at its output, then run again."
    assert (messages[run.pk], messages[stated.pk]) == (died, OLD_WORDS)
    assert events[leftover.pk].startswith(
        "benchbook_1 could not be dropped now (The to"
    )
    assert events[moved.pk] == "Moved."
    assert old("benchruns", "Event").objects.get(pk=moved.pk).data == {"to": "moon"}
    assert (checks[check.pk], checks[waiting.pk]) == (CONNECTED, "")
    assert (errors[left.pk], errors[stays.pk]) == (died, "")

    yield NEWEST

    assert why_failed(Run.objects.get(pk=run.pk)) == died
    assert Event.objects.get(pk=leftover.pk).data == leftover.data
    assert Event.objects.get(pk=moved.pk).data == moved.data
    assert check_message("", Check.objects.get(pk=check.pk).values) == CONNECTED
    assert Check.objects.get(pk=waiting.pk).values == {}
    assert drop_error(DataSet.objects.get(pk=left.pk)) == died
