"""The page that answers which class somebody needs."""

import re

from django.utils import timezone

from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Result
from benchruns.reports.shelf.refresh import refresh as refresh_versions
from tests.benchruns.catalogue.needs.asked import OF_REGIME
from tests.factories import PriceFactory
from tests.portal.classes.needs.asked import ASKED, CACHED, PATH, class_of, found
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of


def test_the_papers_answer_in_one_sentence(client, published):
    page = client.get(f"{PATH}?{CACHED}")

    text = text_of(page)
    assert (
        "3,480 TPS, 1.74 times what is needed: rds.mysql.c1.xlarge, 8 vCPU, 32 GB, "
        "on MySQL 8.0. The smallest of 2 classes that reached at least 2,000 TPS, "
        "cached, MySQL 8.0, OLTP read/write. Its TPS is derived: reads ÷ 14 ÷ 60 s. "
        "rds.mysql.m1.medium reached 1,866 TPS on MySQL 8.0, 93 % of it, at half the size "
        "(4 vCPU against 8)."
    ) in text
    line = "c1.xlarge smallest MySQL, Alibaba Cloud 8 32 3,480 32 threads, 60 s –"
    assert f"rds.mysql. {line}" in text
    assert "1 of 1" in text
    assert "m1.medium MySQL, Alibaba Cloud , 16 GB, MySQL 8.0 4 16" in text
    assert "1,866 TPS at most, 93 % of what is needed." in text
    best = Result.objects.get(
        instance_class__code="rds.mysql.c1.xlarge",
        engine_version="8.0",
        regime="cached",
    )
    assert f'href="/results/{best.pk}/"' in page.content.decode()


def test_by_what_a_figure_was_measured_stands_beside_it(client, published):
    found(engine="mysql", engine_version="8.0", tps=2100, threads=48, duration_s=900)

    text = text_of(client.get(f"{PATH}?{ASKED}"))

    assert "2,100 48 threads, 15 min" in text
    assert re.search(r"1,013 TPS at most, 51 %.{0,60} 16 threads, 60 s", text)


def test_in_any_regime_a_regime_in_doubt_is_marked_where_it_is_named(client, published):
    address = f"{PATH}?{ASKED.replace('2000', '6800').replace('disk_io', 'any')}"
    label = {"label": "disk_io", "data_bytes": 22_900_000_000, "memory_gb": 64.0}
    finding = OF_REGIME | {"values": label | {"memory_ratio": 0.36}}
    found(engine="mysql", engine_version="8.0", tps=65_434, findings=[finding])

    page = client.get(address)

    text = text_of(page)
    doubt = "Labelled disk I/O, but the data"
    assert f"Regime in doubt: {doubt}" in text
    assert re.search(r"MySQL 8\.0 (sysbench )?disk I/O[^†]{0,40}† in doubt", text)
    chart = page.context["chart"]
    assert [bar.style for bar in chart.bars if bar.text == "65,434"] == [""]
    (line,) = [
        each
        for each in csv_of(client.get(f"{address}&format=csv"))
        if each["tps"] == "65434.0"
    ]
    assert line["message"].startswith(f"Regime in doubt: {doubt}")
    assert line["doubt"].startswith(doubt)
    (row,) = re.findall(
        r"65,434.*?</tr>", page.content.decode().split("<tbody>")[1], re.S
    )[:1]
    assert row.count('class="bb-dagger"') == 1


def test_a_class_whose_load_generator_was_the_limit_reached_at_least_its_figure(
    client, published
):
    found(
        engine="mysql",
        engine_version="8.0",
        tps=1900,
        findings=[{"code": "client_bound", "severity": "caution", "values": {}}],
    )

    page = client.get(f"{PATH}?{ASKED}")

    text = text_of(page)
    assert (
        "1,900 TPS at least, 95 % of what is needed: the load generator was the limit, "
        "not the server."
    ) in text
    assert "1,900 TPS at most" not in text
    words = [bar.word for bar in page.context["chart"].bars if bar.text == "1,900"]
    assert words == ["at least"]


def test_data_that_fits_in_memory_proves_no_disk_io(client, published):
    text = text_of(client.get(f"{PATH}?{ASKED.replace('2000', '3000')}"))

    assert (
        "No class is proven to have reached at least 3,000 TPS, disk I/O, MySQL 8.0, "
        "OLTP read/write; 1 may have. Not proven: rds.mysql.c2.xlarge, "
        "16 vCPU, 64 GB, on MySQL 8.0: 5,457 TPS, 1.82 times what is needed, in doubt: "
        "Labelled disk I/O, but the data (about 23 GB) fits in memory (64 GB). "
        "rds.mysql.c1.xlarge reached 2,838 TPS on MySQL 8.0, 95 % of it, at half the "
        "size (8 vCPU against 16), in doubt: Labelled disk I/O, but the data (about 23 "
        "GB) fits in memory (32 GB)."
    ) in text


def test_a_bound_that_no_paper_lets_check_is_said_beside_the_doubt(client, published):
    asked = ASKED.replace("2000", "3000")
    text = text_of(client.get(f"{PATH}?{asked}&p95=50"))

    assert (
        "5,457 TPS, 1.82 times what is needed; its p95 is not stated, and it is in doubt: "
    ) in text
    assert "None of the figures for this load states a p95: the bound of 50 ms" in text
    assert "states a p95" not in text_of(client.get(f"{PATH}?{asked}"))


def test_without_a_version_each_figure_names_its_own(client, published):
    page = client.get("/classes/need/?tps=3000&regime=disk_io&engine=mysql")

    text = text_of(page)
    assert "c1.xlarge, 8 vCPU, 32 GB, on MySQL 5.7: 3,909 TPS" in text
    assert (
        "MySQL 8.0: no class is proven; rds.mysql.c2.xlarge (5,457 TPS) is in doubt."
        in text
    )
    assert (
        "MySQL 5.7: no class is proven; 2 are in doubt, the smallest rds.mysql.c1.xlarge "
        "(3,909 TPS)."
    ) in text
    assert "MySQL 5.7 has had no support since 2023-10-31." in text
    assert "Alibaba Cloud , 32 GB, MySQL 5.7 no support since 2023-10-31" in text
    asked = "tps=3000&amp;regime=disk_io&amp;engine=mysql&amp;version=8.0"
    assert f'href="?{asked}"' in page.content.decode()


def test_the_answer_is_the_same_on_its_second_page(client, db):
    for number in range(51):
        found(instance_class=class_of(f"c{number}", 2 + number, 4))

    first = client.get(f"{PATH}?tps=2000&regime=disk_io").context["answer"]
    second = client.get(f"{PATH}?tps=2000&regime=disk_io&page=2").context["answer"]

    assert first.headline.startswith("2,500 TPS, 1.25 times what is needed: c0")
    assert second == first


def test_nothing_found_says_what_came_nearest_and_what_to_do(client, published):
    page = client.get(f"{PATH}?{CACHED}&p95=20")

    text = text_of(page)
    assert "No class is proven to have reached at least 2,000 TPS" in text
    assert "2 classes that may have reached it; no result shows it for sure" in text
    assert "3,480 TPS reached the throughput; its p95 is not stated." in text
    assert "server of your own as large as rds.mysql.c1.xlarge" in text
    assert "/runs/new/?reproduce=" in page.content.decode()


def test_nothing_at_all_is_told_without_a_table(client, db):
    text = text_of(client.get(f"{PATH}?tps=1&regime=cached"))

    assert "No result of any class says anything about it." in text
    assert "Did not reach it" not in text


def test_classes_of_one_size_are_called_so_and_the_best_evidence_stands_first(
    client, db
):
    noted = [{"code": "same_host", "severity": "note", "values": {}}]
    found(instance_class=class_of("b", 2, 4), findings=noted)
    found(instance_class=class_of("a", 2, 4), measured=True, visibility="public")
    found(instance_class=class_of("c", 2, 4))

    text = text_of(client.get(f"{PATH}?tps=2000&regime=disk_io"))

    assert "needed: c, 2 vCPU, 4 GB, on MySQL 8.0. One of the smallest of 3" in text
    assert "Of the same size: a (" in text
    assert "2,500 TPS on MySQL 8.0, measured)" in text


def test_in_any_regime_what_is_in_doubt_comes_after_its_equals_with_its_sign(
    client, db
):
    label = {"label": "cached", "data_bytes": 23_000_000_000, "memory_gb": 4.0}
    finding = OF_REGIME | {"values": label | {"memory_ratio": 5.4}}
    found(instance_class=class_of("a", 2, 4), findings=[finding])
    found(instance_class=class_of("b", 2, 4))

    text = text_of(client.get(f"{PATH}?tps=2000&regime=any"))

    first = (
        "2,500 TPS, 1.25 times what is needed: b, 2 vCPU, 4 GB, on MySQL 8.0, disk I/O."
    )
    assert first in text
    assert "Of the same size: a (2 vCPU, 4 GB; 2,500† TPS on MySQL 8.0)." in text


def test_of_more_classes_that_missed_it_it_is_said_how_many_there_are(client, db):
    for tps in range(54, 60):
        found(tps=tps)

    text = text_of(client.get(f"{PATH}?tps=100000&regime=disk_io"))

    assert "Did not reach it the 5 closest of 6" in text
    assert "59 TPS at most, less than 1 % of what is needed." in text
    assert " 0 % of" not in text


def test_several_smallest_classes_are_named(client, db):
    for n, (vcpus, memory) in enumerate([(2, 64), (4, 32), (8, 16), (16, 8)]):
        found(instance_class=class_of(f"c{n}", vcpus, memory))
    found(instance_class=class_of("large", 64, 512))

    text = text_of(client.get(f"{PATH}?tps=2000&regime=disk_io"))

    assert (
        "2,500 TPS, 1.25 times what is needed: c0, 2 vCPU, 64 GB, on MySQL 8.0. "
        "One of the smallest of 5 classes that reached at least 2,000 TPS"
    ) in text
    assert (
        "c1 (4 vCPU, 32 GB; 2,500 TPS on MySQL 8.0), c2 (8 vCPU, 16 GB; 2,500 TPS on "
        "MySQL 8.0) and 1 more."
    ) in text


def test_prices_are_those_that_were_chosen(client, db):
    sold = found()
    today = timezone.now().date()
    PriceFactory(instance_class=sold, amount=1825, unit="month", priced_on=today)
    PriceFactory(instance_class=sold, currency="EUR", amount=9)

    query = f"{PATH}?tps=2000&regime=disk_io&price_in=USD%2Feu-west-1%2Fon-demand"
    page = client.get(query)
    over = client.get(f"{query}&budget=2")

    text = text_of(page)
    assert "2,500 16 threads, 60 s – 2.5 1,825 a month 1,000" in text
    assert "TPS per USD an hour = TPS of the evidence ÷ price an hour." in text
    assert "Prices: USD, eu-west-1, on-demand; a month has 730 hours." in text
    assert "2,500 TPS for 2.5 an hour, above 2 (USD, eu-west-1, on-demand)." in text_of(
        over
    )


def test_an_old_price_says_so_wherever_it_stands(client, db):
    PriceFactory(instance_class=found(), amount=2, priced_on="2020-01-01")
    query = f"{PATH}?tps=2000&regime=disk_io&price_in=USD%2Feu-west-1%2Fon-demand"

    text = text_of(client.get(query))
    over = text_of(client.get(f"{query}&budget=1"))
    (row,) = csv_of(client.get(f"{query}&format=csv"))

    assert "2 1,460 a month stale: 2020-01-01 1,250 stale: 2020-01-01" in text
    assert "2,500 TPS for 2 (stale: 2020-01-01) an hour, above 1" in over
    assert row["priced_on"] == "2020-01-01"


def test_the_number_of_queries_does_not_grow_with_rows(
    client, db, django_assert_max_num_queries
):
    for rows in (1, 60):
        for _ in range(rows):
            PriceFactory(instance_class=found())
        refresh()
        refresh_versions()
        with django_assert_max_num_queries(14):
            page = client.get(
                f"{PATH}?tps=2000&regime=disk_io&price_in=USD%2Feu-west-1%2Fon-demand"
            )

    assert "1 to 50 of 61" in text_of(page)
    assert len(page.context["rows"]) == 50


def test_the_second_page_keeps_the_question(client, db):
    for _ in range(51):
        found()

    page = client.get(f"{PATH}?tps=2000&regime=disk_io&page=2")

    assert "51 to 51 of 51" in text_of(page)
    assert 'href="?tps=2000&amp;regime=disk_io&amp;page=1"' in page.content.decode()


def test_the_chart_draws_what_is_needed_and_marks_what_is_doubted(client, published):
    page = client.get(f"{PATH}?{ASKED.replace('2000', '3000')}")

    html, text = page.content.decode(), text_of(page)
    figure = html[html.index('<figure class="bb-ranks"') : html.index("</figure>")]
    assert "† regime or method in doubt" in text
    assert "needed: 3,000 TPS" in text
    bars = {bar.name: (bar.is_open, bool(bar.doubt)) for bar in _bars(page)}
    assert bars["rds.mysql.c2.xlarge"] == (True, True)
    assert figure.count("<rect") == figure.count('class="bb-rank-needed"') == len(bars)
    assert "5,457 † in doubt TPS" in " ".join(text_of(page).split())


def _bars(page):
    return page.context["chart"].bars


def test_bars_are_as_long_as_their_figures(client, db):
    found(tps=4000, instance_class=class_of("a", 2, 4))
    found(tps=2000, instance_class=class_of("b", 4, 8))

    page = client.get(f"{PATH}?tps=1000&regime=disk_io")

    chart = page.context["chart"]
    assert [(bar.name, length) for bar, length in chart.lines] == [
        ("a", "98.00%"),
        ("b", "49.00%"),
    ]
    assert chart.needed_at == "24.50%"
    assert "†" not in text_of(page)


def test_without_a_chosen_price_those_of_most_classes_are_shown(client, db):
    one, other = found(), found(tps=1900)
    today = timezone.now().date()
    PriceFactory(instance_class=one, amount=2, priced_on=today)
    PriceFactory(instance_class=other, amount=1, priced_on=today)
    PriceFactory(instance_class=one, currency="EUR", amount=9, priced_on=today)

    text = text_of(client.get(f"{PATH}?tps=2000&regime=disk_io"))

    assert "costs 2 USD an hour, 1,460 a month (eu-west-1, on-demand)." in text
    assert "Prices: USD, eu-west-1, on-demand" in text
    assert "1 730 a month 1,900 TPS at most, 95 % of what is needed." in text


def test_no_class_proven_has_no_lead_of_classes_that_reached_it(client, published):
    lead = "The smallest classes with a result that reached it"

    assert lead in text_of(client.get(f"{PATH}?{CACHED}"))
    assert lead not in text_of(client.get(f"{PATH}?{CACHED}&p95=20"))


def test_the_class_in_doubt_is_the_one_to_be_run(client, published):
    text = text_of(client.get(f"{PATH}?{CACHED}&p95=20"))

    assert "on a server of your own as large as rds.mysql.c1.xlarge" in text


def test_the_vendor_s_tests_to_repeat_are_named_with_their_figure(client, published):
    text = text_of(client.get(f"{PATH}?{ASKED.replace('2000', '3000')}"))

    links = text[text.index("To find out, run the load yourself:") :]
    doubted = links.index(
        "Repeat the vendor's test of rds.mysql.c2.xlarge (5,457† TPS) on your endpoint "
        ", the smallest class in doubt † Labelled disk I/O, but the data ("
    )
    assert doubted < links.index(", the nearest that was too slow")
    assert "Workload, provenance, prices" not in text


def test_classes_that_are_not_counted_are_counted_with_a_link(client, db):
    found(engine="mysql", engine_version="8.0")
    found(engine="mysql", engine_version="8.0", regime="cached")
    found(engine="mysql", engine_version="8.0", workload="oltp_read_only")

    page = client.get(f"{PATH}?{ASKED}")

    assert "2 classes with results are not counted: they are of another" in text_of(
        page
    )
    note = page.content.decode().split('id="not-counted"')[1].split("</p>")[0]
    assert 'href="/classes/?engine=mysql"' in note


def test_a_version_that_was_tested_under_another_load_alone_did_not_fail(client, db):
    found(engine_version="8.0")
    found(engine_version="5.7", tps=100)
    found(engine_version="5.6", workload="oltp_legacy")
    refresh_versions()

    text = text_of(client.get("/classes/need/?tps=2000&regime=any&engine=mysql"))

    assert "MySQL 5.7: no class reached it." in text
    assert "MySQL 5.6: no class was tested under this load." in text
    assert "1 class with results is not counted: they are of another workload." in text
