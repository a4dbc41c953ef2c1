"""What is kept of classes answers as their results do, whatever happens to these."""

import random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.catalogue.best_results import has_flags, result_count
from benchruns.catalogue.catalogue import Selection, catalogue
from benchruns.catalogue.figures import figures_of
from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.catalogue.needs.standings import standings
from benchruns.catalogue.needs.versions import by_version
from benchruns.catalogue.pricing.prices import Choice
from benchruns.catalogue.ranks.figures import MOST, Per
from benchruns.catalogue.ranks.report import ranking
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.catalogue.summaries.validity import holds
from benchruns.comparison.examples import examples
from benchruns.figures.durations import NOT_KNOWN, band_of
from benchruns.models import (
    ChangedClass,
    ClassSummary,
    Exclusion,
    FastestOfClass,
    InstanceClass,
    RankOfClass,
    Result,
)
from benchruns.names.class_words import class_word
from tests.benchruns.catalogue.needs.asked import CAUTION, OF_REGIME
from tests.factories import (
    InstanceClassFactory,
    PriceFactory,
    ResultFactory,
    UserFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOBODY = AnonymousUser()
NEEDS = [
    Need(tps=500, regime="cached"),
    Need(tps=500, regime="disk_io", engine="mysql"),
    Need(tps=300, regime="any", engine="mysql"),
    Need(tps=900, regime="any"),
    Need(tps=100, regime="any", engine="mysql", engine_version="8.0"),
]
USD = Choice(region="eu-west-1", term="on-demand", currency="USD")
RANKINGS = [
    {"regime": "cached"},
    {"regime": "disk_io", "per": Per.VCPU},
    {"regime": ANY_REGIME, "engine": "mysql", "engine_version": "8.0"},
    {"regime": ANY_REGIME, "per": Per.GB, "without": 1},
    {"regime": "cached", "per": Per.PRICE, "choice": USD, "without": 2},
    {"regime": "cached", "workload": "oltp_legacy", "engine": "mysql"},
    {"regime": ANY_REGIME, "band": band_of(1200), "without": 1},
    {"regime": "cached", "band": NOT_KNOWN},
]


def test_after_each_change_it_holds_again_and_says_what_the_results_do():
    rnd = seeded(5)
    classes = [InstanceClassFactory() for _ in range(4)]
    owner = UserFactory()
    for each in classes * 3:
        a_result(rnd, each)
    PriceFactory(instance_class=classes[0], amount=2)
    changes = [
        lambda row: Result.objects.filter(pk=row.pk).update(tps=rnd.uniform(1, 2000)),
        lambda row: Result.objects.filter(pk=row.pk).update(visibility="private"),
        lambda row: Result.objects.filter(pk=row.pk).update(status="withdrawn"),
        lambda row: Result.objects.filter(pk=row.pk).update(doubt="figure"),
        lambda row: leave_out(row, owner),
        lambda row: row.delete(),
        lambda row: Result.objects.filter(pk=row.pk).update(
            instance_class=rnd.choice(classes)
        ),
    ]
    for change in changes:
        a_result(rnd, rnd.choice(classes))
        change(rnd.choice(Result.objects.order_by("pk")))
        refresh()

        assert InstanceClass.objects.filter(holds(NOBODY)).count() == len(classes)
        assert_alike()


def test_before_it_is_written_again_the_results_themselves_are_asked():
    rnd = seeded(6)
    classes = [InstanceClassFactory() for _ in range(2)]
    for each in classes * 3:
        a_result(rnd, each)
    refresh()
    a_result(rnd, classes[0], tps=5000.0)

    assert list(InstanceClass.objects.filter(holds(NOBODY))) == [classes[1]]
    assert_alike()


def test_who_sees_more_of_a_class_is_told_of_all_they_see():
    rnd, owner = seeded(7), UserFactory()
    staff = UserFactory(is_staff=True)
    size, other = InstanceClassFactory(), InstanceClassFactory()
    a_result(rnd, size)
    a_result(rnd, other)
    a_result(rnd, size, visibility="private", owner=owner, tps=7000.0)
    refresh()

    counts = {
        user: dict(
            InstanceClass.objects.annotate(n=result_count(user)).values_list("pk", "n")
        )
        for user in (NOBODY, owner, staff)
    }
    assert counts[NOBODY] == {size.pk: 1, other.pk: 1}
    assert counts[owner] == counts[staff] == {size.pk: 2, other.pk: 1}
    for user in (NOBODY, owner, staff):
        assert_alike(user)
        assert list(InstanceClass.objects.filter(holds(user))) == [
            each for each in (size, other) if user is NOBODY or each is other
        ]


def test_what_another_release_kept_does_not_hold():
    InstanceClassFactory()
    refresh()
    ClassSummary.objects.update(made_for="another release")

    assert not InstanceClass.objects.filter(holds(NOBODY)).exists()
    assert refresh() == 1
    assert InstanceClass.objects.filter(holds(NOBODY)).exists()


def test_one_command_writes_all_of_it_anew():
    rnd = seeded(8)
    classes = [InstanceClassFactory() for _ in range(2)]
    for each in classes * 3:
        a_result(rnd, each)
    refresh()
    ClassSummary.objects.update(result_count=77, flags=0, best={}, versions=[])
    FastestOfClass.objects.update(tps=1e9)
    RankOfClass.objects.all().delete()

    call_command("sum_up_classes")

    assert_alike()
    assert not ChangedClass.objects.exists()


def test_of_a_class_that_is_removed_nothing_is_left():
    size = InstanceClassFactory()
    result = a_result(seeded(9), size)
    refresh()
    result.delete()
    InstanceClass.objects.filter(pk=size.pk).delete()

    refresh()

    for kept in (ChangedClass, ClassSummary, FastestOfClass, RankOfClass):
        assert not kept.objects.exists()


def test_lists_and_needs_are_told_by_what_is_kept():
    a_result(seeded(10), InstanceClassFactory())
    refresh()
    ClassSummary.objects.update(result_count=77)
    FastestOfClass.objects.all().delete()
    FastestOfClass.objects.create(
        instance_class=InstanceClass.objects.get(),
        workload="oltp_read_write",
        regime="cached",
        engine_version=FastestOfClass.ANY_VERSION,
        tps=12345,
    )

    [row] = catalogue(Selection(), user=NOBODY).rows
    assert row.number("results") == 77
    [standing] = standings(Need(tps=500, regime="cached"), NOBODY)
    assert standing.best == 12345


def test_a_ranking_is_told_by_what_is_kept():
    size = InstanceClassFactory()
    ResultFactory(instance_class=size, regime="cached", tps=1.0)
    refresh()
    RankOfClass.objects.update(tps=12345)

    assert [each.value for each in ranked(NOBODY, regime="cached").places] == [12345]


def test_a_class_of_another_size_is_ranked_by_that_one_at_once():
    size = InstanceClassFactory(vcpus=2, memory_gb=8)
    ResultFactory(instance_class=size, regime="cached", tps=100.0)
    refresh()

    InstanceClass.objects.update(vcpus=4, memory_gb=50, family="another")

    for _ in range(2):
        for per, value in ((Per.VCPU, 25), (Per.GB, 2)):
            [place] = ranked(NOBODY, regime="cached", per=per).places
            assert place.value == value
        assert_alike()
        assert refresh() in (0, 1)


def test_what_is_said_of_a_class_beside_its_size_changes_no_rank():
    size = InstanceClassFactory()
    ResultFactory(instance_class=size, regime="cached", tps=100.0)
    refresh()

    InstanceClass.objects.update(vcpus=size.vcpus, iops=77)

    assert not ChangedClass.objects.exists()


@pytest.mark.parametrize(
    ("per", "index"),
    [
        (Per.CLASS, "rank_best_first"),
        (Per.VCPU, "rank_best_per_vcpu"),
        (Per.GB, "rank_best_per_gb"),
    ],
)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="its way of planning")
def test_the_best_of_a_ranking_are_found_without_reading_the_others(per, index):
    ResultFactory(instance_class=InstanceClassFactory(), regime="cached", tps=1.0)
    refresh()

    with CaptureQueriesContext(connection) as captured:
        ranked(NOBODY, regime="cached", per=per)

    [best] = [q["sql"] for q in captured if f"LIMIT {MOST}" in q["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {best}")
        plan = " ".join(row[-1] for row in cursor.fetchall())
    assert index in plan
    assert "TEMP B-TREE FOR ORDER BY" not in plan


def test_of_a_long_ranking_the_best_are_drawn_and_all_counted():
    sizes = [InstanceClassFactory() for _ in range(MOST + 2)]
    for number, size in enumerate(sizes):
        # Each second as fast as the one before: their codes put these in order.
        ResultFactory(instance_class=size, regime="cached", tps=100.0 + number // 2)
        PriceFactory(instance_class=size, amount=2)
    refresh()

    found = ranked(NOBODY, regime="cached")
    assert (found.count, len(found.places)) == (MOST + 2, MOST)
    assert_alike()


def a_result(rnd, size, **facts):
    return ResultFactory(
        **{
            "instance_class": size,
            "engine": size.engine,
            "engine_version": rnd.choice(["5.7", "8.0", ""]),
            "workload": rnd.choice(["oltp_read_write", "oltp_legacy"]),
            "regime": rnd.choice(["cached", "disk_io", None]),
            "variant": rnd.choice(["", "", "rate_limited"]),
            "findings": rnd.choice([[], [], [CAUTION], [OF_REGIME]]),
            "tps": rnd.choice([None, rnd.uniform(1, 2000)]),
            "qps": rnd.uniform(1, 2000),
            "duration_s": rnd.choice([None, 60.0, 90.0, 1200.0]),
            **facts,
        }
    )


def seeded(number):
    return random.Random(number)  # noqa: S311 (figures, no secrets)


def leave_out(row, owner):
    exclusion = Exclusion.objects.create(
        result=row, excluded_by=owner, reason="A neighbour was loud."
    )
    Result.objects.filter(pk=row.pk).update(exclusion=exclusion)


def assert_alike(user=NOBODY):
    """What is told of all classes, and what is told when none of what is kept holds."""
    kept = answers(user)
    noted = [
        ChangedClass.objects.create(instance_class=each)
        for each in InstanceClass.objects.all()
    ]
    assert kept == answers(user)
    ChangedClass.objects.filter(pk__in=[each.pk for each in noted]).delete()


def answers(user):
    classes = InstanceClass.objects.annotate(n=result_count(user), has=has_flags(user))
    return (
        list(classes.order_by("pk").values_list("pk", "n", "has")),
        figures_of([each.pk for each in classes], user),
        examples(user=user),
        [sorted(standings(need, user)) for need in NEEDS],
        [by_version(need, user, {}) for need in NEEDS],
        [ranking_told(ranked(user, **asked)) for asked in RANKINGS],
    )


def ranked(user, *, per=Per.CLASS, without=0, band=None, **load):
    """``without`` so many classes, and the provider of the last."""
    sizes = list(InstanceClass.objects.order_by("code"))
    off = [f"class:{class_word(each.class_key)}" for each in sizes[:without]]
    off += [f"provider:{each.provider_id}" for each in sizes[-1:] if without]
    need = Need(tps=0, **load)
    return ranking(need, user=user, per=per, without=off, band=band)


def ranking_told(found):
    places = [(each.result.pk, each.key, each.value) for each in found.places]
    others = (found.durations, found.others, found.taken_off, found.priceless)
    return places, found.count, *others
