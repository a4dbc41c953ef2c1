"""Comparisons of the published figures: words of addresses, kept ones, examples."""

from dataclasses import replace

import pytest

from benchruns.comparison import MOST, compare, permanent, read_asked, words_of
from benchruns.comparison.examples import Kind, examples
from benchruns.errors import NotAllowed
from benchruns.models import InstanceClass, KeptComparison
from benchruns.names.class_words import ClassKey, class_word
from tests import published_database
from tests.benchruns.comparison.of_published.asked import (
    ALIBABA,
    ANYBODY,
    asked_for,
    compared,
    of_classes,
    results,
)
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_words_of_what_is_asked_for_ask_for_the_same():
    asked = asked_for(
        class_=[f"{ALIBABA}c1.xlarge", f"{ALIBABA}c2.xlarge"],
        version="8.0",
        baseline=f"{ALIBABA}c2.xlarge",
        hide=f"{ALIBABA}c1.xlarge",
        pin=results(
            published_database.row(
                code="pg.x8.xlarge.2",
                hot_records=500_000_000,
                workload="pgbench_read_write",
            )
        ),
    )
    words: dict[str, list[str]] = {}
    for name, word in words_of(asked):
        words.setdefault(name, []).append(word)

    assert read_asked(words) == (asked, [])


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"result": ["nope"]}, "result"),
        ({"class": ["c1.xlarge"]}, "class"),
        ({"class": ["a/oracle/b"]}, "class"),
        ({"size": ["4"], "engine": ["mysql"]}, "size"),
        ({"size": ["4xnan"], "engine": ["mysql"]}, "size"),
        ({"size": ["4x16"]}, "engine"),
        ({"engine": ["oracle"]}, "engine"),
    ],
)
def test_a_word_that_says_nothing_is_told(words, field):
    _asked, problems = read_asked(words)

    assert [problem.field for problem in problems] == [field]
    assert problems[0].is_mistake


def test_a_kept_comparison_shows_the_same_results_after_newer_ones_came(monkeypatch):
    user = UserFactory()
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    kept = permanent.keep(
        comparison, options=[("scale", "log")], title="Two", user=user
    )
    again = permanent.keep(comparison, options=[("scale", "log")], title="2", user=user)
    other = permanent.keep(comparison, options=[], title="Two", user=user)

    assert kept == again
    assert kept.code != other.code
    assert KeptComparison.objects.count() == 2
    monkeypatch.setattr(permanent, "MOST_OF_A_USER", 2)
    assert permanent.keep(comparison, options=[], title="Two", user=user) == other
    with pytest.raises(NotAllowed, match="2 comparisons, the most"):
        permanent.keep(comparison, options=[("x", "y")], title="3", user=user)
    old = {result.pk for result in comparison.results}
    newer = published_database.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    newer.pk, newer.published_key, newer.tps = None, "newer", 1.0
    newer._state.adding = True
    newer.published_on = "2030-01-01"
    newer.save()
    assert newer.pk in {r.pk for r in of_classes("c1.xlarge", "c2.xlarge").results}
    pinned = permanent.pinned(comparison)
    assert {r.pk for r in compare(pinned, user=ANYBODY).results} == old
    assert replace(pinned, pins=frozenset(), baseline="") == comparison.asked


def test_examples_are_of_what_there_is_and_show_figures():
    found = examples(user=ANYBODY)

    assert [example.kind for example in found] == list(Kind)
    for example in found:
        comparison = compare(example.asked, user=ANYBODY)
        assert len(comparison.entries) > 1
        assert all(entry.results for entry in comparison.entries)
        assert comparison.problems == ()


def test_the_number_of_queries_does_not_grow_with_the_columns(
    django_assert_max_num_queries,
):
    for count in (2, MOST):
        classes = InstanceClass.objects.filter(engine="mysql")[:count]
        words = [
            class_word(ClassKey(provider=c.provider_id, engine=c.engine, code=c.code))
            for c in classes
        ]
        with django_assert_max_num_queries(6):
            assert len(compared(class_=words).entries) == count
