"""Pages of the TPC-C-derived load: what they show, keep apart and hold back."""

import json
import re
from html import unescape

import pytest

from benchruns.models import Result, Run
from benchruns.workloads.tpcc import TPCC
from tests import published_database
from tests.factories import SHORT, RunFactory, SampleFactory
from tests.tpcc_rows import endpoint_of, finished, reproduced, tpcc_run

pytestmark = pytest.mark.django_db
NO_TPC = "TPC-C-derived, not a TPC result"


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


@pytest.fixture
def row():
    return Result.objects.get(
        engine_version="2008 R2", instance_class__code="rds.mssql.s3.large"
    )


def run_of(row, user, *, tpm):
    """One run with so many virtual users, in place of the ladder."""
    endpoint = endpoint_of("sqlserver", user, vcpus=row.vcpus)
    run = RunFactory(
        owner=user,
        endpoint=endpoint,
        workload="tpcc",
        parameters=TPCC.clean({"virtual_users": 8}),
        reproduces=row,
    )
    finished(run, tpm=tpm)
    return Run.objects.get(pk=run.pk)


def html_of(answer):
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def text_of(answer):
    plain = re.sub(r"<[^>]+>", " ", html_of(answer))
    return " ".join(unescape(plain).split())


def charts_of(html):
    found = re.findall(
        r'<script id="(chart-[^"]+)" type="application/json">(.+?)<', html
    )
    return {name: json.loads(text) for name, text in found}


# Engines --------------------------------------------------------------------------------


def test_sql_server_has_measured_points_on_the_bars_of_its_classes(page, user, row):
    sold = endpoint_of("sqlserver", user, instance_class=row.instance_class)
    tpcc_run("sqlserver", user, tpm=441_000.0, endpoint=sold)

    html = html_of(page.get("/engines/sqlserver/2008-r2/"))

    [chart] = charts_of(html).values()
    assert chart["unit"] == "TPM"
    [point] = chart["points"]
    place = chart["series"][0]["values"].index(483_000.0)
    assert (point["place"], point["value"]) == (place, 441_000.0)
    for head in ("TPM", "TPS", "batches/s", "NOPM", "Virtual users"):
        assert head in html
    assert NO_TPC in html


@pytest.mark.parametrize(
    ("parameters", "title"),
    [
        ({"profile": "spec"}, "Spec profile"),
        ({"keying_and_thinking": True}, "With keying and think time"),
        (
            {"profile": "spec", "keying_and_thinking": True},
            "Spec profile, with keying and think time",
        ),
    ],
)
@pytest.mark.parametrize("engine", ["sqlserver", "mariadb", "postgresql"])
def test_variants_stand_in_sections_of_their_own(page, user, engine, parameters, title):
    tpcc_run(engine, user, tpm=70_000.0)
    tpcc_run(engine, user, tpm=7_000.0, **parameters)
    slug = {"sqlserver": "2008-r2", "mariadb": "10.11", "postgresql": "15"}[engine]

    html = html_of(page.get(f"/engines/{engine}/{slug}/?beside=none"))

    assert f">{title}<" in html
    drawn = [
        [p["value"] for p in chart["points"]] for chart in charts_of(html).values()
    ]
    share = 1 if engine == "sqlserver" else 0.43
    assert [70_000.0 * share] in drawn
    assert [7_000.0 * share] in drawn


def test_other_engines_show_nopm_first_and_tpm_beside(page, user):
    tpcc_run("mariadb", user, tpm=70_000.0)

    html = html_of(page.get("/engines/mariadb/10.11/?beside=none"))

    [chart] = charts_of(html).values()
    assert chart["unit"] == "NOPM"
    assert html.index(">NOPM<") < html.index(">TPM<")
    assert "the ratio is cached ÷ disk I/O" not in html
    with_ratios = html_of(page.get("/engines/mysql/8.0/?beside=none"))
    assert "the ratio is cached ÷ disk I/O" in with_ratios


def test_the_tool_s_other_mix_counts_in_no_best_figure(page, user, row):
    sold = endpoint_of("sqlserver", user, instance_class=row.instance_class)
    run = tpcc_run("sqlserver", user, tpm=9_999_000.0, endpoint=sold)
    Result.objects.filter(run=run).update(variant="other_mix")

    text = text_of(page.get("/classes/?engine=sqlserver"))

    assert "483,000" in text
    assert "9,999,000" not in text


def test_a_class_tells_the_warehouses_and_leaves_out_what_no_row_has(client, row):
    sold = row.instance_class

    html = html_of(client.get(f"/classes/alibaba-cloud/sqlserver/{sold.code}/"))

    assert "TPC-C-derived, 10 warehouses" in html
    heads = re.search(r"<thead>.*?</thead>", html, re.S)[0]
    assert not re.search("Threads|Rows|Duration", heads)


# Compare --------------------------------------------------------------------------------


def compared(page, *runs):
    ids = [str(run.result.pk) for run in runs]
    return page.get("/compare/", {"result": ids})


@pytest.mark.parametrize(
    ("engines", "main"),
    [
        (["mariadb", "mariadb"], "nopm"),
        (["mariadb", "postgresql"], "nopm"),
        (["mariadb", "sqlserver"], "nopm"),
        (["sqlserver", "sqlserver"], "tpm"),
    ],
)
def test_a_comparison_goes_by_nopm_and_on_sql_server_alone_by_tpm(
    page, user, engines, main
):
    runs = [tpcc_run(engine, user) for engine in engines]

    [group] = compared(page, *runs).context["comparison"].groups

    assert group.main.key == main


def test_a_comparison_tells_warehouses_and_profile_that_differ(page, user):
    small = tpcc_run("mariadb", user, warehouses=2)
    large = tpcc_run("mariadb", user, warehouses=500, profile="spec")

    text = text_of(compared(page, small, large))

    assert re.search(r"Warehouses (\d+ )?2 500 Profile (\d+ )?hammerdb spec ", text)


# Runs, results, sweeps ------------------------------------------------------------------


def test_a_run_shows_its_figures_and_the_five_kinds(page, user):
    run = tpcc_run("sqlserver", user, tpm=60_000.0)

    for address in (f"/runs/{run.pk}/", f"/results/{run.result.pk}/"):
        text = text_of(page.get(address))

        assert "60,000 TPM" in text
        assert "25,800 NOPM" in text
        assert "New order NEWORD 1,000 43.48 10 0 1 deadlock" in text
        assert "All 2,300 100.00 10 0 1 deadlock" in text
        assert NO_TPC in text
    assert "1,000 batch requests a second" in text_of(page.get(f"/runs/{run.pk}/"))


def test_tpm_that_could_not_be_read_are_told_as_such(page, user):
    run = tpcc_run("sqlserver", user, tpm=60_000.0)
    Result.objects.filter(run=run).update(tpm=None, batch_requests_per_s=None)

    text = text_of(page.get(f"/runs/{run.pk}/"))

    assert "the account may not read the counter" in text
    assert "25,800 NOPM" in text
    for address in (f"/results/{run.result.pk}/", "/engines/sqlserver/2008-r2/"):
        assert "25,800" in text_of(page.get(address))


def test_a_run_without_statements_has_no_switch_of_metrics(page, user):
    run = tpcc_run("mariadb", user)
    SampleFactory(run=run)

    html = html_of(page.get(f"/runs/{run.pk}/"))

    assert "data-metrics" not in html
    assert "ramp-up, not counted" in html


def test_the_peak_of_a_sweep_stands_beside_the_published_row(page, user, row):
    sweep = reproduced(row, user, tpm=[60_000.0, 241_500.0, 200_000.0])

    text = text_of(page.get(f"/sweeps/{sweep.pk}/"))

    assert "Peak 241,500 TPM at 2 virtual users" in text
    assert "The peak beside the vendor's row" in text
    assert "TPM 241,500 483,000 † in doubt 0.500 † in doubt" in text
    assert "a vendor row of SQL Server 2008 R2, 483,000 † in doubt TPM" in text


def test_a_peak_in_doubt_is_marked_beside_the_published_row(page, user, row):
    sweep = reproduced(row, user, tpm=[60_000.0, 241_500.0, 200_000.0])
    Result.objects.filter(pk=row.pk).update(findings=[], doubt="")
    measured = Result.objects.filter(run__sweep=sweep, tpm=241_500.0)
    measured.update(findings=[SHORT], doubt="figure")

    text = text_of(page.get(f"/sweeps/{sweep.pk}/"))

    assert "TPM 241,500 † in doubt 483,000 0.500 † in doubt" in text


def test_a_peak_at_one_user_is_told_in_the_singular(page, user, row):
    sweep = reproduced(row, user, tpm=[241_500.0, 60_000.0])

    assert "At 1 virtual user Vendor" in text_of(page.get(f"/sweeps/{sweep.pk}/"))


def test_the_peak_of_another_profile_has_no_ratio(page, user, row):
    sweep = reproduced(row, user, tpm=[60_000.0, 241_500.0], profile="spec")

    text = text_of(page.get(f"/sweeps/{sweep.pk}/"))

    assert "At 2 virtual users" in text
    assert "Transactions per minute TPM 241,500 483,000 † in doubt –" in text
    assert text.count("There is no ratio, because the loads differ") == 1
    told = page.get(f"/api/v1/sweeps/{sweep.pk}/").json()["reproduction"]
    shown = told["figures"]["tpm"]
    assert (shown["measured"], shown["ratio"]) == (241_500.0, None)
    assert "“spec profile”" in shown["note"]


def test_the_papers_tps_are_not_divided_by(page, user, row):
    """TPS × 60 are more than TPM there: they count other transactions."""
    run = run_of(row, user, tpm=241_500.0)
    Result.objects.filter(run=run).update(tpm=None)

    told = page.get(f"/api/v1/runs/{run.pk}/").json()["reproduction"]["figures"]["tps"]
    html = html_of(page.get(f"/runs/{run.pk}/"))

    assert told["published"] == 8_970
    assert told["measured"] > 0
    assert told["ratio"] is None
    assert "so there is no ratio" in told["note"]
    assert "% of the vendor's" not in html


def test_the_first_page_sets_a_run_beside_the_row_and_no_step_of_a_ladder(
    page, user, row
):
    run_of(row, user, tpm=241_500.0)
    assert html_of(page.get("/")).count("#reproduction") == 1
    assert "0.500 † in doubt" in text_of(page.get("/"))

    reproduced(row, user, tpm=[60_000.0, 241_500.0])
    assert html_of(page.get("/")).count("#reproduction") == 1


def test_without_tpm_a_row_goes_by_new_orders(page, user):
    run = tpcc_run("sqlserver", user, tpm=60_000.0)
    Result.objects.filter(run=run).update(tpm=None)

    assert "25,800 NOPM" in text_of(page.get("/"))


def test_one_step_of_the_ladder_is_no_verdict(page, user, row):
    sweep = reproduced(row, user, tpm=[60_000.0, 241_500.0])
    step = sweep.runs.get(sweep_position=1)

    html = html_of(page.get(f"/runs/{step.pk}/"))

    assert "of the vendor's 483,000" not in html
    assert "The vendor's figure is the peak over virtual users" in html
    assert f'href="/sweeps/{sweep.pk}/"' in html


# The form -------------------------------------------------------------------------------


@pytest.fixture
def endpoint(user):
    return endpoint_of("sqlserver", user, vcpus=2)


def test_the_form_brings_the_ladder_of_the_row(page, endpoint, row):
    answer = page.get(f"/runs/new/?reproduce={row.pk}")

    html = html_of(answer)
    assert 'name="ladder" value="1 2 4 8 16"' in html
    assert "Start 5 runs" in html
    assert "raised them until TPM peaked" in html
    assert "Its results stay private." in html
    assert re.search(r'<select name="profile".*?value="hammerdb" selected', html, re.S)


def sent(page, answer, **changes):
    """What the form holds, with these changes."""
    context = answer.context
    forms = (context["parameters"], context["draft"].climb, context["draft"].sizing)
    held = {field.html_name: field.value() for form in forms for field in form}
    held = {name: value for name, value in held.items() if value not in (None, False)}
    return page.post(
        "/runs/new/",
        {
            "reproduce": str(context["row"].result.pk),
            "endpoint": str(context["endpoint"].pk),
            "workload": "tpcc",
            "when": "now",
            "filled": context["draft"].filled,
            **held,
            **changes,
        },
    )


def test_what_it_starts_is_the_sweep(page, endpoint, row):
    answer = sent(page, page.get(f"/runs/new/?reproduce={row.pk}"))

    sweep = Run.objects.first().sweep
    assert answer["Location"] == f"/sweeps/{sweep.pk}/"
    assert sweep.threads == [1, 2, 4, 8, 16]


def test_an_emptied_ladder_is_the_one_load_above_it(page, endpoint, row):
    sent(page, page.get(f"/runs/new/?reproduce={row.pk}"), ladder="")

    run = Run.objects.get()
    assert (run.sweep_id, run.parameters["virtual_users"]) == (None, 8)
    [load] = [d for d in run.differences if d["name"] == "virtual_users"]
    assert load["kind"] == "overridden"


def test_a_step_is_repeated_alone_and_a_sweep_as_it_was(page, user, row):
    sweep = reproduced(row, user, tpm=[60_000.0, 241_500.0])
    step = sweep.runs.get(sweep_position=2)

    again = page.get(page.get(f"/runs/{step.pk}/").context["repeat_url"])
    whole = page.get(page.get(f"/sweeps/{sweep.pk}/").context["repeat_url"])

    assert again.context["draft"].settled.ladder is None
    assert again.context["draft"].settled.parameters["virtual_users"] == 2
    assert whole.context["draft"].settled.ladder.threads == [1, 2]
