"""The catalogue as experts use it: numbers, columns, order, files."""

import csv
import json
from decimal import Decimal
from io import StringIO

import pytest
from django.utils import timezone

from benchruns.catalogue.columns import SORTS
from benchruns.models import Price
from portal.pages.answers.tables import answer_table
from tests.examples import few_or
from tests.factories import (
    NOON,
    InstanceClassFactory,
    PriceFactory,
    ResultFactory,
)
from tests.portal.classes.test_class_pages import codes
from tests.portal.web.test_overview import text_of


@pytest.mark.both_databases
def test_expressions_filter_each_column_of_numbers(client, published):
    counts = {
        "engine=mysql&vcpu=..64": 23,
        "vcpu=2, 4": 23,
        "memory=>=512": 4,
        "iops=none&engine=mysql": 19,
        "per_vcpu=4&engine=mysql": 12,
        "connections=>5000": 2,
        "storage=known": 6,
        "cached=>=2000 <=5000": 2,
        "disk_io=>2000": 0,
        "disk_io=>800": 2,
        "legacy=known&engine=mysql": 17,
        "results=8..": 5,
        "price=known": 0,
        "ratio=to-2&engine=mysql": 7,
        "ratio=to-2&ratio=to-4&engine=mysql&vcpu=..64": 19,
    }

    found = {query: len(codes(client, "&" + query)) for query in counts}

    assert found == counts


def test_so_many_tps_from_disk_are_sought_among_proven_figures(client, published):
    """c1.xlarge and c2.xlarge reached 2,000 with data that fits in their memory, and 760 and
    888 otherwise; of s2.large and t1.small no other figure is as high."""
    two_thousand = client.get("/classes/?disk_io=%3E=2000").context["rows"]
    found = client.get("/classes/?disk_io=%3E=700&sort=-disk_io").context["rows"]

    assert two_thousand == []
    codes = [each.row.instance_class.code for each in found]
    assert codes[:3] == [
        "rds.mysql.m1.medium",
        "rds.mysql.c2.xlarge",
        "rds.mysql.c1.xlarge",
    ]
    assert not any(cell.doubt for each in found[:3] for cell in each.cells)


def test_older_addresses_lead_to_their_new_form(client, db):
    forms = {
        "?vcpu_min=4&vcpu_max=16": "?vcpu=4..16",
        "?vcpu_max=64&engine=mysql": "?engine=mysql&vcpu=..64",
        "?memory_min=1.5": "?memory=1.5..",
        "?cols=vcpu&cols=price": "?cols=vcpu,price",
        "?vcpu=&engine=mysql": "?engine=mysql",
    }

    for old, new in forms.items():
        assert client.get(f"/classes/{old}")["Location"] == f"/classes/{new}"


def test_a_filter_that_cannot_be_read_stays_where_it_was_typed(client, db):
    html = client.get("/classes/?memory=lots").content.decode()

    assert 'value="lots"' in html
    assert 'aria-describedby="number-memory-problem"' in html
    assert 'id="number-memory-problem">“lots” cannot be read here.' in html


@pytest.mark.both_databases
def test_every_column_sorts_with_what_is_not_known_last(client, published):
    unknown = {
        "family": "&family=",
        "iops": "&iops=none",
        "cached_qps": "&cached_qps=none",
        "tpm": "&tpm=none",
    }

    # few examples are one way in turn where all is known, and both where it is not
    ways = [("", "-")[number % 2] for number in range(len(SORTS))]
    for name, way in zip(SORTS, ways, strict=True):
        for sign in few_or(("", "-"), few=("", "-") if name in unknown else (way,)):
            ordered = codes(client, f"&sort={sign}{name}")
            assert len(ordered) == 59
            if name in unknown:
                last = codes(client, unknown[name])
                assert sorted(ordered[-len(last) :]) == sorted(last)


def test_columns_are_chosen_in_the_address_and_followed_by_files(client, published):
    page = client.get("/classes/?cols=vcpu,cached_qps&q=c2.xlarge&engine=mysql")

    assert [head.column.key for head in page.context["heads"]] == ["vcpu", "cached_qps"]
    text = client.get(
        "/classes/?cols=vcpu,cached_qps&q=c2.xlarge&engine=mysql&format=csv"
    ).content.decode()
    assert text.splitlines() == [
        "provider,engine,code,vcpus,best_cached_qps,in_doubt",
        "alibaba-cloud,mysql,rds.mysql.c2.xlarge,16,161410.66666666666,",
    ]


def test_a_load_of_its_own_stands_across_the_columns_of_others_on_a_phone_too(
    client, published
):
    page = client.get("/classes/?engine=sqlserver&q=c2.xlarge")

    (cell,) = [cell for cell in page.context["rows"][0].cells if cell.span > 1]
    assert (cell.text, cell.note, cell.css) == ("769,000", "TPM, TPC-C-derived", "n f")
    text = client.get("/classes/?engine=sqlserver&q=c2.xlarge&format=csv").content
    assert b"769000" in text


@pytest.mark.both_databases
def test_facets_count_under_the_other_choices_and_dim_what_gives_nothing(
    client, published
):
    facets = client.get("/classes/?engine=sqlserver").context["catalogue"].facets

    engines = {facet.word: facet.count for facet in facets["engine"]}
    assert engines == {"mysql": 25, "postgresql": 24, "sqlserver": 10}
    dim = {facet.label for facet in facets["provider"] if facet.is_dim}
    assert dim == {"Huawei Cloud"}
    assert next(facet.label for facet in facets["ratio"]) == "1 to 2"


@pytest.mark.both_databases
def test_prices_fill_their_columns_in_the_chosen_currency(client, db):
    size = ResultFactory(tps=1_000, regime="cached").instance_class
    Price.objects.create(
        instance_class=size,
        region="eu-1",
        term="on-demand",
        currency="EUR",
        amount=Decimal("0.5"),
        unit="hour",
        priced_on=NOON.date(),
        source="list",
    )

    query = f"&q={size.code}&cols=price,cached_per_price"
    (row,) = csv.DictReader(
        StringIO(client.get(f"/classes/?format=csv{query}").content.decode())
    )

    assert row["price_per_hour_eur"] == "0.5"
    assert row["best_cached_tps_per_price_eur"] == "2000.0"
    assert codes(client, "&price=0.4..0.6&sort=cached_per_price") == [size.code]
    assert "EUR an hour" in text_of(client.get(f"/classes/?cols=price&q={size.code}"))


def test_a_price_keeps_three_digits_and_says_when_it_is_old(client, db):
    size = InstanceClassFactory()
    today = timezone.now().date()
    PriceFactory(instance_class=size, amount="0.3124", region="eu", priced_on=today)
    PriceFactory(instance_class=size, priced_on="2020-01-01", region="cn")
    ResultFactory(instance_class=size, regime="cached", tps=1040)
    address = f"/classes/?cols=vcpu,price,cached_per_price&q={size.code}"

    new = text_of(client.get(f"{address}&price_in=USD/eu/on-demand"))
    old = text_of(client.get(f"{address}&price_in=USD/cn/on-demand"))

    assert "2 0.312 3,329" in new
    assert "2 0.52 stale: 2020-01-01 2,000 stale: 2020-01-01" in old
    (row,) = csv.DictReader(
        StringIO(
            client.get(
                f"{address}&price_in=USD/cn/on-demand&format=csv"
            ).content.decode()
        )
    )
    assert row["priced_on"] == "2020-01-01"


def test_without_any_price_the_column_says_so(client, published):
    assert "No price is known yet." in text_of(client.get("/classes/?cols=price"))


COLUMNS = [("code", "Class"), ("memory_gb", "Memory (GB)")]


@pytest.mark.parametrize("opening", ["=", "+", "-", "@", "\t", "\r"])
@pytest.mark.parametrize("kind", ["csv", "tsv"])
def test_no_cell_of_a_file_is_a_formula(kind, opening):
    answer = answer_table(kind, "x", COLUMNS, [[f"{opening}1+1", 2.5]])

    line = answer.content.decode().split("\n", 1)[1]
    assert not line.lstrip('"').startswith(opening)


def test_markdown_is_aligned_and_holds_no_table_of_its_own():
    rows = [["a|b\\c", 2.5], ["long *code*\nnext", None]]

    text = answer_table("md", "x", COLUMNS, rows).content.decode()

    assert text.splitlines() == [
        r"| Class              | Memory (GB) |",
        r"| ------------------ | ----------: |",
        r"| a\|b\\c            |         2.5 |",
        r"| long \*code\* next |             |",
    ]


def test_markdown_has_no_empty_column():
    columns = [("a", "A"), ("b", "B"), ("c", "C")]

    text = answer_table("md", "x", columns, [["1", "", 0], ["", None, None]])

    assert text.content.decode().splitlines()[0] == "| A   |   C |"
    none = answer_table("md", "x", columns, []).content.decode()
    assert none.startswith("| A   | B   | C   |")


def test_json_has_exact_numbers_and_null():
    rows = [["a", 0.1], ["b", None], ["c", Decimal("0.123456")]]

    found = json.loads(answer_table("json", "x", COLUMNS, rows).content)

    assert [row["memory_gb"] for row in found] == [0.1, None, 0.123456]


def test_no_heading_is_a_formula():
    answer = answer_table("tsv", "x", [("code", "=1+1 (class)")], [["a"]])

    assert answer.content.decode() == "'=1+1 (class)\na\n"


def test_tsv_heads_carry_units_and_cells_no_tabs():
    answer = answer_table("tsv", "x", COLUMNS, [["a\tb", 16]])

    assert answer.content.decode() == "Class\tMemory (GB)\na b\t16\n"


def test_an_unknown_format_names_the_known_ones(client, db):
    answer = client.get("/classes/?format=xml")

    assert answer.status_code == 400
    assert answer.content.decode() == (
        "There is no format “xml”. Ask for one of: csv, tsv, md, json."
    )


WRONG = {
    "engine": ["mysql", "oracle"],
    "provider": ["nobody", "alibaba-cloud"],
    "colour": "red",
    "memory": "lots",
    "cols": "size,vcpu",
    "sort": "age",
    "page": "x",
}


@pytest.mark.parametrize("word", ["csv", "tsv", "md", "docx"])
def test_a_file_names_every_filter_that_it_would_leave_out(client, published, word):
    """They gave the classes of the other filters, and nobody heard of it."""
    answer = client.get("/classes/", {**WRONG, "format": word})

    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/plain")
    told = answer.content.decode().splitlines()
    page = [*client.get("/classes/", WRONG).context["view"].problems]
    assert len(page) == len(WRONG)
    assert told[: len(page)] == page
    assert [line[:24] for line in told[len(page) :]] == (
        ["There is no format “docx"] if word == "docx" else []
    )


def test_a_file_for_programs_has_its_faults_as_the_api_answers_them(client, db):
    answer = client.get("/classes/?colour=red&sort=age&format=json")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert [error["message"] for error in answer.json()["errors"]] == [
        "There is no filter “colour”; it is left out. Did you mean “cols”?",
        "Unknown order “age”; sorted by vCPU.",
    ]


def test_a_page_with_mistakes_leads_to_files_of_the_classes_it_shows(client, published):
    page = client.get("/classes/", {**WRONG, "page": "1"})

    for name, href in page.context["exports"].items():
        answer = client.get(f"/classes/{href}")
        assert answer.status_code == 200, name
    file = client.get(f"/classes/{page.context['exports']['csv']}").content.decode()
    assert len(file.splitlines()) == 1 + page.context["catalogue"].page.paginator.count
    nothing = client.get("/classes/?engine=oracle").content.decode()
    assert 'id="table-menu"' not in nothing


def test_long_and_hostile_text_is_shown_as_text(client, db):
    InstanceClassFactory(code="<b>x<b>" * 15, family='"><script>alert(1)</script>')

    html = client.get("/classes/?q=%3Cb%3E").content.decode()

    assert "<script>alert" not in html
    assert "<b>x<b>" not in html


def test_a_phone_has_vcpus_under_the_name_unless_columns_were_chosen(client, db):
    InstanceClassFactory(vcpus=6)

    def notes(query):
        return [row.narrow_note for row in client.get(query).context["rows"]]

    assert notes("/classes/") == ["6 vCPU"]
    assert notes("/classes/?cols=vcpu") == [""]
    assert notes("/classes/?cols=cached") == [""]
