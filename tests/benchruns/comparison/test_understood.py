"""The question that a comparison answers: the same columns, and nothing left to tell."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.comparison import MOST, compare, read_asked, words_of
from benchruns.models import Result
from benchruns.names.class_words import class_word
from tests.factories import InstanceClassFactory, ResultFactory

pytestmark = pytest.mark.django_db
ONE_TOO_MANY = MOST + 1
NOBODY = "00000000-0000-0000-0000-000000000000"


def compared(words):
    asked, _problems = read_asked(words)
    return compare(asked, user=AnonymousUser())


def asked_again(comparison):
    words: dict[str, list[str]] = {}
    for name, word in words_of(comparison.asked):
        words.setdefault(name, []).append(word)
    return compared(words)


def columns(comparison):
    shown = [entry.key for entry in comparison.entries]
    return shown, [entry.key for entry in comparison.hidden]


def of_results():
    rows = ResultFactory.create_batch(ONE_TOO_MANY)
    return {"result": [*(str(row.pk) for row in rows), NOBODY, "nope"]}


def of_classes():
    sold = [row.instance_class for row in ResultFactory.create_batch(ONE_TOO_MANY)]
    return {"class": [*(class_word(each.class_key) for each in sold), "a/mysql/none"]}


def of_a_size():
    for number in range(ONE_TOO_MANY):
        size = InstanceClassFactory(code=f"size-{number}", vcpus=4, memory_gb=16)
        ResultFactory(instance_class=size, vcpus=4, memory_gb=16)
    return {"size": ["4x16"], "engine": ["mysql"]}


def of_versions():
    sold = ResultFactory(engine_version="8.0").instance_class
    versions = [f"{number}.0" for number in range(1, ONE_TOO_MANY + 1)]
    for version in versions:
        ResultFactory(instance_class=sold, engine_version=version)
    return {"class": [class_word(sold.class_key)], "versions": versions}


@pytest.mark.parametrize("words", [of_results, of_classes, of_a_size, of_versions])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"hide": ["none"], "baseline": ["none"]},
        {"pin": ["nope"], "workload": [""]},
    ],
    ids=["too many", "hidden", "pinned"],
)
def test_what_was_understood_shows_the_same_columns_and_nothing_is_wrong(words, more):
    first = compared(words() | more)

    again = asked_again(first)

    assert len(first.entries) == MOST
    assert first.problems
    assert columns(again)[0] == columns(first)[0]
    assert again.problems == ()


def test_one_too_many_may_be_hidden():
    """Twelve are left to show, whatever the place of what is hidden."""
    words = of_results()
    rows = words["result"][:ONE_TOO_MANY]

    comparison = compared({"result": rows, "hide": [rows[0]]})

    assert columns(comparison) == (rows[1:], rows[:1])
    assert comparison.problems == ()


def test_a_size_without_an_engine_asks_for_nothing_more():
    row = ResultFactory()

    comparison = compared({"result": [str(row.pk)], "size": ["4x16"]})

    assert words_of(comparison.asked) == [("result", str(row.pk))]
    assert comparison.results == [Result.objects.get()]


def test_all_columns_hidden_are_shown_and_hidden_no_more():
    row = str(ResultFactory().pk)

    first = compared({"result": [row], "hide": [row]})

    assert [problem.field for problem in first.problems] == ["hide"]
    assert asked_again(first).problems == ()
