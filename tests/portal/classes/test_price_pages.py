"""Prices for staff: list, enter, import, export, delete; and where all see them."""

import re
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from benchruns.catalogue.csv_table import MOST_BYTES
from benchruns.catalogue.pricing.lines import COLUMNS
from benchruns.models import Price
from tests.factories import InstanceClassFactory, PriceFactory, UserFactory
from tests.portal.web.test_overview import text_of

LIST, NEW, IMPORT = (
    "/classes/prices/",
    "/classes/prices/new/",
    "/classes/prices/import/",
)
HEADER = ",".join(COLUMNS)
LINE = "acme,mysql,db.large,eu-west-1,on-demand,USD,0.52,hour,2026-01-31,price list"


@pytest.fixture
def staff(client, db):
    client.force_login(UserFactory(staff=True, username="ada"))
    return client


@pytest.fixture
def sold(db):
    return InstanceClassFactory(provider__slug="acme", code="db.large")


def upload(client, *lines, header=HEADER, content=None):
    content = content or "\n".join([header, *lines]).encode()
    return client.post(IMPORT, {"file": SimpleUploadedFile("prices.csv", content)})


def agree(client, preview):
    """Send what the preview's form holds, as a browser does."""
    return client.post(
        IMPORT,
        {
            "text": preview.context["text"].replace("\n", "\r\n"),
            "agreed": preview.context["plan"].digest,
        },
        follow=True,
    )


@pytest.mark.parametrize("path", [LIST, NEW, IMPORT, f"{LIST}?format=csv", "delete"])
def test_others_than_staff_are_kept_out(client, db, path):
    price = PriceFactory()
    path = f"{LIST}{price.pk}/delete/" if path == "delete" else path

    anonymous = client.get(path)
    client.force_login(UserFactory())

    assert anonymous.status_code == 302
    assert anonymous["Location"].startswith("/login/?next=/classes/prices/")
    assert client.get(path).status_code == 403
    assert client.post(path).status_code == 403
    assert Price.objects.count() == 1


def test_an_empty_list_says_that_there_are_no_prices_of_our_own(staff):
    assert "No price yet. Benchbook has none of its own" in text_of(staff.get(LIST))


def test_the_list_tells_source_age_and_who_entered_it(staff, sold):
    user = UserFactory(username="grace")
    PriceFactory(instance_class=sold, amount=Decimal("380"), unit="month",
                 source="offer 7", entered_by=user)  # fmt: skip
    PriceFactory(instance_class=sold, priced_on=date(2020, 1, 1), amount=9)
    fresh = timezone.now().date() - timedelta(days=3)
    PriceFactory(instance_class=sold, region="us", priced_on=fresh, amount=7)

    text = text_of(staff.get(LIST))

    assert "380 USD a month 0.521 an hour 2026-01-31" in text
    assert "offer 7" in text
    assert "grace" in text
    assert "9 USD an hour 2020-01-01 superseded" in text
    assert f"7 USD an hour {fresh} the provider" in text


@pytest.mark.parametrize(
    ("query", "amounts"),
    [
        ("", {1, 2, 3, 4}),
        ("?q=DB.LAR", {1, 2, 3}),
        ("?currency=EUR", {3}),
        ("?state=superseded", {2}),
        ("?state=current", {1, 3, 4}),
        ("?state=stale", {1, 3}),
        ("?state=nonsense", set()),
    ],
)
def test_the_list_and_its_download_are_filtered(staff, sold, query, amounts):
    PriceFactory(instance_class=sold, amount=1, priced_on="2020-02-01")
    PriceFactory(instance_class=sold, amount=2, priced_on="2020-01-01")
    PriceFactory(instance_class=sold, amount=3, currency="EUR", priced_on="2020-01-01")
    PriceFactory(amount=4, priced_on=timezone.now().date())

    page = staff.get(LIST + query)
    download = staff.get(f"{LIST}{query}{'&' if query else '?'}format=csv")

    assert {row.price.amount for row in page.context["rows"]} == amounts
    assert len(download.content.decode().splitlines()) == len(amounts) + 1


def test_the_list_has_fifty_a_page_in_a_constant_number_of_queries(
    staff, django_assert_num_queries
):
    PriceFactory(entered_by=UserFactory())
    staff.get(LIST)
    for rows in (1, 60):
        PriceFactory.create_batch(rows - 1)
        with django_assert_num_queries(9):  # two for staff's rights in the admin
            page = staff.get(LIST)

    assert "1 to 50 of 60" in text_of(page)


def test_a_price_is_entered_on_the_page_of_its_class(staff, sold):
    page = staff.get("/classes/acme/mysql/db.large/").content.decode()
    (address,) = re.findall(r'href="([^"]+)">Enter a price', page)
    form = staff.get(address).context["form"]
    assert form["instance_class"].value() == sold.pk

    answer = staff.post(
        NEW,
        {
            "instance_class": sold.pk,
            "region": "eu-west-1",
            "term": "1 year",
            "amount": "380.50",
            "currency": "EUR",
            "unit": "month",
            "priced_on": "2026-01-31",
            "source": "price list",
        },
        follow=True,
    )

    price = Price.objects.get()
    assert (price.amount, price.entered_by.username) == (Decimal("380.5"), "ada")
    assert "380.5 EUR a month 0.521 EUR an hour eu-west-1, 1 year" in text_of(answer)


def test_a_price_that_is_there_is_not_entered_twice(staff, sold):
    price = PriceFactory(instance_class=sold)
    same = {
        name: getattr(price, name)
        for name in ("region", "term", "currency", "unit", "priced_on", "source")
    }

    page = staff.post(NEW, same | {"instance_class": sold.pk, "amount": "9"})

    assert "Delete it first, or give the day of the new one." in text_of(page)
    assert Price.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("instance_class", "", "Choose one."),
        ("amount", "0,52", "write a dot before decimals"),
        ("currency", "eur", "three capitals, such as USD"),
        ("priced_on", "2126-01-31", "is in the future"),
        ("source", "", "Fill this in."),
        ("unit", "year", "“year” is not one of them."),
    ],
)
def test_a_field_that_is_wrong_says_what_to_write(staff, sold, field, value, told):
    cells = dict(zip(COLUMNS, LINE.split(","), strict=True))
    given = {"instance_class": sold.pk, **cells} | {field: value}

    page = staff.post(NEW, given)

    assert told in text_of(page)
    assert not Price.objects.exists()


def test_a_price_is_deleted_after_a_question(staff, sold):
    price = PriceFactory(instance_class=sold)
    path = f"{LIST}{price.pk}/delete/"

    asked = staff.get(path)

    assert "Delete this price?" in text_of(asked)
    assert Price.objects.exists()
    assert "The price has been deleted." in text_of(staff.post(path, follow=True))
    assert not Price.objects.exists()
    assert staff.get(path).status_code == 404


def test_a_file_is_shown_before_it_is_stored(staff, sold):
    PriceFactory(instance_class=sold, amount=9, source="offer")
    other = LINE.replace("eu-west-1", "us-east-1")

    preview = upload(staff, LINE, other, content=None)

    text = text_of(preview)
    assert "1 new, 1 changed, 0 unchanged" in text
    assert "9 USD an hour 0.52 USD an hour 2026-01-31 price list was: offer" in text
    assert Price.objects.get().amount == 9

    stored = text_of(agree(staff, preview))

    assert "Imported: 1 new, 1 changed, 0 unchanged." in stored
    assert set(Price.objects.values_list("amount", "entered_by__username")) == {
        (Decimal("0.52"), "ada")
    }


def test_a_download_imported_again_changes_nothing(staff, sold):
    odd = InstanceClassFactory(provider__slug="阿里云", code="4C/16G, 大")
    PriceFactory(instance_class=odd)
    PriceFactory(instance_class=sold, source='says "so"; 1, 2')
    PriceFactory(instance_class=sold, unit="month", region="us", amount=1200)

    preview = upload(staff, content=staff.get(f"{LIST}?format=csv").content)

    assert "Nothing would change" in text_of(preview)
    assert preview.context["plan"].unchanged == 3


def test_what_changed_after_the_look_is_shown_again(staff, sold):
    preview = upload(staff, LINE)
    PriceFactory(instance_class=sold, amount=9)

    again = agree(staff, preview)

    assert "Prices have changed since you looked" in text_of(again)
    assert Price.objects.get().amount == 9
    agree(staff, again)
    assert Price.objects.get().amount == Decimal("0.52")


def test_faults_are_told_by_place_and_nothing_is_stored(staff, sold):
    page = upload(staff, LINE, LINE.replace("0.52", '"0,52"').replace("eu", "us"))

    text = text_of(page)
    assert "Nothing was stored. 1 value of the file needs a change." in text
    assert "line 3, column amount: “0,52” has a comma" in text
    assert not Price.objects.exists()


def test_many_faults_are_told_as_the_first_hundred(staff, sold):
    page = upload(staff, *(f"x{n}" for n in range(150)))

    assert "150 values of the file need a change." in text_of(page)
    assert "These are the first 100." in text_of(page)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"x" * (MOST_BYTES + 1), "larger than 2,000,000 bytes; split it"),
        (b"\xff\xfe\x00", "Save the file as “CSV UTF-8”"),
        (b"", "The file is empty. Its first line names the columns"),
    ],
    ids=["large", "binary", "empty"],
)
def test_a_file_that_cannot_be_read_is_told_so(staff, content, told):
    file = SimpleUploadedFile("prices.csv", content)

    assert told in text_of(staff.post(IMPORT, {"file": file}))


def test_a_post_without_a_file_asks_for_one(staff):
    assert "Choose a file." in text_of(staff.post(IMPORT))


def test_a_class_shows_its_current_prices_to_everybody(client, sold, settings):
    settings.PRICE_STALE_DAYS = 180
    fresh = timezone.now().date() - timedelta(days=5)
    PriceFactory(instance_class=sold, priced_on="2020-01-01", source="old list")
    PriceFactory(instance_class=sold, region="us", priced_on=fresh, amount=2)
    PriceFactory(instance_class=sold, region="us", priced_on="2019-01-01", amount=3)

    text = text_of(client.get("/classes/acme/mysql/db.large/"))

    assert "0.52 USD an hour eu-west-1, on-demand 2020-01-01, stale: " in text
    assert "years old ; old list" in text
    assert f"2 USD an hour us, on-demand {fresh}, 5 days old" in text
    assert "3 USD" not in text
    assert "Enter a price" not in text


def test_a_class_without_prices_says_so_to_staff_alone(client, sold):
    path = "/classes/acme/mysql/db.large/"
    assert "Prices" not in text_of(client.get(path))

    client.force_login(UserFactory(staff=True))

    assert "No price of this class was entered." in text_of(client.get(path))
