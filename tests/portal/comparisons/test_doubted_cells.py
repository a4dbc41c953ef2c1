"""A figure in doubt carries its dagger in a comparison's table, and is never the best."""

import io
import re

import pytest
from pypdf import PdfReader

from benchruns.comparison.figures.lines import plain_line
from benchruns.figures.metrics import METRICS
from benchruns.models import Result
from tests import published_database
from tests.factories import InstanceClassFactory, ResultFactory
from tests.portal.comparisons.comparing import compared

ALIBABA = "alibaba-cloud/mysql/rds.mysql."
PAIR = [f"{ALIBABA}{code}" for code in ("c1.xlarge", "c2.xlarge")]


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def test_of_the_figures_without_doubt_one_is_best_and_the_others_are_a_share_of_it():
    in_doubt = (Result(doubt="figure"),)

    line = plain_line(
        "tps",
        METRICS["tps"],
        [120.0, 100.0, 80.0],
        baseline=0,
        has_best=True,
        doubted=[in_doubt, (), ()],
    )

    assert [cell.is_best for cell in line.cells] == [False, True, False]
    assert [cell.of_best for cell in line.cells] == [1.2, 1.0, 0.8]


def test_beside_figures_in_doubt_alone_nothing_is_best():
    in_doubt = (Result(doubt="figure"),)

    line = plain_line(
        "tps",
        METRICS["tps"],
        [120.0, 100.0],
        baseline=0,
        has_best=True,
        doubted=[in_doubt, ()],
    )

    assert not any(cell.is_best for cell in line.cells)


def row_of(html, label):
    return re.search(rf'<tr>\s*<th scope="row"[^>]*>\s*{label}.*?</tr>', html, re.S)[0]


def of_disk(code):
    return Result.objects.get(
        engine_version="8.0",
        regime="disk_io",
        workload="oltp_read_write",
        variant="",
        instance_class__code=f"rds.mysql.{code}",
    )


@pytest.mark.django_db
def test_a_figure_in_doubt_has_its_dagger_and_is_not_best(client):
    sure, doubted = of_disk("m1.medium"), of_disk("c2.xlarge")
    assert (sure.doubt, doubted.doubt) == ("", "regime")

    html = client.get(f"/compare/?result={sure.pk}&result={doubted.pk}").text

    first, second = row_of(html, str(METRICS["tps"].label)).split(
        f'href="/results/{doubted.pk}/"'
    )
    assert "bb-dagger" not in first
    assert "5,457<span" in second
    assert 'title="Labelled disk I/O, but the data' in second
    assert "(best)" not in first + second
    assert not re.search(r'class="\s*n[^"]*\bf\b', first + second)


@pytest.mark.django_db
def test_a_cost_of_leaving_the_cache_over_a_row_in_doubt_has_its_dagger(client):
    page = compared(client, PAIR, version="8.0")

    cost = row_of(page.text, "Cached over disk I/O")
    assert cost.count("bb-dagger") == 2
    assert "(best)" not in cost
    assert "bb-dagger" not in row_of(page.text, "vCPU")


@pytest.mark.django_db
def test_a_doubt_that_all_rows_bear_is_marked_on_each_of_their_figures(client):
    shared = {"code": "same_host", "severity": "caution", "results": [], "values": {}}
    rows = [
        ResultFactory(
            tps=tps, qps=20 * tps, memory_gb=16, doubt="figure", findings=[shared]
        )
        for tps in (900.0, 1000.0)
    ]

    html = client.get("/compare/", {"result": [row.pk for row in rows]}).text

    for name in ("tps", "qps"):
        printed = row_of(html, str(METRICS[name].label))
        assert len(re.findall(r'href="#finding-1"', printed)) == 2


@pytest.mark.django_db
def test_a_caution_of_one_column_says_of_which_and_one_of_all_does_not(client):
    """Which server took 30 % and which 15 % was nowhere to read."""

    def shared(cpu):
        values = {"server_cpu": cpu, "programs_cpu": 0.01}
        return {
            "code": "same_host",
            "severity": "caution",
            "results": [],
            "values": values,
        }

    def said(*cpus, tail):
        rows = [
            ResultFactory(
                doubt="figure",
                findings=[shared(cpu)],
                instance_class=InstanceClassFactory(code=f"class{place}.{tail}"),
            )
            for place, cpu in enumerate(cpus)
        ]
        page = client.get("/compare/", {"result": [row.pk for row in rows]})
        lines = re.findall(r'<li id="finding-.*?</li>', page.text, re.S)
        texts = [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in lines]
        return [
            text.partition(" ")[2].partition(" other programs")[0]
            for text in texts
            if "Of its CPU" in text
        ]

    told = "Client and server ran on one machine. Of its CPU the server took"
    assert said(0.3, 0.15, tail="large") == [
        f"class0.large: {told} 30 %,",
        f"class1.large: {told} 15 %,",
    ]
    assert said(0.3, 0.3, tail="small") == [f"{told} 30 %,"]


@pytest.mark.long
@pytest.mark.django_db
def test_on_paper_the_dagger_stands_behind_the_figure(client):
    page = compared(client, PAIR, version="8.0", format="pdf")

    text = "".join(
        each.extract_text() for each in PdfReader(io.BytesIO(page.content)).pages
    )
    assert "5,457†" in text
    assert "† is in doubt, and never the best" in " ".join(text.split())
