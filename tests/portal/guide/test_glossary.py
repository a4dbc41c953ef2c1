"""The glossary: the portal's own words, the papers' terms, and the ways to it."""

import re
from html import unescape

import pytest
from django.utils.text import capfirst

from benchruns.catalogue.needs.need import Outcome
from benchruns.figures.statistics import Verdict
from benchruns.glossary.words import all_words, chapters, word_at
from benchruns.models import Result
from benchruns.sources.terms import all_terms
from portal.pages.comparisons.gaps import word_of as word_of_gap
from portal.wording.needs.answer import word_of as word_of_need
from tests.benchruns.runs.watched import series_with
from tests.factories import CheckFactory, ResultFactory, RunFactory, UserFactory
from tests.portal.runs.run_evidence.watched import finished

pytestmark = pytest.mark.django_db
URL = "/guide/glossary/"


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def test_every_word_and_every_term_has_an_anchor_of_its_own(client):
    html = client.get(URL).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', html)

    anchors = [each.anchor for each in (*all_words(), *all_terms())]
    assert len(ids) == len(set(ids))
    assert set(anchors) <= set(ids)
    assert {chapter.anchor for chapter in chapters()} <= set(ids)


@pytest.mark.parametrize(
    "word",
    [
        "Regime",
        "Campaign",
        "Provenance",
        "Best size",
        "Place",
        "Hot records",
    ],
)
def test_the_words_at_which_newcomers_are_lost_are_told(word):
    [found] = [each for each in all_words() if each.name == word]

    assert found.text.endswith(".")


def test_terms_of_the_papers_stand_in_english_and_chinese_with_their_source(client):
    answer = client.get(URL)

    assert (
        '<span lang="zh" class="bb-unit-head">性能白皮书</span>'
        in answer.content.decode()
    )
    assert 'href="/sources/huawei-whitepaper-20220930/"' in answer.content.decode()
    assert "Elastic Volume Service" in text_of(answer)


@pytest.mark.parametrize(
    ("asked", "found", "not_found"),
    [
        ("半同步", "semi-synchronous mode", "Best size"),
        ("KNEE vcpus", "Best size", "半同步模式"),
        ("<b>", "No word or term has “<b>” in it.", "Best size"),
    ],
)
def test_a_word_is_looked_up_in_either_language(client, asked, found, not_found):
    text = text_of(client.get(URL, {"q": asked}))

    assert found in text
    assert not_found not in text


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("/engines/mysql/5.6/", {"regime", "campaign", "provenance", "knee"}),
        ("/engines/postgresql/unstated/", {"provenance", "hot-records"}),
        ("result", {"provenance", "campaign"}),
        ("/", {"regime"}),
        ("/classes/", {"regime"}),
        ("/classes/need/", {"regime"}),
        ("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/", {"regime"}),
        ("/results/", {"regime"}),
    ],
)
def test_a_word_leads_to_the_glossary_from_where_it_stands(
    client, published, page, words
):
    row = Result.objects.filter(provenance="published").first()
    url = f"/results/{row.pk}/" if page == "result" else page

    html = client.get(url).content.decode()

    assert set(re.findall(rf'href="{URL}#([\w-]+)"', html)) == words
    assert words <= {word.anchor for word in all_words()}


def test_the_queue_leads_to_what_a_place_in_it_is(client):
    client.force_login(RunFactory().owner)

    assert f'href="{URL}#place"' in client.get("/schedules/").content.decode()


def test_words_of_own_runs_lead_to_what_they_mean(client):
    owner = UserFactory()
    client.force_login(owner)
    steady = {
        "tps": 330.0, "from_s": 5, "to_s": 55, "trimmed_start_s": 5,
        "trimmed_end_s": 5, "samples": 50,
    }  # fmt: skip
    run = finished(owner, steady=steady, variant="rate_limited")
    CheckFactory(endpoint=run.endpoint, passed=True)
    series = series_with(1000.0, 1010.0, owner=owner)
    beside = ResultFactory(measured=True, owner=owner)
    asked = f"result={run.result.pk}&result={beside.pk}"

    for page, words in {
        f"/runs/{run.pk}/": {"regime", "bottleneck", "steady-window"},
        f"/runs/new/?endpoint={run.endpoint_id}": {"regime"},
        f"/results/{run.result.pk}/": {"variant"},
        f"/trends/{series.pk}/": {"change-point", "regime"},
        f"/compare/?{asked}": {"baseline"},
    }.items():
        html = client.get(page).content.decode()
        found = set(re.findall(rf'href="{URL}#([\w-]+)"', html))
        assert words <= found, page


def test_a_term_that_is_one_word_in_both_languages_stands_once(client):
    shown = text_of(client.get("/guide/glossary/?q=iops"))

    assert "IOPS IOPS" not in shown


def test_papers_are_named_once_and_numbered_at_each_term(client):
    html = client.get("/guide/glossary/?q=buffer pool").content.decode()
    terms = html[html.index('class="bb-dl bb-terms"') :]

    assert re.search(r'aria-label="1: Alibaba[^"]+"\s*>\s*1\s*</a', terms)
    assert "white paper</a" not in terms


def test_every_word_in_which_a_page_concludes_is_told():
    shown = {
        *("Comparable", "Different tests", "Not comparable", "In doubt"),
        *("One measure", "Not proven", "Near miss", "Caution"),
        *(capfirst(word_of_gap(each)) for each in Verdict),
        *(capfirst(word_of_need(each)) for each in Outcome),
    }
    known = {word.name[:1].upper() + word.name[1:] for word in all_words()}

    assert shown <= known, shown - known


def test_the_verdict_over_a_comparison_leads_to_its_word(client, published):
    rows = Result.objects.filter(engine="mysql", instance_class__isnull=False)
    doubted = rows.filter(doubt="regime", workload="oltp_read_write").first()
    beside = rows.filter(campaign=doubted.campaign, regime=doubted.regime)
    other = rows.filter(workload="oltp_legacy").first()
    pairs = {"in-doubt": beside.exclude(pk=doubted.pk)[0], "different-tests": other}

    for word, second in pairs.items():
        asked = {"result": [doubted.pk, second.pk]}
        html = client.get("/compare/", asked).content.decode()
        verdict = html[html.index('id="verdict"') :]
        assert f'href="{URL}#{word}"' in verdict[: verdict.index("</b>")]


def test_a_word_is_found_by_its_anchor_alone():
    assert [word_at(each.anchor) for each in all_words()] == list(all_words())
    with pytest.raises(KeyError):
        word_at("no-such-word")
