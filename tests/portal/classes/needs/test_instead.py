"""Where no class says anything of a need, what there is of its engine stands instead."""

import re
from html import unescape

import pytest

from tests.factories import ResultFactory
from tests.portal.web.test_overview import text_of

PATH = "/classes/need/"
MARIADB = "tps=300&regime=cached&engine=mariadb&version=10.11"


def links_of(page):
    """What the links of the empty answer say, by where they lead."""
    (box,) = re.findall(
        r'<div class="bb-empty">(.*?)</div>', page.content.decode(), re.S
    )
    found = re.findall(r'<a\s+href="([^"]*)"\s*>(.*?)</a>', box, re.S)
    return {" ".join(text.split()): unescape(address) for address, text in found}


def of_no_class(**facts):
    words = {"engine": "mariadb", "engine_version": "10.11", "regime": "cached"}
    return ResultFactory(
        **{"measured": True, "visibility": "public", "tps": 395.0} | words | facts
    )


def test_a_version_that_was_tested_with_another_load_leads_to_that(client, published):
    asked = "tps=2000&regime=any&engine=postgresql&version=12"
    page = client.get(f"{PATH}?{asked}")

    assert "Results of PostgreSQL 12 are of Legacy OLTP." in text_of(page)
    assert "Ask for less" not in text_of(page)
    told = text_of(client.get(PATH + links_of(page)["Ask for Legacy OLTP"]))
    assert "No result of any class says anything about it" not in told
    assert "Results of PostgreSQL 12 are of" not in told


def test_results_without_a_class_are_named_with_the_best_of_them(client, db):
    of_no_class()

    page = client.get(f"{PATH}?{MARIADB.replace('300', '500')}")

    assert (
        "395 TPS were measured on MariaDB 10.11, OLTP read/write, cached, on a server "
        "that is no class of the catalogue."
    ) in text_of(page)
    link = links_of(page)["See results of MariaDB 10.11, OLTP read/write, cached"]
    listed = client.get(link)
    assert listed.status_code == 200
    assert "395" in text_of(listed)


def test_one_in_doubt_says_its_doubt(client, db):
    of_no_class(doubted=True)

    text = text_of(client.get(f"{PATH}?{MARIADB.replace('300', '500')}"))

    assert "395† TPS were measured on MariaDB 10.11" in text
    assert "no class of the catalogue. In doubt: Measured for 4 s only." in text


def test_of_several_the_best_of_the_load_that_is_asked_for_is_named(client, db):
    of_no_class()
    of_no_class(tps=300.0)
    of_no_class(tps=9000.0, workload="oltp_point_select")
    of_no_class(tps=800.0, regime="disk_io")

    answer = client.get(f"{PATH}?{MARIADB.replace('300', '500')}").context["answer"]

    assert (
        "395 TPS were measured on MariaDB 10.11, OLTP read/write, cached: the best of 2 "
        "results on servers that are no class of the catalogue."
    ) in answer.text


def test_one_that_reached_it_is_said_once(client, db):
    of_no_class()

    page = client.get(f"{PATH}?{MARIADB}")

    text = text_of(page)
    assert "1 result reached it on a server that is no class of the catalogue" in text
    assert "TPS were measured on" not in text


def test_private_results_of_others_are_not_named(client, db):
    of_no_class(visibility="private")
    of_no_class(workload="pgbench_read_only")

    page = client.get(f"{PATH}?{MARIADB}&workload=oltp_read_only")

    assert "395 TPS were measured on MariaDB 10.11, pgbench read-only" in text_of(page)
    assert "OLTP read/write, cached" not in text_of(page)


@pytest.mark.parametrize("regime", ["cached", "any"])
def test_an_engine_with_other_transactions_alone_leads_to_what_ranks_them(
    client, published, regime
):
    page = client.get(f"{PATH}?tps=3000&regime={regime}&engine=sqlserver")

    assert (
        "Results of SQL Server are of TPC-C-derived. Its transactions are of five kinds: it "
        "is known by NOPM or TPM, and a need is of TPS."
    ) in text_of(page)
    address = links_of(page)["See classes by their TPM of TPC-C-derived"]
    assert address == "/classes/?engine=sqlserver&sort=-tpm"
    listed = client.get(address)
    assert "Unknown order" not in text_of(listed)
    assert listed.content.decode().count("/classes/alibaba-cloud/sqlserver/") > 3


@pytest.mark.parametrize("path", [PATH, "/classes/ranking/"])
def test_the_choice_of_a_load_says_what_is_not_among_them(client, db, path):
    page = client.get(path)

    text = text_of(page)
    assert "TPC-C-derived is not among them" in text
    assert 'aria-describedby="need-workload_helptext"' in page.content.decode()
    assert 'id="need-workload_helptext"' in page.content.decode()
