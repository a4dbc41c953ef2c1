"""What is asked on the page of needs: its form, its address, and what is refused."""

import pytest

from tests.factories import ResultFactory
from tests.portal.classes.needs.asked import ASKED, PATH
from tests.portal.web.test_overview import text_of


def test_without_a_question_the_page_asks_one(client, db):
    page = client.get(PATH)

    text = text_of(page)
    assert page.status_code == 200
    assert "Throughput TPS at least" in text
    assert "For example: at least 2,000 TPS, disk I/O, MySQL 8.0" in text


def test_the_form_holds_what_was_asked(client, published):
    form = client.get(f"{PATH}?{ASKED}&p95=20").context["form"]

    held = {name: str(form[name].value() or "") for name in form.fields}
    assert held == {
        "tps": "2000",
        "regime": "disk_io",
        "p95": "20",
        "engine": "mysql",
        "version": "8.0",
        "workload": "oltp_read_write",
        "provider": "",
        "provenance": "",
        "budget": "",
        "price_in": "",
    }


def test_empty_fields_of_the_form_leave_the_address(client, db):
    answer = client.get(f"{PATH}?tps=2000&regime=cached&p95=&engine=&budget=")

    assert answer["Location"] == f"{PATH}?tps=2000&regime=cached"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("regime=cached", "Write how many transactions a second you need."),
        ("tps=2,00&regime=cached", "Write a number such as 2000 or 12.5."),
        ("tps=nan&regime=cached", "Write a number such as 2000 or 12.5."),
        ("tps=-5&regime=cached", "Write a number of at least 0.01."),
        ("tps=1e300&regime=cached", "Write a smaller number."),
        ("tps=2000", "Choose where the data is read from: cached, disk I/O, mixed"),
        ("tps=2000&regime=warm", "“warm” is not one of them."),
        ("tps=1&regime=any&engine=db2", "“db2” is not one of them."),
        (
            "tps=1&regime=any&workload=tpcc",
            "Choose one from the list: “tpcc” is not in it.",
        ),
        (
            "tps=1&regime=any&engine=mysql&version=12",
            "There is no result of MySQL 12. Versions with results: 8.0, 5.7, 5.6.",
        ),
        ("tps=1&regime=any&budget=2", "Choose the currency, region and term"),
        ("tps=1&regime=any&price_in=USD", "Write a price as currency/region/term"),
        ("tps=1&regime=any&price_in=USD/x/y", "No class has a price in USD, x, y."),
        (
            "tps=1&regime=any&engne=mysql",
            "parameters that this page does not know: engne.",
        ),
    ],
)
def test_a_word_that_cannot_be_used_is_explained(client, published, query, told):
    page = client.get(f"{PATH}?{query}")

    assert page.status_code == 400
    assert told in text_of(page)


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("tps=abc", ["tps"]),
        ("tps=2000", ["regime"]),
        ("engine=mysql", ["tps"]),
        ("p95=x", ["tps", "p95"]),
        ("tps=abc&regime=warm", ["tps", "regime"]),
        ("tps=2000&engne=mysql", []),
    ],
)
def test_the_field_that_is_wrong_is_marked_alone(client, published, query, wrong):
    page = client.get(f"{PATH}?{query}")

    form = page.context["form"]
    assert [*form.errors] == wrong
    assert page.content.decode().count('class="errorlist"') == len(wrong)
    if "regime" not in wrong:
        assert form["regime"].value() == "disk_io"
    if len(wrong) == 1:
        assert "Fix the highlighted field." in text_of(page)


@pytest.mark.parametrize("address", ["/", "/classes/"])
def test_home_and_catalogue_ask_the_short_question(client, db, address):
    html = client.get(address).content.decode()

    assert 'action="/classes/need/"' in html
    for name in ("tps", "regime", "p95", "engine", "version", "provider"):
        assert f'id="need-{name}"' in html


def test_the_question_is_the_first_thing_on_the_first_page(client, published):
    html = client.get("/").content.decode()

    assert html.index("Which class do I need?") < html.index("Look at figures")


def test_versions_are_offered_by_their_engine_the_chosen_one_first(client, published):
    ResultFactory(engine="postgresql", engine_version="8.0")

    page = client.get(f"{PATH}?tps=1&regime=any&engine=postgresql&version=8.0")

    _any, *groups = page.context["form"].fields["version"].widget.choices
    assert [label for label, _versions in groups][:2] == ["PostgreSQL", "MySQL"]
    chosen = page.content.decode().split("selected")
    of_versions = [part for part in chosen if part.startswith(">8.0")]
    assert len(of_versions) == 1
    assert 'data-engines="postgresql mysql' in page.content.decode()


@pytest.mark.parametrize("format", ["csv", "tsv", "md", "pdf"])
def test_a_program_reads_what_is_wrong_with_its_question_as_plain_text(
    client, published, format
):
    answer = client.get(f"/classes/need/?tps=abc&colour=red&format={format}")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    assert "tps: Write a number" in text
    assert "regime: Choose where the data is read from: cached, disk_io, mixed" in text
    assert "colour: There is no such parameter." in text


def test_a_program_that_asks_for_json_reads_a_problem(client, published):
    answer = client.get("/classes/need/?tps=abc&regime=cached&format=json")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    (error,) = answer.json()["errors"]
    assert error["field"] == "tps"
    assert error["message"].startswith("Write a number")


@pytest.mark.parametrize("second", ["5", "", "3000"])
def test_a_part_of_the_question_given_twice_is_refused(client, published, second):
    page = client.get(f"/classes/need/?tps=3000&regime=cached&tps={second}")

    assert page.status_code == 400
    assert "Give “tps” once." in page.content.decode()
    assert "report" not in page.context


def test_a_number_is_taken_as_pages_print_it(client, published):
    page = client.get("/classes/need/?tps=3,000&regime=cached&engine=mysql")

    assert page.status_code == 200
    assert page.context["report"].need.tps == 3000


@pytest.mark.parametrize("tps", ["3,0", "30,00", "3,000,0", ",300", "3.000,5"])
def test_another_comma_is_refused(client, published, tps):
    page = client.get(f"/classes/need/?tps={tps}&regime=cached")

    assert page.status_code == 400
    assert "Write a number such as 2000" in page.content.decode()


def test_a_latency_that_would_be_told_back_as_none_is_refused(client, published):
    page = client.get("/classes/need/?tps=100&regime=cached&p95=0.00001")

    assert page.status_code == 400
    assert "Write a number of at least 0.01." in page.content.decode()
