"""What is said of failures, of events and of checks: each code by its values."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import benchruns
import workers
from benchruns.engines import FAMILIES
from benchruns.failures import diagnosis
from benchruns.runs.lifecycle import unserved
from benchruns.sentences import events, plans
from benchruns.sentences.endpoints import check_message
from benchruns.sentences.events import event_message
from benchruns.sentences.failures import table as failures
from benchruns.sentences.failures.table import SENTENCES, failure_message
from tests.recorder.site import FAILURE_VALUES

ROOMS = [Path(wing.__path__[0]) for wing in (benchruns, workers)]
# What a run's state names: the code of an event that is no literal.
STATES = {"scheduled", "queued", "succeeded", "failed", "cancelled"}
NO_WORDS = "has no sentence"


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in chain(*(room.rglob("*.py") for room in ROOMS)):
        if "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                yield name, node


def codes(*names: str) -> set[str]:
    """Those that calls of these names give, first or as ``code``."""
    found = set()
    for name, call in calls():
        if name in names:
            given = [k.value for k in call.keywords if k.arg == "code"] or call.args[:1]
            found |= {each.value for each in given if isinstance(each, ast.Constant)}
    return found


def test_every_failure_that_is_made_has_its_sentence():
    made = codes("failure", "Failure")
    read = set()
    for each in FAMILIES.values():
        read |= {*each.errors.codes.values()}
        read |= {rule.code for rule in (*each.errors.narrow, *each.errors.wide)}
    for tier in (diagnosis._FIRST, diagnosis._OF_ALL, diagnosis._LAST):
        read |= {rule.code for rule in tier}

    assert len(made) > 30
    assert made | read <= set(SENTENCES)


def test_every_problem_of_a_plan_has_its_sentences():
    assert codes("_refused", "_doubtful") == set(plans.SENTENCES)


def test_every_event_has_its_sentence():
    named = {"lost", "given_back", "generators_missing", unserved.CODE}
    recorded = codes("event", "record_event") | named | STATES

    assert recorded == set(events.SENTENCES)


@pytest.mark.parametrize("code", SENTENCES)
def test_every_failure_says_what_happened_and_what_to_do(code):
    message = failure_message(code, FAILURE_VALUES.get(code, {}))

    assert NO_WORDS not in message
    assert message.endswith(".")
    assert "%(" not in message
    assert len(message.split(". ")) >= 2 or ":" in message


@pytest.mark.parametrize(
    ("code", "values", "words"),
    [
        ("no_privilege", {}, "lacks a privilege that this needs"),
        ("no_privilege", {"privileges": ["A", "B"]}, "lacks A, B. Grant it"),
        ("no_privilege", {"workspace_privileges": ["A"]}, "lacks A for it. Grant"),
        ("data_missing", {}, "hold fewer rows"),
        ("data_missing", {"unmarked": ["a", "b"]}, "a, b do not carry its mark"),
        (
            "data_missing",
            {"table": "t", "rows": 1234, "expected": 5678},
            "t holds 1234 rows in place of 5678.",
        ),
        (
            "data_missing",
            {"table": "t", "rows": 1234, "least": 5678, "most": 5678},
            "t holds 1,234 rows in place of 5,678.",
        ),
        (
            "data_missing",
            {"table": "t", "rows": 0, "least": 5678, "most": 9999},
            "in place of 5,678 to 9,999.",
        ),
        ("data_missing", {"table": "t", "id": 100}, "Row 100 of t is missing."),
        ("tool_died", {"signal": 6}, "(signal 6)"),
        ("tool_died", {"signal": 11, "cause": "server_gone"}, "sysbench died"),
        ("tool_died", {"signal": 9, "cause": "out_of_memory"}, "was killed (signal 9)"),
        ("tool_memory", {"limit_bytes": 100 * 2**20}, "more than 100 MiB of memory"),
        ("too_many_statements", {}, "allows no more prepared statements"),
        (
            "too_many_statements",
            {"threads": 64, "statements": 20_000, "tables": 32, "limit": 16_382},
            "64 threads prepare 20,000 statements for 32 tables, and the server allows "
            "16,382. Raise max_prepared_stmt_count on the server, use",
        ),
        ("orders_missing", {"counted": 1234.5, "found": 1000}, "saw 1,234 new orders"),
        (
            "generators_missing",
            {"wanted": 3, "came": 2},
            "The run wants 3 load generators, and 2 were free.",
        ),
        ("generator_lost", {"number": 2}, "Load generator 2 stopped answering."),
        ("worker_lost", {"attempt": 3}, "answering. That was attempt 3, the last one."),
        (
            "tables_exist",
            {
                "whose": "left",
                "database": "shop",
                "endpoint": "e",
                "data_set": "benchbook_7",
                "reason": {"code": "tool_died", "values": {"signal": 6}},
            },
            "could not drop them yet. The tool died (signal 6). Look at its output, then "
            "run again. Check that endpoint",
        ),
        (
            "tables_exist",
            {
                "whose": "left",
                "database": "shop",
                "endpoint": "e",
                "data_set": "benchbook_7",
                "reason": None,
            },
            "could not drop them yet. Check that endpoint",
        ),
    ],
)
def test_a_code_says_what_its_values_tell(code, values, words):
    assert words in failure_message(code, values)


@pytest.mark.parametrize("whose", ["another_user", "sweep", "kept"])
def test_tables_in_the_way_are_said_to_be_somebody_s(whose):
    of = {"database": "shop", "endpoint": "mine", "data_set": "benchbook_7"}

    message = failure_message("tables_exist", {"whose": whose, **of})

    assert "the tables in shop are data" in message
    assert (
        ("benchbook_7" in message) == ("mine" in message) == (whose != "another_user")
    )


@pytest.mark.parametrize(
    ("code", "data", "message"),
    [
        ("queued", {}, "Queued."),
        ("queued", {"was_scheduled": True}, "Its time has come."),
        ("cancelled", {}, "Cancelled."),
        ("cancelled", {"was_waiting": True}, "Cancelled before it started."),
        (
            "cancelled",
            {"was_waiting": True, "by": "staff"},
            "Cancelled by staff before it started.",
        ),
        (
            "cancelled",
            {"was_waiting": True, "by": "owner"},
            "Cancelled by its owner before it started.",
        ),
        ("cancel_requested", {}, "Cancel was asked for."),
        ("cancel_requested", {"by": "owner"}, "Its owner asked for a cancel."),
        ("cancel_requested", {"by": "staff"}, "Staff asked for a cancel."),
        (
            "cancelled",
            {"sweep_position": 2},
            "Cancelled: run 2 of the sweep could not prepare the data that this one was "
            "to use.",
        ),
        (
            "phase",
            {"phase": "prepare", "size": {"tables": 1, "table_size": 25_000}},
            "Prepare began: 1 table of 25,000 rows.",
        ),
        (
            "phase",
            {"phase": "prepare", "size": {"scale": 1000, "total_records": 10**8}},
            "Prepare began: scale 1,000, 100,000,000 accounts.",
        ),
        (
            "phase",
            {
                "phase": "prepare",
                "size": {"scale": 10, "warehouses": 10, "profile": "hammerdb"},
            },
            "Prepare began: 10 warehouses, profile hammerdb.",
        ),
        ("phase", {"phase": "measure"}, "Measure began; counters set to zero."),
        (
            "phase",
            {"phase": "measure", "ramp_up_seconds": 120},
            "Ramp-up of 120 s began; it is not counted.",
        ),
        (
            "plan_caution",
            {"problem": "long_load", "values": {"load_seconds": 20_000}},
            "Loading the data takes about 5.6 hours. Use fewer rows, or keep the data "
            "for later runs.",
        ),
        (
            "data_used",
            {
                "data_set": "benchbook_7",
                "rows": 4000,
                "loaded_at": "2026-03-01T12:30:59+00:00",
            },
            "Using data set benchbook_7 of 4,000 rows, loaded 2026-03-01 12:30 UTC.",
        ),
        (
            "data_unusable",
            {
                "data_set": "benchbook_7",
                "is_dropped": True,
                "reason": {"code": "data_missing", "values": {"unmarked": ["t"]}},
            },
            "Data set benchbook_7 cannot be used again: t do not carry its mark any "
            "more. It will be dropped, and new data is loaded.",
        ),
        (
            "leftover",
            {
                "data_set": "benchbook_7",
                "reason": {"code": "tool_died", "values": {"signal": 6}},
            },
            "benchbook_7 could not be dropped now (The tool died (signal 6). Look at its "
            "output, then run again) and will be at the next contact.",
        ),
        (
            "data_loaded",
            {"rows": 4000, "seconds": 1234.56},
            "Loaded 4,000 rows in 1,234.6 s.",
        ),
        (
            "data_kept",
            {"data_set": "benchbook_7", "is_kept": False},
            "Data set benchbook_7 stays on the server for the runs of its sweep.",
        ),
        (
            "failed",
            {"reason": {"code": "tool_died", "values": {"signal": 6}}},
            "The tool died (signal 6). Look at its output, then run again.",
        ),
    ],
)
def test_an_event_says_what_its_data_tells(code, data, message):
    assert event_message(code, data) == message


def test_a_check_says_what_it_found_and_what_is_missing():
    found = {"engine": "mariadb", "version": "10.11.19", "registered_engine": "mysql"}
    lacks = {"missing_privileges": ["A", "B"], "missing_for_counters": ["C"]}

    assert check_message("no_privilege", found | lacks) == (
        "Connected to MariaDB 10.11.19. It was registered as MySQL; the engine found "
        "has been stored. The account lacks A, B: grant it, or a run will be refused. "
        "Without C a run works, but its counters cannot be read: neither TPM nor "
        "whether the data came from memory or disk will be known."
    )
    assert check_message("", found) == (
        "Connected to MariaDB 10.11.19. It was registered as MySQL; the engine found "
        "has been stored."
    )
    assert check_message("", {}) == ""


def test_what_an_older_release_said_is_shown_as_it_was():
    stored = {"message": "As it was."}

    assert failure_message("disk_full", stored) == "As it was."
    assert event_message("phase", {"phase": "prepare", **stored}) == "As it was."
    assert check_message("", stored) == "As it was."
    assert events.facts({"phase": "prepare", **stored}) == {"phase": "prepare"}


@pytest.mark.parametrize("say", [failure_message, event_message])
def test_a_code_of_another_release_is_shown(say):
    assert say("moon_full", {}) == "“moon full”: this release has no sentence for it."
    assert failures.failure_message("tool_died", {}).startswith("“tool died”")
