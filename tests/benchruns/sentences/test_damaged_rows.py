"""A row that somebody damaged is shown, and says what it can."""

import pytest

from benchruns.sentences import schedules
from benchruns.sentences.events import event_message, facts
from benchruns.sentences.rating import sentence_of
from benchruns.submissions.rating.rating import Points
from tests.schedule_factories import OccurrenceFactory


@pytest.mark.parametrize("data", [None, 7, "text", ["phase"], [{"phase": "run"}]])
def test_an_event_whose_data_are_no_object(data):
    assert event_message("phase", data) == (
        "“phase”: this release has no sentence for it."
    )
    assert facts(data) == {}


def test_a_line_of_a_rating_whose_values_lack_what_it_states():
    line = Points(code="evidence", points=1, of=2, values={"x": 1})

    assert sentence_of(line) == "“evidence”: this release has no sentence for it."


@pytest.mark.parametrize(
    ("state", "values", "words"),
    [
        ("refused", {}, "Not started: the reason was not noted."),
        ("refused", [1], "Not started: the reason was not noted."),
        (
            "refused",
            {"code": "disk_full", "values": None},
            "Not started: The server has no room left on its disk",
        ),
        ("skipped", {"code": "moon"}, "“moon”: this release has no sentence for it."),
        ("skipped", None, "“”: this release has no sentence for it."),
    ],
)
def test_a_time_of_a_schedule_whose_values_do_not_say_what_came_of_it(
    state, values, words
):
    time = OccurrenceFactory.build(state=state, values=values)

    assert schedules.came_of(time).startswith(words)
