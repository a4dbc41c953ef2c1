"""All classes by what they reached under one load."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.catalogue.pricing.prices import Choice
from benchruns.catalogue.ranks.figures import MOST, Per
from benchruns.catalogue.ranks.report import ranking
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.figures.durations import NOT_KNOWN, band_of
from benchruns.models import InstanceClass
from tests.benchruns.catalogue.needs.asked import CAUTION, OF_REGIME
from tests.benchruns.catalogue.needs.by_hand import by_hand
from tests.factories import InstanceClassFactory, PriceFactory, ResultFactory
from tests.published_database import fill

pytestmark = pytest.mark.django_db
USD = Choice(region="eu-west-1", term="on-demand", currency="USD")


def ranked(*, per=Per.CLASS, without=(), band=None, **load):
    words = {"tps": 0, "regime": "cached", "engine": "mysql"} | load
    return ranking(
        Need(**words), user=AnonymousUser(), per=per, without=without, band=band
    )


def told(found):
    return [(place.key.code, place.value) for place in found.places]


def sold(code, vcpus=2, memory_gb=4.0, **facts):
    return InstanceClassFactory(code=code, vcpus=vcpus, memory_gb=memory_gb, **facts)


def result(of, tps, **facts):
    return ResultFactory(instance_class=of, tps=tps, **({"regime": "cached"} | facts))


@pytest.mark.parametrize(
    ("version", "duration"), [("8.0", 60), ("5.7", 60), ("5.6", 60), ("5.6", 1200)]
)
@pytest.mark.parametrize("regime", ["cached", "disk_io"])
def test_the_ranking_is_that_of_the_papers_csv(regime, version, duration):
    fill()
    proven, doubted = by_hand(
        regime=regime, tps=0, engine_version=version, duration=duration
    )

    found = ranked(regime=regime, engine_version=version, band=band_of(duration))

    by_csv = proven | doubted
    assert dict(told(found)) == pytest.approx(by_csv)
    best_first = sorted(by_csv, key=lambda code: (code in doubted, -by_csv[code]))
    assert [code for code, _tps in told(found)] == best_first
    marked = {place.key.code for place in found.places if place.result.doubt}
    assert marked == set(doubted)


def test_each_version_has_a_figure_of_its_own():
    one = sold("one")
    result(one, 1000, engine_version="8.0")
    result(one, 900, engine_version="8.0")
    result(one, 2000, engine_version="5.7")

    found = ranked()

    assert [(p.result.engine_version, p.value) for p in found.places] == [
        ("5.7", 2000),
        ("8.0", 1000),
    ]


@pytest.mark.parametrize(
    ("findings", "regime", "value"),
    [
        ([OF_REGIME], "cached", 500),
        ([OF_REGIME], ANY_REGIME, 9000),
        ([CAUTION], ANY_REGIME, 500),
    ],
)
def test_a_doubted_figure_gives_way_to_a_sure_one(findings, regime, value):
    one = sold("one")
    result(one, 9000, findings=findings)
    result(one, 500)

    assert told(ranked(regime=regime)) == [("one", value)]


def test_a_class_that_has_a_doubted_figure_alone_comes_after_all_that_are_sure():
    for code, tps, findings in (
        ("doubted", 9000, [CAUTION]),
        ("most-doubted", 9500, [CAUTION]),
        ("sure", 500, []),
        ("faster", 800, []),
    ):
        result(sold(code), tps, findings=findings)

    codes = [code for code, _tps in told(ranked())]

    assert codes == ["faster", "sure", "most-doubted", "doubted"]


def test_figures_are_divided_by_size_or_price():
    large, small = sold("large", 16, 32.0), sold("small", 2, 16.0)
    result(large, 1600)
    result(small, 400)
    PriceFactory(instance_class=large, amount=4)

    assert told(ranked()) == [("large", 1600), ("small", 400)]
    assert told(ranked(per=Per.VCPU)) == [("small", 200), ("large", 100)]
    assert told(ranked(per=Per.GB)) == [("large", 50), ("small", 25)]
    by_price = ranked(per=Per.PRICE, choice=USD)
    assert (told(by_price), by_price.priceless) == ([("large", 400)], 1)


def test_what_is_taken_off_is_counted_and_can_be_put_back():
    one, other = sold("a/b c"), sold("other")
    third = sold("third", engine="postgresql")
    for each in (one, other, third):
        result(each, 100, engine=each.engine)

    everything = ranked(engine="")
    fewer = ranked(
        engine="",
        without=[f"class:{one.provider_id}/mysql/a~2Fb c", "engine:postgresql"],
    )
    nobody = ranked(engine="", without=[f"provider:{other.provider_id}", "provider:no"])

    assert everything.count == 3
    assert [place.key.code for place in nobody.places] == ["a/b c", "third"]
    assert fewer.engines == ["mysql", "postgresql"]
    assert (fewer.taken_off, fewer.count) == (2, 1)


def test_only_the_best_are_drawn_and_all_counted(django_assert_max_num_queries):
    for number in range(MOST + 2):
        result(sold(f"c{number}"), 100 + number)

    with django_assert_max_num_queries(4):
        found = ranked()

    assert (found.count, len(found.places)) == (MOST + 2, MOST)
    assert found.places[0].value == 100 + MOST + 1


@pytest.mark.parametrize("is_kept", [True, False])
def test_durations_that_are_not_alike_are_ranked_apart(is_kept):
    for code, seconds in (
        *(("a", 60), ("b", 61.5), ("c", 120)),
        *(("a", 1200), ("c", 1199), ("a", None)),
    ):
        sold_as = InstanceClass.objects.filter(code=code).first() or sold(code)
        result(sold_as, 100 + (seconds or 0), duration_s=seconds)
    if is_kept:
        refresh()

    usual, longer, unknown = (
        ranked(),
        ranked(band=band_of(1000)),
        ranked(band=NOT_KNOWN),
    )

    assert [code for code, _tps in told(usual)] == ["c", "b", "a"]
    assert (usual.durations.shortest, usual.durations.longest) == (60, 120)
    assert [(each.shortest, each.count) for each in usual.others] == [
        (1199, 2),
        (None, 1),
    ]
    assert told(longer) == [("a", 1300), ("c", 1299)]
    assert told(unknown) == [("a", 100)]
    assert [each.count for each in longer.others] == [3, 1]


def test_what_is_kept_and_what_is_not_are_one_ranking():
    result(sold("kept"), 100, duration_s=60)
    refresh()
    result(sold("new"), 200, duration_s=90)
    result(sold("longer"), 300, duration_s=1200)

    found = ranked()

    assert told(found) == [("new", 200), ("kept", 100)]
    assert (found.durations.shortest, found.durations.longest) == (60, 90)
    assert [each.count for each in found.others] == [1]


def test_of_as_many_figures_the_longer_tests_are_ranked():
    result(sold("minute"), 200, duration_s=60)
    result(sold("hour"), 100, duration_s=3600)

    assert told(ranked()) == [("hour", 100)]


def test_nothing_of_a_duration_leaves_the_others_to_be_chosen():
    result(sold("minute"), 200, duration_s=60)

    found = ranked(band=band_of(3600))

    assert (found.places, found.count, found.durations.count) == ([], 0, 0)
    assert [each.shortest for each in found.others] == [60]
