"""Prices: which one counts, what it is an hour, how old it is."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from benchruns.catalogue.pricing import prices, rules
from benchruns.catalogue.pricing.prices import Choice
from benchruns.models import InstanceClass, Price
from tests.factories import InstanceClassFactory, PriceFactory

pytestmark = pytest.mark.django_db
USD = Choice(region="eu-west-1", term="on-demand", currency="USD")
TODAY = date(2026, 7, 1)


def test_the_newest_of_a_region_term_and_currency_counts():
    sold = InstanceClassFactory()
    for day, amount in (("2026-02-01", 2), ("2026-03-01", 3), ("2025-12-31", 9)):
        PriceFactory(instance_class=sold, priced_on=day, amount=amount)
    PriceFactory(instance_class=sold, region="us-east-1", priced_on="2026-04-01")

    (row,) = prices.with_prices(InstanceClass.objects.all(), USD)

    assert (row.price, row.priced_on) == (3.0, date(2026, 3, 1))
    assert [(p.region, p.amount) for p in prices.current_of(sold)] == [
        ("eu-west-1", 3),
        ("us-east-1", Decimal("0.52")),
    ]


def test_a_month_has_730_hours():
    price = PriceFactory(unit="month", amount=365)

    (row,) = prices.with_prices(InstanceClass.objects.all(), USD)

    assert row.price == prices.hourly(price) == 0.5


def test_a_price_in_another_currency_region_or_term_is_none():
    for other in ({"currency": "EUR"}, {"region": "eu"}, {"term": "1 year"}):
        PriceFactory(**other)

    rows = prices.with_prices(InstanceClass.objects.all(), USD)

    assert {(row.price, row.priced_on) for row in rows} == {(None, None)}


def test_tps_for_a_currency_unit_is_tps_over_the_price_an_hour():
    assert prices.figure_per_price(1000, 0.25) == 4000
    assert prices.figure_per_price(1000, None) is None
    assert prices.figure_per_price(None, 0.25) is None


def test_choices_are_those_that_exist_the_most_common_first():
    PriceFactory.create_batch(2)
    sold = PriceFactory(currency="EUR", region="de", term="1 year").instance_class
    PriceFactory(
        instance_class=sold, currency="EUR", region="de", term="1 year",
        priced_on="2026-01-01",
    )  # fmt: skip

    assert [(c.key, c.class_count) for c in prices.choices()] == [
        ("USD/eu-west-1/on-demand", 2),
        ("EUR/de/1 year", 1),
    ]


def test_a_choice_is_read_from_its_key():
    choice = Choice(region="eu", term="1 year / upfront", currency="USD")

    assert Choice.read(choice.key) == choice
    for key in ("", "USD", "USD/eu", "USD//x"):
        with pytest.raises(ValueError, match="currency/region/term"):
            Choice.read(key)


@pytest.mark.parametrize(
    ("days", "text", "is_stale"),
    [
        (0, "0 days old", False),
        (1, "1 day old", False),
        (60, "60 days old", False),
        (180, "5 months old", False),
        (181, "5 months old", True),
        (700, "22 months old", True),
        (800, "2 years old", True),
    ],
)
def test_a_price_tells_its_age_and_is_stale_after_a_setting(
    settings, days, text, is_stale
):
    settings.PRICE_STALE_DAYS = 180
    day = TODAY - timedelta(days=days)

    assert prices.age_text(day, today=TODAY) == text
    assert prices.is_stale(day, today=TODAY) is is_stale


@pytest.mark.parametrize(
    "facts", [{"amount": 0}, {"currency": "usd"}, {"unit": "year"}]
)
def test_the_database_refuses_what_is_no_price(facts):
    with pytest.raises(IntegrityError), transaction.atomic():
        PriceFactory(**facts)


@pytest.mark.parametrize("name", rules.LONGEST)
def test_texts_may_be_as_long_as_their_columns(name):
    assert rules.LONGEST[name] == Price._meta.get_field(name).max_length


def test_the_day_may_have_begun_in_the_east_alone():
    now = datetime(2026, 1, 31, 11, tzinfo=UTC)

    assert rules.clean_day("2026-02-01", now=now) == date(2026, 2, 1)
    with pytest.raises(ValueError, match="in the future"):
        rules.clean_day("2026-02-02", now=now)
