"""A row that somebody damaged is shown, and says what it can."""

import pytest

from benchruns.sentences.events import event_message, facts
from benchruns.sentences.rating import sentence_of
from benchruns.submissions.rating.rating import Points


@pytest.mark.parametrize("data", [None, 7, "text", ["phase"], [{"phase": "run"}]])
def test_an_event_whose_data_are_no_object(data):
    assert event_message("phase", data) == (
        "“phase”: this release has no sentence for it."
    )
    assert facts(data) == {}


def test_a_line_of_a_rating_whose_values_lack_what_it_states():
    line = Points(code="evidence", points=1, of=2, values={"x": 1})

    assert sentence_of(line) == "“evidence”: this release has no sentence for it."
