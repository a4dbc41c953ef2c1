"""PDFs of a run and of a comparison, drawn for real."""

import io
import re

import pytest
from pypdf import PdfReader

from benchruns.models import Result, Run
from tests.factories import FACTS, RunFactory, SampleFactory, UserFactory
from tests.looks import dates
from tests.portal.runs.run_pages.measured import measured_run
from tests.portal.web.test_overview import text_of as words_of


def words(answer):
    """The text of a PDF, in one line."""
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.fixture
def run(user):
    run = measured_run(owner=user, name="Second try")
    Result.objects.filter(run=run).update(engine_version_full="8.0.36")
    run.result.refresh_from_db()
    durability = {"innodb_flush_log_at_trx_commit": "1"}
    run.attempts.update(server_facts={**FACTS, "durability": durability})
    for second in range(1, 4):
        SampleFactory(run=run, attempt=1, second=second, tps=300 + second)
    return run


@pytest.mark.parametrize(("log_bin", "told"), [("OFF", "no binary log"), ("ON", "0")])
def test_page_and_paper_say_that_there_is_no_binary_log_to_sync(
    page, run, log_bin, told
):
    settings = {"sync_binlog": "0", "log_bin": log_bin}
    facts = {**FACTS, "settings": settings, "durability": {"sync_binlog": "0"}}
    run.attempts.update(server_facts=facts)

    shown = re.sub(r"\s+", "", page.get(f"/runs/{run.pk}/").content.decode())

    assert f"<dt>sync_binlog</dt><dd>{told.replace(' ', '')}</dd>" in shown
    assert f"sync_binlog {told} buffer" in words(page.get(f"/runs/{run.pk}/pdf/"))


def test_the_paper_of_a_run_states_settings_doubts_charts_and_address(page, run):
    run.result.findings = [
        {
            "code": "regime_differs",
            "severity": "caution",
            "results": [],
            "values": {"expected": "cached", "found": "disk_io"},
            "why": "",
            "remedy": "",
        }
    ]
    run.result.save()

    text = words(page.get(f"/runs/{run.pk}/pdf/"))

    for said in (
        "Second try",
        "337",
        "Findings and doubts",
        "Settings in force",
        "innodb_flush_log_at_trx_commit",
        "Commands",
        f"http://testserver/runs/{run.pk}/",
    ):
        assert said.replace(" ", "") in text.replace(" ", "")
    assert (
        "within 12.3 ms, cached, server-bound; in doubt: cached was expected (1)"
        in text
    )
    assert "None: its figures contradict nothing" not in text
    assert " ," not in text
    assert dates.DAY.search(text)
    assert dates.otherwise(text) == set()


def test_the_paper_of_a_run_names_its_engine_and_version_in_title_and_summary(
    page, run
):
    answer = page.get(f"/runs/{run.pk}/pdf/")

    title = PdfReader(io.BytesIO(answer.content)).metadata.title
    assert title.startswith("MySQL 8.0.36: OLTP read/write on ")
    assert title in words(answer)
    assert "MySQL 8.0.36: 337 TPS" in words(answer)


def test_words_of_a_paper_are_whole_and_apart(page, run):
    """A name broken in two is found by no search; a number behind another one is none."""
    run.result.findings = [
        {"code": code, "severity": "caution", "results": [], "values": {}}
        for code in ("same_host", "short_run")
    ]
    run.result.save()

    text = words(page.get(f"/runs/{run.pk}/pdf/"))

    assert "innodb_flush_log_at_trx_commit 1" in text
    assert "Prepared statements yes" in text
    assert "(1, 2)" in text


def test_each_chart_of_a_paper_names_its_source_once(page, run):
    text = words(page.get(f"/runs/{run.pk}/pdf/"))

    assert text.count("measured here, one point a second") == 2  # TPS and latency


@pytest.mark.long
def test_a_paper_holds_what_everybody_may_see_and_no_more(page, run, client):
    Run.objects.filter(pk=run.pk).update(visibility="public", note="for myself")
    own = words(page.get(f"/runs/{run.pk}/pdf/"))
    client.force_login(UserFactory())
    others = words(client.get(f"/runs/{run.pk}/pdf/"))

    assert run.endpoint.name not in own
    assert "for myself" not in own
    assert "Second try" not in others


def test_a_run_without_a_result_has_no_paper(page, user):
    failed = RunFactory(owner=user, failed=True)

    answer = page.get(f"/runs/{failed.pk}/pdf/", follow=True)

    assert "A PDF is drawn of a run that succeeded alone." in words_of(answer)


@pytest.mark.long
def test_the_paper_of_a_comparison_prints_all_that_its_page_folds(page, run, user):
    other = measured_run(owner=user)
    address = f"/compare/?result={run.result.pk}&result={other.result.pk}"
    shown = page.get(address)
    banner = shown.context["banner"]

    text = words(page.get(f"{address}&format=pdf"))

    assert shown.context["pdf_href"] == f"{address}&format=pdf"
    assert banner.verdict in text
    for part in ("Second try", "Side by side", "Settings", "What is compared"):
        assert part in text
    for each in (run, other):
        assert f"/results/{each.result.pk}/" in text.replace(" ", "")
    assert f"http://testserver/compare/?result={run.result.pk}" in text.replace(" ", "")
    for mark in (*banner.shown, *banner.beside, *banner.folded):
        assert f"{mark.number} " in text
