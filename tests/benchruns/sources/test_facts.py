"""The facts of the papers: all of them, each once, with places that exist."""

import re

import pytest

from benchruns.engines import ENGINES
from benchruns.sources import outputs, papers, sections, terms
from benchruns.sources.facts import KINDS, all_facts, facts_at, facts_of
from benchruns.workloads import WORKLOADS
from tests.benchruns.results.published_files import rows_of


def test_every_row_of_the_file_is_a_fact_with_an_anchor_of_its_own():
    facts = all_facts()

    assert len(facts) == len(rows_of("facts.csv")) == 255
    assert len({(fact.source, fact.key) for fact in facts}) == 255
    assert {fact.kind for fact in facts} == KINDS.keys()
    assert all(re.fullmatch(r"fact-[a-z0-9_-]+", fact.key) for fact in facts)


def test_a_command_with_semicolons_stays_one_literal():
    [mask] = [each for each in all_facts() if each.subject == "packet steering mask"]

    assert mask.literals == (
        "sudo sh -c 'for x in /sys/class/net/eth0/queues/rx-*; do echo "
        "ffffffff>$x/rps_cpus; done'",
    )
    [scales] = [
        each
        for each in facts_of("alibaba-whitepaper-20220530")
        if (each.section, each.subject) == ("3.2.4", "step 1")
    ]
    assert scales.literals[-1] == "pgbench -i -s 1000"
    assert len(scales.literals) == 4


def test_what_was_read_from_stock_screens_says_so():
    screens = [
        fact for fact in all_facts() if "no setting of the vendor's" in fact.mark
    ]

    assert len(screens) == 13
    assert {fact.source for fact in screens} == {"alibaba-whitepaper-zh-20220422"}
    assert not any("screenshot" in fact.subject for fact in screens)


def test_every_section_with_a_fact_is_known_and_every_known_one_is_of_a_paper():
    known = {(each.source, each.name) for each in sections.all_sections()}

    assert {(fact.source, fact.section) for fact in all_facts()} <= known
    assert {source for source, _name in known} == papers.papers().keys()


@pytest.mark.parametrize(
    ("source", "name", "found"),
    [
        ("alibaba-whitepaper-20220530", "1.4 Type 2", "1.4"),
        ("alibaba-whitepaper-20220530", "1.3;1.4", "1.4"),
        ("alibaba-whitepaper-20220530", "3.2;3.3", "3.3"),
        ("alibaba-whitepaper-20220530", "1.4;1.5;1.6", "1.4;1.5;1.6"),
        ("huawei-whitepaper-20220930", "Table 1-4", "1.2.2"),
        ("huawei-whitepaper-20220930", "1.3", "1.3.1"),
    ],
)
def test_a_section_is_found_by_its_name_its_tables_and_a_wider_one(source, name, found):
    assert sections.section_named(source, name).name == found


def test_an_unknown_section_is_none():
    assert sections.section_named("alibaba-whitepaper-20220530", "9.9") is None


def test_places_are_of_workloads_engines_and_guides_that_exist():
    places = {place for fact in all_facts() for place in fact.places}

    for place in places:
        kind, _slash, of = place.partition("/")
        assert kind in {"workload", "engine", "fairness", "submissions"}
        assert kind != "workload" or of in WORKLOADS
        assert kind != "engine" or of.split("/")[0] in ENGINES
        assert facts_at(place)


def test_the_fifteen_steps_with_hammerdb_stand_in_their_order():
    steps = [fact.subject for fact in facts_at("workload/tpcc") if fact.kind == "step"]

    assert steps == [f"HammerDB step {number}" for number in range(1, 16)]


def test_only_what_is_about_the_document_has_no_place_beside_its_paper():
    alone = {fact.section for fact in all_facts() if not fact.places}

    assert alone == {"Legal disclaimer", "Document conventions", "Notice"}


@pytest.mark.parametrize(
    ("workload", "figures"),
    [
        ("oltp_read_write", {"qps": 23869.32, "tps": 1193.47, "latency_p95_ms": 36.89}),
        ("oltp_read_only", {"qps": 26130.73, "tps": 1866.48, "latency_p95_ms": 33.72}),
        ("oltp_write_only", {"qps": 25530.04, "tps": 4255.01, "latency_p95_ms": 16.71}),
        ("hot_row_update", {"tps": 30822.67}),
    ],
)
def test_a_printed_output_has_the_figures_that_it_prints(workload, figures):
    [output] = outputs.outputs_of(workload)

    assert figures.items() <= dict(output.known).items()
    assert output.threads == (None if workload == "hot_row_update" else 16)
    assert output.text.startswith(("[ 5", "OLTP"))


def test_every_term_is_there_with_its_chinese_where_there_is_one():
    found = terms.all_terms()

    assert len(found) == len(rows_of("terms.csv")) == 101
    assert len({term.anchor for term in found}) == 101
    assert sum(not term.chinese for term in found) == 8
    assert {slug for term in found for slug in term.sources} <= papers.papers().keys()
