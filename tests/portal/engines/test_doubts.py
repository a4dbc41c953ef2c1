"""A figure in doubt says so wherever it goes: facts, tables, files, feed and paper."""

import csv
import io
import re

import pytest
from pypdf import PdfReader

from benchruns.models import Result
from tests.factories import (
    SHORT,
    CampaignFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.portal.web.test_overview import text_of

SENTENCE = "Labelled disk I/O, but the data (about 23 GB) fits in memory (64 GB)."
PAGE = "/engines/mysql/8.0/"


@pytest.fixture
def doubted(published):
    """The largest disk I/O figure of MySQL 8.0: its data fits in memory twice."""
    return Result.objects.get(
        engine="mysql",
        engine_version="8.0",
        regime="disk_io",
        instance_class__code="rds.mysql.c2.xlarge",
    )


@pytest.fixture
def proven(published):
    return Result.objects.get(
        engine="mysql",
        engine_version="8.0",
        regime="disk_io",
        instance_class__code="rds.mysql.m1.medium",
    )


def test_the_best_that_is_sure_leads_and_a_higher_one_says_its_doubt(client, doubted):
    text = text_of(client.get(PAGE))

    best = text[text.index("Best disk I/O") : text.index("Cached over disk I/O")]
    doubted_line = f"† In doubt: 5,457 TPS, c2.xlarge. {SENTENCE}"
    assert best.index("1,013 TPS m1.medium, 4 vCPU") < best.index(doubted_line)


def test_a_ratio_leaves_out_the_pairs_that_are_in_doubt(client, doubted):
    text = text_of(client.get(PAGE))

    ratio = text[text.index("Cached over disk I/O") :]
    assert 0 < ratio.index("on 1 class; 4 in doubt left out") < 200
    assert "†" not in ratio[: ratio.index("left out")]


def test_a_median_of_pairs_that_are_all_in_doubt_says_so(client, doubted, proven):
    proven.delete()

    text = text_of(client.get(PAGE))

    ratio = text[text.index("Cached over disk I/O") :]
    assert 0 < ratio.index("† in doubt ×") < ratio.index("4 of 4 in doubt") < 200


def test_a_figure_without_doubt_has_no_dagger(client, proven):
    text = text_of(client.get(f"/results/{proven.pk}/"))

    assert "1,013 TPS" in text
    assert "†" not in text


def test_the_figures_of_the_table_carry_the_dagger(client, doubted, proven):
    html = client.get(PAGE).content.decode()

    def link(row):
        _before, rest = html.split(f'href="/results/{row.pk}/"', 1)
        return rest[: rest.index("</a>")]

    assert SENTENCE in link(doubted)
    assert "†" in link(doubted)
    assert "†" not in link(proven)


@pytest.mark.parametrize(
    "address",
    ["/", PAGE, "/results/", "/classes/", "/classes/ranking/?regime=disk_io", "{row}"],
)
def test_the_dagger_stands_right_behind_its_figure(client, doubted, address):
    html = client.get(address.format(row=f"/results/{doubted.pk}/")).content.decode()

    before = re.findall(r'(.{12})<span class="bb-dagger"', html, re.S)
    assert before
    assert all(re.search(r"\S$", each) for each in before), before


def test_a_gain_that_rests_on_a_figure_in_doubt_is_marked(client, doubted):
    html = client.get(PAGE).content.decode()

    gains = html[html.index("Gain from the next size up</h3>") :]
    cells = re.findall(r'<td class="n" title.*?</td>', gains, re.S)
    marked = ["bb-dagger" in each for each in cells[:8]]
    # cached beside disk I/O, of which every second rests on one of four rows in doubt
    assert marked == [False, True] * 4


def test_the_page_of_a_result_says_it_at_its_figure(client, doubted):
    text = text_of(client.get(f"/results/{doubted.pk}/"))

    assert text.index("5,457 † in doubt TPS") < text.index(f"† {SENTENCE}")


def test_what_one_rule_found_in_a_campaign_is_one_finding(client, published):
    html = client.get(PAGE).content.decode()

    text = text_of(client.get(PAGE))
    together = "the data fits in memory on 4 rows of this test."
    assert text.count(together) >= 1
    first = html[html.index('<ol class="bb-findings">') :]
    found = first[: first.index("</ol>")]
    assert found.count('<span class="bb-mark') == 8
    for place in ("t1.small", "s2.large", "c1.xlarge", "c2.xlarge"):
        assert f"<bdi>rds.mysql.{place}</bdi>: Labelled disk I/O" in first


def test_the_first_page_of_the_paper_says_it(client, doubted):
    text = text_of(client.get("/whitepaper/mysql/8.0/"))

    head = text[: text.index("What this paper rests on")]
    assert "1,013 TPS" in head
    assert f"† In doubt: 5,457 TPS, c2.xlarge. {SENTENCE}" in head
    facts = client.get("/whitepaper/mysql/8.0/?format=json").json()["facts"]
    assert [fact["doubt"] for fact in facts] == [None] * 4
    assert [fact["in_doubt"] for fact in facts] == [
        None,
        pytest.approx(5457, abs=1),
        None,
        None,
    ]


def test_the_files_say_it(client, doubted, proven):
    answer = client.get(f"{PAGE}?format=csv").content.decode()
    lines = {line["id"]: line for line in csv.DictReader(io.StringIO(answer))}

    assert lines[str(doubted.pk)]["doubt"] == SENTENCE
    assert lines[str(proven.pk)]["doubt"] == ""


def test_the_api_says_what_is_in_doubt(client, doubted, proven):
    def doubt(row):
        return client.get(f"/api/v1/results/{row.pk}/").json()["doubt"]

    assert doubt(doubted) == "regime"
    assert doubt(proven) is None


def test_the_feed_says_it(client, doubted):
    found = client.get("/feeds/results.atom?engine=mysql&engine_version=8.0")

    text = found.content.decode()
    assert f"† {SENTENCE}" in text
    titles = re.findall(r"<entry><title>(.*?)</title>", text)
    assert any(title.endswith("† TPS, in doubt") for title in titles)
    assert not all(title.endswith("in doubt") for title in titles)


def test_what_was_found_of_other_campaigns_is_another_finding(client, db):
    for number, slug in enumerate(("first", "second"), start=1):
        campaign = CampaignFactory(slug=slug)
        for size in (1, 2):
            ResultFactory(
                campaign=campaign,
                instance_class__code=f"{slug}.{size}",
                vcpus=size,
                findings=[odd_ratio(tps=100.0 * number * size)],
            )

    html = client.get("/engines/mysql/8.0/").content.decode()

    together = "QPS and TPS do not fit together on 2 rows of this test, by 5 % at most."
    assert html.count(f"<summary>{together}</summary>") == 2


def odd_ratio(*, tps):
    values = {
        "tps": tps,
        "qps": tps * 19,
        "statements_per_transaction": 20,
        "tps_by_qps": tps * 19 / 20,
    }
    return {"code": "qps_tps_ratio", "severity": "caution", "values": values}


def test_the_pdf_has_the_dagger_from_the_other_file_of_its_font(client, doubted):
    answer = client.get("/whitepaper/mysql/8.0/?format=pdf")

    first = PdfReader(io.BytesIO(answer.content)).pages[0]
    fonts = [
        each.get_object()["/BaseFont"] for each in first["/Resources"]["/Font"].values()
    ]
    assert any(name.endswith("+Inter-Dagger") for name in fonts)
    assert "4,710† in doubt" in first.extract_text()


def test_tables_of_a_paper_have_the_dagger_at_the_figure_and_its_ratio(
    client, doubted, proven
):
    chapter, *_ = client.get("/whitepaper/mysql/8.0/?format=json").json()["chapters"]
    table = chapter["published"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    by_class = {row["Class"]: row for row in rows}

    told = by_class["rds.mysql.c2.xlarge"]
    figures = [told[name] for name in ("Cached TPS", "Disk I/O TPS", "Ratio ×")]
    assert figures == ["6,740", "5,457†", "1.23†"]
    told = by_class["rds.mysql.m1.medium"]
    figures = [told[name] for name in ("Cached TPS", "Disk I/O TPS", "Ratio ×")]
    assert figures == ["1,866", "1,013", "1.84"]
    page = text_of(client.get("/whitepaper/mysql/8.0/"))
    assert "6,740 5,457 † in doubt 1.23 † in doubt" in page
    assert "† in doubt: the findings of its line say why." in page


def test_a_paper_s_median_over_repeats_in_doubt_has_the_dagger(client, db):
    ResultFactory(measured=True, visibility="public", tps=98_761, findings=[SHORT])

    (chapter,) = client.get("/whitepaper/mysql/8.0/?format=json").json()["chapters"]

    table = chapter["measured"]
    (row,) = table["rows"]
    assert dict(zip(table["columns"], row, strict=True))["Median TPS"] == "98,761†"


def test_a_best_figure_of_a_class_carries_its_dagger(client, published):
    best = Result.objects.get(  # of any version: 491 TPS of MySQL 5.7
        regime="disk_io", tps__gt=490.5, tps__lt=491.5
    )
    assert best.doubt == "regime"

    html = client.get("/classes/?engine=mysql").content.decode()
    _before, rest = html.split(f'href="/results/{best.pk}/"', 1)
    link = rest[: rest.index("</a>")]
    assert "491" in link
    assert "†" in link
    assert "where its data was read from is in doubt" in link

    answer = client.get("/classes/?engine=mysql&format=csv").content.decode()
    [line] = [
        each
        for each in csv.DictReader(io.StringIO(answer))
        if each["code"] == "rds.mysql.t1.small"
    ]
    assert "best_disk_io_tps" in line["in_doubt"].split()
    assert "best_cached_tps" not in line["in_doubt"].split()

    [shown] = client.get(
        "/api/v1/instance-classes/?engine=mysql&code=rds.mysql.t1.small"
    ).json()["results"]
    assert shown["best"]["disk_io_tps"]["doubt"] == "regime"
    assert shown["best"]["cached_tps"]["doubt"] is None


def test_the_list_of_runs_marks_a_figure_in_doubt(client, db):
    user = UserFactory()
    client.force_login(user)
    run = RunFactory(owner=user, succeeded=True)
    short = {"code": "same_host", "severity": "caution", "values": {}}
    for row in Result.objects.filter(run=run):
        row.findings = [short]
        row.save()

    html = client.get("/runs/").content.decode()

    assert "in doubt: its page says why" in html


def test_the_figures_at_the_head_name_their_test_and_the_best_of_the_others(
    client, published
):
    text = text_of(client.get("/engines/mysql/5.6/"))

    assert "These figures are of one test: Alibaba Cloud, 60 s, 2022." in text
    others = text[text.index("Alibaba Cloud, 20 min: best cached 6,498 TPS") :]
    assert others.index("best disk I/O 888 TPS") < 100


def test_a_version_of_one_test_names_none_at_the_head(client, published):
    text = text_of(client.get("/engines/sqlserver/2012-ee/"))

    assert "These figures are of one test" not in text


def test_what_is_worked_out_of_it_carries_the_dagger_as_well(client, doubted, proven):
    """On its own page all but the time that it took; ratios to a neighbour and of
    regimes; how a class scales.
    """
    page = text_of(client.get(f"/results/{doubted.pk}/"))
    engine = text_of(client.get(PAGE))
    neighbours = text_of(
        client.get("/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/")
    )
    sizes = "&".join(
        f"class=alibaba-cloud/mysql/rds.mysql.{code}"
        for code in ("m1.medium", "c1.xlarge", "c2.xlarge")
    )
    scaling = text_of(client.get(f"/compare/?{sizes}&version=8.0&view=scaling"))

    assert "disk I/O † in doubt" in page[: page.index("Transactions")]
    for figure in ("76,402", "4,584,090", "21,829", "1,309,740"):
        assert f"{figure} † in doubt" in page
    assert "60 † in doubt" not in page
    assert "1,013 1.84 †" not in engine
    assert "5,457 † in doubt 1.23 † in doubt" in engine
    assert re.search(r"16 64 \d\.\d+ † in doubt", neighbours)
    assert "1,013 253 100 –" in scaling
    assert "2,838 † in doubt 355 † in doubt 140 † in doubt 2.80 † in doubt" in scaling
    assert "3,480 435 93 1.87" in scaling


def test_other_threads_in_the_other_regime_doubt_the_ratio_and_no_figure(
    client, published
):
    rows = Result.objects.filter(
        campaign__engine_version="5.6",
        instance_class__code="rds.mysql.c2.xlarge",
        findings__icontains="threads_differ",
    )
    assert {row.doubt for row in rows} == {""}
    assert {row.threads for row in rows} == {32, 64}

    page = text_of(client.get("/engines/mysql/5.6/"))

    assert re.search(r"6,498 .*?888 .*?7\.32 † in doubt", page)
    assert "6,498 † in doubt" not in page
