"""The page that ranks all classes under one load."""

import csv

import pytest

from benchruns.reports.shelf.refresh import refresh as refresh_versions
from tests.benchruns.catalogue.needs.asked import repeats, result
from tests.factories import InstanceClassFactory, PriceFactory, ResultFactory
from tests.portal.web.test_overview import text_of

PATH = "/classes/ranking/"


def names(page):
    return [bar.name for bar in page.context["chart"].bars]


def test_without_a_question_the_main_load_is_ranked(client, published):
    page = client.get(PATH)

    text = text_of(page)
    assert names(page)[0] == "rds.mysql.c2.xlarge"
    assert "rds.mysql.c2.xlarge 16 vCPU, 64 GB, MySQL 5.7, Alibaba Cloud" in text
    assert "8,071 vendor" in text
    count = page.context["ranking"].count
    assert f"{count} figures : cached, OLTP read/write, 60 s." in text


def test_tests_of_another_duration_are_ranked_apart_behind_a_link(client, published):
    page = client.get(f"{PATH}?engine=mysql")

    ((name, count, address),) = page.context["durations"]
    longer = client.get(f"{PATH}{address}")

    assert "Different tests, ranked apart: 20 min: 5 figures" in text_of(page)
    assert (name, count) == ("20 min", 5)
    assert address == "?engine=mysql&duration=1200"
    assert {bar.about.split(", ")[2] for bar in longer.context["chart"].bars} == {
        "MySQL 5.6"
    }
    assert "5 figures : cached, MySQL, OLTP read/write, 20 min." in text_of(longer)
    assert "60 s: 15 figures" in text_of(longer)
    rows = list(
        csv.DictReader(
            client.get(f"{PATH}{address}&format=csv").content.decode().splitlines()
        )
    )
    assert {row["duration_s"] for row in rows} == {"1200.0"}


def test_a_time_that_differs_stands_in_its_row(client, db):
    for seconds in (60, 60.02, 120):
        ResultFactory(regime="cached", tps=seconds, duration_s=seconds)

    page = client.get(PATH)

    assert "cached, OLTP read/write, 60 s to 120 s." in text_of(page)
    abouts = [bar.about.split(", ")[-1] for bar in page.context["chart"].bars]
    assert abouts == ["120 s", "60 s", "60 s"]


def test_a_load_without_tests_of_the_duration_offers_the_others(client, db):
    ResultFactory(regime="cached", tps=100, duration_s=60)
    ResultFactory(regime="cached", tps=100, duration_s=None)

    text = text_of(client.get(f"{PATH}?duration=3600"))
    unknown = client.get(f"{PATH}?duration=unknown")

    assert "No class has a figure that was measured for about as long." in text
    assert "60 s: 1 figure duration not stated: 1 figure" in text
    assert "cached, OLTP read/write, duration not stated." in text_of(unknown)
    assert len(names(unknown)) == 1


def test_a_doubted_figure_is_marked_and_the_legend_says_how(client, published):
    text = text_of(client.get(f"{PATH}?regime=disk_io&engine=mysql&version=8.0"))

    assert "5,457 † in doubt in doubt" in text
    assert "1,013 vendor" in text
    assert "† regime or method in doubt" in text
    assert "hollow: not proven for this load" in text
    assert "the highest first, those in doubt last." in text


def test_a_ranking_without_doubts_speaks_of_none(client, db):
    result(InstanceClassFactory(vcpus=2), 2000)

    text = text_of(client.get(f"{PATH}?regime=disk_io"))

    assert "The best figure of each class and version, the highest first." in text


def test_the_median_stands_beside_the_best_of_repeats(client, db):
    size = InstanceClassFactory(vcpus=2)
    repeats(size, 2600, 3010, 2700)
    result(InstanceClassFactory(vcpus=2), 2000)

    whole, by_vcpu = (
        text_of(client.get(f"{PATH}?regime=disk_io&per={per}"))
        for per in ("class", "vcpu")
    )

    assert "3 repeats, median 2,700" in whole
    assert "3 repeats, median 1,350" in by_vcpu
    assert whole.count("repeats, median") == 1


def test_a_click_takes_a_class_off_and_another_puts_it_back(client, published):
    query = f"{PATH}?engine=mysql&version=8.0"
    first = client.get(query)
    best = first.context["chart"].bars[0]

    without = client.get(f"{PATH}{best.off}")

    assert "without=class:alibaba-cloud/mysql/rds.mysql.c2.xlarge" in best.off
    assert names(without) == names(first)[1:]
    ((name, back),) = without.context["taken"]
    assert name == best.name
    assert names(client.get(f"{PATH}{back}")) == names(first)


def test_an_engine_and_a_provider_can_be_taken_off(client, db):
    for engine, code in (("mysql", "a"), ("postgresql", "b"), ("mysql", "c")):
        sold = InstanceClassFactory(engine=engine, code=code)
        ResultFactory(engine=engine, instance_class=sold, regime="cached", tps=100)
    page = client.get(PATH)

    providers, engines = page.context["offers"]
    assert [name for name, _address in engines] == ["MySQL", "PostgreSQL"]
    assert names(client.get(f"{PATH}{engines[0][1]}")) == ["b"]
    assert len(names(client.get(f"{PATH}{providers[0][1]}"))) == 2
    nothing = client.get(f"{PATH}?without=engine:mysql&without=engine:postgresql")
    assert "Everything is taken off. Put all back" in text_of(nothing)


def test_what_is_taken_off_stays_off_when_the_load_changes(client, published):
    html = client.get(f"{PATH}?without=engine:postgresql").content.decode()

    assert '<input type="hidden" name="without" value="engine:postgresql">' in html


def test_figures_per_price_name_the_price(client, db):
    sold = InstanceClassFactory()
    ResultFactory(instance_class=sold, regime="cached", tps=100)
    ResultFactory(regime="cached", tps=900)
    PriceFactory(instance_class=sold, amount=2)

    text = text_of(client.get(f"{PATH}?per=price"))

    assert "TPS per USD an hour" in text
    assert " 50 vendor" in text
    assert "Prices: USD, eu-west-1, on-demand." in text
    assert "1 figure is of a class without such a price." in text


def test_nothing_to_rank_says_what_to_do(client, db):
    assert "No class has a figure under this load." in text_of(client.get(PATH))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("regime=warm", "“warm” is not one of them."),
        ("duration=long", "Write whole seconds, or unknown."),
        ("per=core", "“core” is not one of them."),
        ("engine=mysql&version=12", "There is no result of MySQL 12."),
        ("tps=1", "words that ask for nothing: tps."),
        ("without=colour:red", "words that ask for nothing: colour:red."),
        ("without=class:nonsense", "words that ask for nothing: class:nonsense."),
        ("without=engine:db2", "words that ask for nothing: engine:db2."),
    ],
)
def test_a_word_that_cannot_be_used_is_explained(client, published, query, told):
    page = client.get(f"{PATH}?{query}")

    assert page.status_code == 400
    assert told in text_of(page)


def test_empty_fields_leave_the_address_and_what_is_off_stays(client, db):
    answer = client.get(f"{PATH}?engine=&regime=cached&without=provider:a&without=")

    assert answer["Location"] == f"{PATH}?regime=cached&without=provider:a"


def test_the_number_of_queries_does_not_grow_with_rows(
    client, db, django_assert_max_num_queries
):
    for rows in (1, 30):
        for _ in range(rows):
            ResultFactory(regime="cached", tps=100)
        refresh_versions()
        with django_assert_max_num_queries(9):
            client.get(PATH)


@pytest.mark.parametrize("address", ["/", "/classes/"])
def test_the_question_leads_to_the_ranking(client, db, address):
    assert f'href="{PATH}"' in client.get(address).content.decode()


def test_an_answer_leads_to_the_ranking_of_its_load(client, published):
    html = client.get("/classes/need/?tps=2000&regime=cached&engine=mysql").content

    assert b'href="/classes/ranking/?regime=cached&amp;engine=mysql"' in html


def test_what_the_catalogue_has_not_is_told_and_not_taken_off(client, published):
    asked = ["provider:nobody", "class:alibaba-cloud/mysql/none", "class:a/mysql/rds"]

    page = client.get(PATH, {"without": [*asked, "engine:postgresql"]})

    text = text_of(page)
    assert page.status_code == 200
    assert "Nothing in the catalogue is called nobody, none, rds" in text
    assert [name for name, _address in page.context["taken"]] == ["PostgreSQL"]
    assert "nobody" not in page.context["everything"] + page.context["taken"][0][1]
    assert names(page) == names(client.get(f"{PATH}?without=engine:postgresql"))


def test_what_is_taken_off_twice_is_taken_off_once(client, published):
    word = "without=provider:alibaba-cloud"

    page = client.get(f"{PATH}?{word}&{word}")

    assert len(page.context["taken"]) == 1
    assert "provider" not in page.context["taken"][0][1]


def test_all_taken_off_is_said_in_words(client, published):
    engines = ["mysql", "mariadb", "postgresql", "sqlserver"]

    page = client.get(PATH, {"without": [f"engine:{engine}" for engine in engines]})

    assert names(page) == []
    assert "Everything is taken off. Put all back" in text_of(page)


def test_a_word_given_twice_is_refused_by_its_name(client, published):
    page = client.get(f"{PATH}?engine=mysql&engine=postgresql&regime=cached")

    assert page.status_code == 400
    assert "gives these more than once: engine." in text_of(page)


def test_what_is_drawn_is_a_file_as_well(client, db):
    ResultFactory(regime="cached", tps=100)
    ResultFactory(regime="cached", tps=300)

    page = client.get(f"{PATH}?regime=cached")
    answer = client.get(f"{PATH}?regime=cached&format=csv")

    assert "regime=cached&amp;format=csv" in page.content.decode()
    rows = list(csv.DictReader(answer.content.decode().splitlines()))
    found = [(row["place"], row["value"], row["value_unit"]) for row in rows]
    assert found == [("1", "300.0", "TPS"), ("2", "100.0", "TPS")]
    assert {row["regime"] for row in rows} == {"cached"}


@pytest.mark.parametrize(
    ("words", "told"),
    [("format=xml", "ask for csv"), ("format=csv&colour=red", "colour: There is no")],
)
def test_a_file_that_cannot_be_made_says_why(client, db, words, told):
    answer = client.get(f"{PATH}?{words}")

    assert answer.status_code == 400
    assert told in answer.content.decode()
