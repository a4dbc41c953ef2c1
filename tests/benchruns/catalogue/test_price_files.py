"""Files of prices: what is read, what is refused, what an import changes."""

from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from benchruns.catalogue.csv_table import MOST_BYTES, MOST_LINES, TableError
from benchruns.catalogue.pricing.lines import COLUMNS, price_cells
from benchruns.catalogue.pricing.price_import import import_prices, plan_import
from benchruns.catalogue.table_plan import PlanChanged
from benchruns.models import Price
from tests.benchruns.catalogue.price_lines import HEADER, file_of, line
from tests.factories import InstanceClassFactory, PriceFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def sold():
    return InstanceClassFactory(provider__slug="acme", code="db.large")


def faults_of(content):
    with pytest.raises(TableError) as caught:
        plan_import(content)
    assert not Price.objects.exists()
    return [(f.line, f.column, f.reason) for f in caught.value.faults]


def test_a_file_is_stored_with_who_entered_it(sold):
    user = UserFactory()

    import_prices(
        file_of(line(), line(region="us", amount="380", unit="month")), user=user
    )

    first, second = Price.objects.order_by("region")
    assert (first.amount, first.unit, first.entered_by) == (
        Decimal("0.52"),
        "hour",
        user,
    )
    assert (second.region, second.amount, second.instance_class) == ("us", 380, sold)


@pytest.mark.parametrize(
    "written",
    [
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b",", b";"),
        lambda text: b"\xef\xbb\xbf" + text.replace(b",", b";").replace(b"\n", b"\r\n"),
        lambda text: text + b",,,,,,,,,\n\n",
    ],
    ids=["byte order mark", "Windows", "semicolons", "spreadsheet", "empty lines"],
)
def test_what_spreadsheets_write_is_read(sold, written):
    plan = plan_import(written(file_of(line(source='"a list"'))))

    assert [(x.name, x.amount, x.source) for x in plan.added] == [
        (("acme", "mysql", "db.large"), Decimal("0.52"), "a list")
    ]


def test_columns_may_stand_in_any_order(sold):
    names = [*reversed(COLUMNS)]
    cells = ",".join(reversed(line().split(",")))

    assert len(plan_import(file_of(cells, header=",".join(names))).added) == 1


@pytest.mark.parametrize(
    ("cells", "column", "told"),
    [
        ({"provider": "acmee"}, "provider", "Known: acme."),
        ({"engine": "mysqli"}, "engine", "Known: mysql, mariadb"),
        ({"class": "db.big"}, "class", "write its code as the catalogue does"),
        ({"engine": "postgresql"}, "class", "of acme for postgresql"),
        ({"currency": "usd"}, "currency", "three capitals, such as USD"),
        ({"currency": "US$"}, "currency", "three capitals, such as USD"),
        ({"amount": '"0,52"'}, "amount", "write a dot before decimals"),
        ({"amount": '"1,234.50"'}, "amount", "write a dot before decimals"),
        ({"amount": "-1"}, "amount", "is no amount"),
        ({"amount": "1e3"}, "amount", "is no amount"),
        ({"amount": "0.0000001"}, "amount", "up to 6 decimals"),
        ({"amount": "0"}, "amount", "more than 0"),
        ({"amount": ""}, "amount", "Write an amount"),
        ({"unit": "year"}, "unit", "write hour or month"),
        ({"priced_on": "2126-01-31"}, "priced_on", "is in the future"),
        ({"priced_on": "31.01.2026"}, "priced_on", "year, month and day: 2026-01-31"),
        ({"priced_on": "2026-02-30"}, "priced_on", "is no date"),
        ({"source": ""}, "source", "may not be empty"),
        ({"source": "x" * 301}, "source", "write 300 at most"),
        ({"source": "=1+1"}, "source", "spreadsheets take it for a formula"),
        ({"source": '"two\nlines"'}, "source", "Give one line"),
        ({"source": "x"}, "source", "in a few words"),
        ({"source": "list \u202e0.52"}, "source", "cannot be seen"),
        ({"region": "eu\u2066west"}, "region", "cannot be seen"),
        ({"region": "eu/west"}, "region", "may not hold “/”"),
        ({"term": "x\0y"}, "term", "Give one line"),
    ],
    ids=str,
)
def test_a_fault_is_told_by_line_and_column_with_what_to_do(sold, cells, column, told):
    ((number, where, reason),) = faults_of(file_of(line(region="us"), line(**cells)))

    assert (number, where) == (3, column)
    assert told in reason


def test_all_faults_are_told_at_once(sold):
    faults = faults_of(
        file_of(line(amount="x", unit="y"), line(region="us", class_=""))
    )

    assert [(number, column) for number, column, _reason in faults] == [
        (2, "amount"),
        (2, "unit"),
        (3, ""),
    ]


def test_a_repeated_line_names_the_first(sold):
    ((number, _column, reason),) = faults_of(
        file_of(line(), line(region="us"), line(amount="9"))
    )

    assert number == 4
    assert "line 2" in reason


@pytest.mark.parametrize(
    ("content", "number", "told"),
    [
        (b"", 0, "The file is empty."),
        (b"\xef\xbb\xbf\r\n", 0, "The file is empty."),
        (HEADER.encode(), 0, "no line under the names"),
        (file_of("x\xe9").decode().encode("latin-1"), 2, "CSV UTF-8"),
        (file_of(line()).decode().encode("utf-16"), 1, "CSV UTF-8"),
        (file_of('"open'), 2, "cannot be read as CSV"),
        (b"x" * (MOST_BYTES + 1), 0, "larger than 2,000,000 bytes"),
        ((HEADER + "\nx" * (MOST_LINES + 1)).encode(), 0, "more than 20,000 lines"),
        (b"PK\x03\x04\x14\x00", 1, "is missing"),
    ],
    ids=[
        "empty",
        "blank",
        "header",
        "latin-1",
        "utf-16",
        "quote",
        "large",
        "long",
        "xlsx",
    ],
)
def test_a_file_that_is_no_list_of_prices_is_refused(sold, content, number, told):
    first_number, _column, reason = faults_of(content)[0]

    assert (first_number, told in reason) == (number, True)


def test_the_columns_are_checked_by_name(sold):
    header = HEADER.replace("unit", "per").replace("term", "region")

    assert [(column, reason.split(".")[0]) for _n, column, reason in faults_of(
        file_of(line(), header=header)
    )] == [
        ("term", "This column is missing"),
        ("unit", "This column is missing"),
        ("per", "There is no such column; take it out of the file"),
        ("region", "This column is there twice; keep one"),
    ]  # fmt: skip


def test_one_fault_keeps_the_whole_file_out(sold):
    with pytest.raises(TableError):
        import_prices(file_of(line(), line(unit="x")), user=None)

    assert not Price.objects.exists()


def test_the_same_file_again_changes_nothing(sold):
    content = file_of(line(), line(region="us", amount="0.520"))
    import_prices(content, user=UserFactory())
    before = list(Price.objects.order_by("pk").values())

    done = import_prices(content, user=UserFactory())

    assert (done.is_nothing, done.unchanged) == (True, 2)
    assert list(Price.objects.order_by("pk").values()) == before


def test_a_price_that_is_stated_otherwise_is_changed_in_place(sold):
    import_prices(file_of(line()), user=None)
    before, user = Price.objects.get(), UserFactory()

    done = import_prices(file_of(line(amount="0.6", source="offer 7")), user=user)

    (change,) = done.changed
    assert change.before == (Decimal("0.52"), "hour", "price list")
    after = Price.objects.get()
    assert (after.pk, after.amount, after.source) == (
        before.pk,
        Decimal("0.6"),
        "offer 7",
    )
    assert after.entered_by == user
    assert after.created_at > before.created_at


def test_an_export_is_imported_as_it_is(sold):
    PriceFactory(instance_class=sold, amount=Decimal("380.5"), source='says "here"; ok')
    PriceFactory(instance_class=sold, region="us, east", unit="month", amount=1200)
    rows = Price.objects.select_related("instance_class")
    lines = [",".join(f'"{c.replace(chr(34), chr(34) * 2)}"' for c in price_cells(r)) for r in rows]  # fmt: skip

    plan = plan_import(file_of(*lines))

    assert (plan.is_nothing, plan.unchanged) == (True, 2)


def test_what_was_agreed_to_is_what_is_done(sold):
    agreed = plan_import(file_of(line())).digest
    PriceFactory(instance_class=sold)

    with pytest.raises(PlanChanged) as caught:
        import_prices(file_of(line()), user=None, agreed=agreed)

    assert len(caught.value.plan.changed) == 1
    assert Price.objects.get().source == "the provider's price list"


@pytest.mark.both_databases
def test_ten_thousand_lines_are_stored_in_batches(sold, django_assert_max_num_queries):
    lines = [line(region=f"region-{n}") for n in range(10_000)]

    with django_assert_max_num_queries(150):
        done = import_prices(file_of(*lines), user=None)

    assert len(done.added) == Price.objects.count() == 10_000


def test_the_command_imports_as_the_page_does(sold, tmp_path, capsys):
    path = tmp_path / "prices.csv"
    path.write_bytes(file_of(line()))

    call_command("import_prices", path, dry_run=True)
    assert not Price.objects.exists()
    call_command("import_prices", path)
    call_command("import_prices", path)

    assert capsys.readouterr().out.splitlines() == [
        "Would change: 1 new, 0 changed, 0 unchanged.",
        "Prices: 1 new, 0 changed, 0 unchanged.",
        "Prices: 0 new, 0 changed, 1 unchanged.",
    ]


@pytest.mark.parametrize("user", [None, "nobody"])
def test_the_command_says_why_nothing_was_stored(sold, tmp_path, user):
    path = tmp_path / "prices.csv"
    path.write_bytes(file_of(line(unit="week")))
    told = "no user “nobody”" if user else "Nothing was stored. line 2, column unit"

    with pytest.raises(CommandError, match=told):
        call_command("import_prices", path, user=user)
