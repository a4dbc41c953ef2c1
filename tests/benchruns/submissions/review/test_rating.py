"""The rubric: which score is proposed for which submission."""

from dataclasses import replace

import pytest

from benchruns.sentences.rating import label_of, sentence_of
from benchruns.submissions.rating import rating
from benchruns.submissions.rating.rating import (
    ACCEPTABLE,
    EXCELLENT,
    OF_REPEATS,
    TOTAL,
    Facts,
    Points,
    Rating,
    rate,
)
from local.places import ROOT

DOCS = ROOT / "docs" / "submissions.md"

WHOLE = Facts(
    results=5,
    stated=23,
    wanted=23,
    repeats=[5],
    raw_share=1,
    command_share=1,
    settings=200,
    weighty=4,
    weighty_wanted=4,
    covered_share=1,
    sampled_share=1,
)
NOTHING = Facts(
    results=0,
    stated=0,
    wanted=23,
    repeats=[],
    raw_share=0,
    command_share=0,
    settings=0,
    weighty=0,
    weighty_wanted=0,
    covered_share=0,
    sampled_share=0,
)


def points(facts, code):
    return next(line.points for line in rate(facts).lines if line.code == code)


def test_a_whole_submission_has_all_points():
    rated = rate(WHOLE)

    assert (rated.total, rated.of, rated.grade) == (100, 100, "excellent")
    assert all(line.points == line.of for line in rated.lines)


def test_nothing_has_no_points():
    rated = rate(NOTHING)

    assert (rated.total, rated.grade) == (0, "")
    assert all(sentence_of(line) for line in rated.lines)


def test_without_a_result_nothing_is_told_in_numbers():
    sentences = [sentence_of(line) for line in rate(replace(NOTHING, settings=3)).lines]

    assert sentences.count("There is no result yet.") == 4
    assert "3 settings of the server are known." in sentences


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stated": 17.5}, "17.5 of 23 conditions are known."),
        ({"repeats": [1, 1]}, "Each load was run once."),
        ({"repeats": [3]}, "Each load was run 3 times."),
        ({"repeats": [1, 5, 2]}, "The 3 loads were run 1 to 5 times."),
        (
            {"repeats": [0], "too_fast": 5},
            "5 are far above what their class or a larger one reached. No run counts.",
        ),
        (
            {"raw_share": 0.5},
            "50 % of the results come from the tool's own output, 100 %",
        ),
        ({"settings": 0}, "No settings of the server are known."),
        ({"weighty": 1}, "200 settings of the server are known, 1 of the 4 that"),
        (
            {},
            "5 of 5 results had samples over 90 % of the measured time or more.",
        ),
        (
            {"results": 3, "covered_share": 1 / 3, "sampled_share": 1 / 3},
            "1 of 3 results had samples over 90 % of the measured time or more. For all "
            "points each result needs 8 samples or more that cover 90 % of a measured time "
            "no shorter than the papers', even throughput, and a figure not far above its "
            "class.",
        ),
        (
            {"results": 3, "sampled_share": 0, "doubtful": 2, "too_fast": 1},
            "0 of 3 results counted; 3 had samples over 90 % of the measured time or more. "
            "2 were measured too short, or varied too much. 1 is far above what its class "
            "or a larger one reached. For all points",
        ),
    ],
)
def test_each_line_says_what_its_points_rest_on(change, sentence):
    rated = Rating.read(rate(replace(WHOLE, **change)).as_dict())

    assert any(sentence_of(line).startswith(sentence) for line in rated.lines)


def test_a_sentence_that_an_older_release_stored_is_told_as_it_was():
    line = {"code": "repeats", "label": "Repeats", "points": 0, "of": 25}
    stored = {"total": 0, "of": 100, "grade": "accepted"}

    old = Rating.read(stored | {"lines": [line | {"sentence": "Einmal."}]})

    assert [sentence_of(each) for each in old.lines] == ["Einmal."]
    assert Rating.read(old.as_dict()) == old


def test_shares_that_an_older_release_stored_are_told_without_a_number_of_results():
    values = {"covered_share": 1, "sampled_share": 1 / 3}

    old = Points(code="samples", points=3, of=10, values=values)

    assert sentence_of(old).startswith("33 % of the results counted. For all points")


def test_one_that_is_too_fast_for_its_class_is_sent_back():
    assert rate(replace(WHOLE, too_fast=1)).grade == ""


def test_one_run_of_each_load_is_never_excellent():
    rated = rate(replace(WHOLE, repeats=[1, 1, 1, 1, 1]))

    assert rated.total == 75
    assert rated.grade == "accepted"


def test_below_half_of_the_points_nothing_is_accepted():
    poor = replace(WHOLE, repeats=[1], raw_share=0, sampled_share=0, weighty=0)

    assert (rate(poor).total, rate(poor).grade) == (35, "")
    assert ACCEPTABLE == 50
    assert rate(replace(poor, raw_share=1)).grade == "accepted"


def test_a_result_that_is_doubted_is_never_accepted():
    rated = rate(replace(WHOLE, doubtful=1, repeats=[0], sampled_share=0))

    assert (rated.total, rated.grade) == (65, "")
    sentences = {line.code: sentence_of(line) for line in rated.lines}
    assert sentences["repeats"] == "No run was long and even enough to count."
    assert sentences["samples"].startswith(
        "0 of 5 results counted; 5 had samples over 90 % of the measured time or more. "
        "1 was measured too short, or varied"
    )


def test_typed_figures_are_never_excellent():
    rated = rate(replace(WHOLE, raw_share=0, sampled_share=0))

    assert rated.total == 75
    assert rated.grade == "accepted"


def test_points_for_repeats_are_the_mean_of_the_loads():
    assert points(replace(WHOLE, repeats=[1, 5]), "repeats") == round((0 + 25) / 2)
    assert points(replace(WHOLE, repeats=[12]), "repeats") == 25


def test_a_part_never_has_the_points_of_the_whole():
    assert points(replace(WHOLE, stated=22.9), "completeness") == 29
    assert points(replace(WHOLE, weighty=3), "settings") == 11
    assert points(replace(WHOLE, sampled_share=0.5), "samples") == 5


def test_settings_are_worth_nothing_where_there_are_none():
    assert points(replace(WHOLE, settings=0, weighty=0), "settings") == 0


def test_the_rating_is_kept_as_json_and_read_again():
    rated = rate(WHOLE)

    assert Rating.read(rated.as_dict()) == rated
    assert Rating.read({}) is None


def test_the_documentation_states_the_rubric():
    text = DOCS.read_text()

    for line in rate(WHOLE).lines:
        assert f"| {label_of(line)} | {line.of} |" in text
    assert f"{EXCELLENT} of {TOTAL} points on, accepted from {ACCEPTABLE}" in text
    told = ", ".join(f"{n} for {count}" for count, n in OF_REPEATS.items())
    assert told in text
    assert f"{rating.RAW_OUTPUT} for the tool's own output" in text
