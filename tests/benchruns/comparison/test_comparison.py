"""Comparisons of the published figures: columns, ratios, what stands against them."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.comparison import MOST, Asked, compare, permanent, read_asked, words_of
from benchruns.comparison.examples import Kind, examples
from benchruns.comparison.figures.scaling import scalings_of
from benchruns.errors import NotAllowed
from benchruns.models import InstanceClass, KeptComparison, Provider
from benchruns.names.class_words import ClassKey, class_word
from benchruns.sentences.catalogue import worded_once
from benchruns.sentences.fairness.axes import reason_of
from tests import published_database
from tests.factories import (
    ResultFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()
ALIBABA = "alibaba-cloud/mysql/rds.mysql."


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def asked_for(**words) -> Asked:
    """``class_`` for the word ``class``; a text is a list of one."""
    query = {
        name.removesuffix("_"): [value] if isinstance(value, str) else value
        for name, value in words.items()
    }
    asked, problems = read_asked(query)
    assert problems == []
    return asked


def compared(**words):
    return compare(asked_for(**words), user=ANYBODY)


def of_classes(*codes, **words):
    return compared(class_=[f"{ALIBABA}{code}" for code in codes], **words)


def results(*rows):
    return [str(row.pk) for row in rows]


def codes_of(comparison):
    return {finding.code for finding in worded_once(comparison.judgement.findings)}


# Ratios


def test_each_column_stands_against_the_baseline_and_the_best():
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    tps = comparison.groups[0].line("tps")
    assert comparison.groups[0].key == "oltp_read_write-cached"
    assert [round(cell.value, 2) for cell in tps.cells] == [3479.92, 6739.6]
    assert tps.cells[0].of_baseline == 1
    assert tps.cells[1].of_baseline == pytest.approx(1.937, abs=0.0005)
    assert tps.cells[0].of_best == pytest.approx(1 / 1.937, abs=0.0005)
    assert [cell.is_best for cell in tps.cells] == [False, True]


def test_the_baseline_is_the_column_asked_for():
    comparison = of_classes("c1.xlarge", "c2.xlarge", baseline=f"{ALIBABA}c2.xlarge")

    tps = comparison.groups[0].line("tps")
    assert comparison.baseline == 1
    assert tps.cells[0].of_baseline == pytest.approx(1 / 1.937, abs=0.0005)
    assert tps.cells[1].of_baseline == 1


def test_an_unknown_baseline_is_told_and_the_first_column_takes_its_place():
    comparison = of_classes("c1.xlarge", baseline=f"{ALIBABA}t1.small")

    assert comparison.baseline == 0
    assert [problem.field for problem in comparison.problems] == ["baseline"]


def test_figures_stand_per_vcpu_and_leaving_the_cache_has_its_cost():
    comparison = of_classes("m1.medium", "c1.xlarge", "c2.xlarge")

    per_vcpu = comparison.groups[0].line("tps_per_vcpu")
    assert [round(cell.value) for cell in per_vcpu.cells] == [466, 435, 421]
    (cost,) = comparison.costs
    assert [round(cell.value, 2) for cell in cost.line.cells] == [1.84, 1.23, 1.23]
    # two of three rest on rows whose regime is in doubt
    assert [bool(cell.doubted) for cell in cost.line.cells] == [False, True, True]
    assert not any(cell.is_best for cell in cost.line.cells)
    assert cost.findings == ()


def test_scaling_says_what_each_doubling_brought():
    comparison = of_classes("m1.medium", "c2.xlarge", "c1.xlarge")

    cached = scalings_of(comparison)[0]
    assert [size.vcpus for size in cached.sizes] == [4, 8, 16]
    assert [round(size.efficiency, 3) for size in cached.sizes] == [1, 0.933, 0.903]
    assert cached.sizes[0].gain is None
    assert [round(size.gain, 3) for size in cached.sizes[1:]] == [1.865, 1.937]


# Columns


def test_versions_of_one_class_are_columns_from_old_to_new():
    comparison = of_classes("c1.xlarge", versions=["8.0", "5.6", "5.7"])

    assert [entry.title for entry in comparison.entries] == [
        "MySQL 5.6",
        "MySQL 5.7",
        "MySQL 8.0",
    ]
    finding = next(
        f for f in worded_once(comparison.judgement.findings) if "version" in f.code
    )
    assert (finding.code, finding.severity) == ("engine_version", "note")


def test_classes_are_compared_on_a_version_that_most_of_them_have():
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    assert {entry.engine_version for entry in comparison.entries} == {"8.0"}


def test_a_size_brings_every_provider_that_has_it():
    comparison = compared(size="8x32", engine="mysql")

    assert {entry.provider for entry in comparison.entries} == {
        "alibaba-cloud",
        "huawei-cloud",
    }
    assert {(entry.vcpus, entry.memory_gb) for entry in comparison.entries} == {(8, 32)}


def test_self_managed_servers_of_a_size_come_first_if_asked():
    own = ResultFactory(
        measured=True,
        visibility="public",
        provider=Provider.objects.get(slug="self-managed"),
        vcpus=8,
        memory_gb=32,
        regime="cached",
    )

    comparison = compared(size="8x32", engine="mysql", managed="1")

    assert comparison.entries[0].provider == "self-managed"
    assert own in comparison.results
    assert comparison.baseline == 0


def test_a_class_without_a_result_is_a_column_without_figures():
    provider = InstanceClass.objects.get(code="rds.mysql.c1.xlarge").provider
    InstanceClass.objects.create(
        provider=provider, engine="mysql", code="never.tested", vcpus=2, memory_gb=4
    )

    comparison = compared(
        class_=[f"{ALIBABA}c1.xlarge", "alibaba-cloud/mysql/never.tested"]
    )

    assert comparison.entries[1].rows == {}
    assert comparison.groups[0].line("tps").cells[1].value is None
    (problem,) = comparison.problems
    assert not problem.is_mistake


def test_a_hidden_column_is_left_out_of_ratios_and_can_be_shown_again():
    comparison = of_classes(
        "m1.medium", "c1.xlarge", "c2.xlarge", hide=f"{ALIBABA}c2.xlarge"
    )

    assert [entry.title for entry in comparison.hidden] == ["rds.mysql.c2.xlarge"]
    assert [cell.is_best for cell in comparison.groups[0].line("tps").cells] == [
        False,
        True,
    ]


def test_not_all_columns_can_be_hidden():
    comparison = of_classes("c1.xlarge", hide=f"{ALIBABA}c1.xlarge")

    assert len(comparison.entries) == 1
    assert [problem.field for problem in comparison.problems] == ["hide"]


def test_more_columns_than_fit_are_cut_and_told():
    classes = InstanceClass.objects.filter(engine="mysql")[: MOST + 1]
    words = [
        class_word(ClassKey(provider=c.provider_id, engine=c.engine, code=c.code))
        for c in classes
    ]

    comparison = compared(class_=words)

    assert len(comparison.entries) == MOST
    assert any(str(MOST) in problem.message for problem in comparison.problems)


def test_private_results_of_others_stand_in_no_comparison():
    owner = UserFactory()
    private = ResultFactory(measured=True, owner=owner)
    asked = asked_for(result=str(private.pk))

    assert compare(asked, user=ANYBODY).entries == ()
    assert len(compare(asked, user=owner).entries) == 1


# What stands against it


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        (
            "larger_class_slower",
            {"code": "rds.mssql.c2.xlp2", "engine_version": "2008 R2"},
            {"code": "rds.mssql.c2.2xlarge", "engine_version": "2008 R2"},
        ),
        (
            "larger_class_slower",
            {"code": "rds.mssql.m1.medium", "engine_version": "2012 EE"},
            {"code": "rds.mssql.s3.large", "engine_version": "2012 EE"},
        ),
        (
            "more_hot_records_faster",
            {
                "code": "pg.x8.xlarge.2",
                "workload": "pgbench_read_write",
                "hot_records": 500_000_000,
            },
            {
                "code": "pg.x8.xlarge.2",
                "workload": "pgbench_read_write",
                "hot_records": 1_000_000_000,
            },
        ),
        (
            "dedicated_slower",
            {"code": "dedicated-1:4-8vcpu-32gb", "engine": "postgresql"},
            {"code": "general-1:4-8vcpu-32gb", "engine": "postgresql"},
        ),
    ],
    ids=["F13", "F14", "F17", "F18"],
)
def test_what_the_papers_contradict_is_said_where_it_is_compared(code, first, second):
    rows = [published_database.row(**first), published_database.row(**second)]

    comparison = compared(result=results(*rows))

    found = [f for f in worded_once(comparison.judgement.findings) if f.code == code]
    assert len(found) == 1
    assert set(found[0].results) == set(results(*rows))


def test_a_larger_class_that_is_slower_is_said_for_classes_too():
    word = "alibaba-cloud/sqlserver/rds.mssql."
    comparison = compared(class_=[f"{word}c2.2xlarge", f"{word}c2.xlp2"])

    assert "larger_class_slower" in codes_of(comparison)


def test_huawei_versions_are_flagged_for_their_client_machines():
    word = "huawei-cloud/mysql/dedicated-1:4-8vcpu-32gb"

    comparison = compared(class_=word, versions=["5.7", "8.0"])

    client = next(
        f
        for f in worded_once(comparison.judgement.findings)
        if f.code == "client_machine"
    )
    assert client.severity == "caution"
    assert client.why
    assert client.remedy
    assert comparison.standing == "cautions"


def test_qps_of_alibaba_and_huawei_is_comparable_and_says_why():
    alibaba = published_database.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    huawei = published_database.row(
        code="dedicated-1:4-8vcpu-32gb", engine_version="8.0"
    )

    comparison = compared(result=results(alibaba, huawei))

    assert "qps" in {each.figure for each in comparison.judgement.comparable}
    assert comparison.judgement.refusals == ()
    qps = comparison.groups[0].line("qps")
    assert qps.cells[1].of_baseline == pytest.approx(47302 / 69598.33, abs=1e-4)


def test_qps_of_pgbench_is_refused_with_a_reason_and_has_no_ratio():
    sysbench = published_database.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    pgbench = published_database.row(
        code="pg.x8.xlarge.2",
        workload="pgbench_read_write",
        hot_records=500_000_000,
    )

    comparison = compared(result=results(sysbench, pgbench))

    refusal = next(r for r in comparison.judgement.refusals if r.figure == "qps")
    assert refusal.results == (str(pgbench.pk),)
    assert "count" in reason_of(refusal.reason)
    cell = comparison.groups[0].line("qps").cells[1]
    assert cell.is_refused
    assert cell.value == pgbench.qps
    assert (cell.of_baseline, cell.of_best, cell.verdict) == (None, None, None)
    assert comparison.standing == "refused"


def test_what_is_not_stated_is_told_and_never_equal():
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    unknown = next(
        f for f in worded_once(comparison.judgement.findings) if f.code == "not_stated"
    )
    assert "isolation" in unknown.message
    assert "isolation" not in comparison.judgement.equal
    assert "tool_version" in comparison.judgement.equal


# Addresses


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


# Examples


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
