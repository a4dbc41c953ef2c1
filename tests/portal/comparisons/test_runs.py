"""A comparison of measured results: repeats, verdicts, seconds."""

import re
from datetime import timedelta

import pytest

from benchruns.models import (
    KeptComparison,
    Result,
    Sample,
)
from benchruns.trends import exclusions
from tests import published_database
from tests.benchruns.runs.summaries.long_runs import as_long
from tests.factories import NOON, SHORT, UserFactory
from tests.looks import sheets
from tests.portal.comparisons.comparing import links_of, own_sweep, words_of
from tests.portal.engines.engine_pages.shown import charts_of
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


# Measured results


def test_repeats_get_a_verdict_boxes_and_a_form_to_repeat_them(client, user):
    few, many = own_sweep(
        user, threads=[8, 16], tps=[100, 101, 99, 100, 102, 200, 201, 199, 202, 198]
    )
    client.force_login(user)
    words = {"result": [str(few[0].pk), str(many[0].pk)]}

    text = text_of(client.get("/compare/", words))
    charts = charts_of(client.get("/compare/", {**words, "view": "repeats"}))

    assert "better 5 against 5 repeats; from" in text
    assert "2.000 × (1.9" in text
    boxes = next(c for c in charts.values() if c["unit"] == "TPS")["boxes"]
    assert sorted(boxes[0]["values"]) == [99, 100, 100, 101, 102]
    assert boxes[1]["quartiles"]["median"] == 200


def test_a_verdict_over_repeats_in_doubt_says_so_at_its_ratio(client, user):
    few, many = own_sweep(
        user, threads=[8, 16], tps=[100, 101, 99, 100, 102, 200, 201, 199, 202, 198]
    )
    for result in many:
        result.findings = [SHORT]
        result.save()
    client.force_login(user)
    words = {"result": [str(few[0].pk), str(many[0].pk)]}

    page = client.get("/compare/", words)

    gaps = page.text.partition('id="gaps"')[2].partition("</section>")[0]
    told = text_of(page).partition("Is the gap real?")[2]
    assert "better † in doubt 5 against 5 repeats" in told
    assert "† In doubt: 5 of 10 repeats of both sides. " in told
    assert gaps.count('class="bb-dagger"') >= 2


def test_too_few_repeats_say_how_many_are_missing_and_offer_them(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    client.force_login(user)

    response = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})

    assert "run once so far, 5 times needed" in text_of(response)
    href = links_of(response)["Measure 5 new repeats"]
    assert ("repetitions", "5") in words_of(href)
    Result.objects.filter(pk__in=[few.pk, many.pk]).update(visibility="public")
    client.force_login(UserFactory())
    others = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})
    assert "Measure 5 new repeats" not in links_of(others)
    assert few.endpoint.name not in others.content.decode()


def test_repeats_that_were_measured_since_are_one_click_away(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    newer = later_repeats_of(few, tps=[100, 101, 99, 100, 102])
    newer |= later_repeats_of(many, tps=[200, 201, 199, 202, 198])
    client.force_login(user)

    page = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})

    assert "run once so far, 5 times needed; measured 5 times since" in text_of(page)
    href = links_of(page)["Compare the newer repeats instead"]
    assert {id_ for name, id_ in words_of(href) if name == "result"} < newer
    told = text_of(client.get(href)).partition("Is the gap real?")[2]
    assert "better 5 against 5 repeats" in told
    assert "since" not in told


def test_repeats_on_a_server_that_was_changed_since_are_no_newer_ones(client, user):
    """They would stand in place of what is compared with them."""
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    newer = later_repeats_of(few, tps=[100, 101, 99, 100, 102])
    Result.objects.filter(pk__in=newer).update(parameter_settings={"work_mem": "8MB"})
    client.force_login(user)

    page = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})

    assert "run once so far, 5 times needed" in text_of(page)
    assert "measured 5 times since" not in text_of(page)
    assert "Compare the newer repeats instead" not in links_of(page)


def later_repeats_of(result, *, tps):
    """A sweep of the same load on the next day."""
    (repeats,) = own_sweep(result.owner, threads=[result.threads], tps=tps)
    ids = {repeat.pk for repeat in repeats}
    Result.objects.filter(pk__in=ids).update(
        series=result.series, measured_at=result.measured_at + timedelta(days=1)
    )
    return {str(id_) for id_ in ids}


def twice(user, *, threads=8, tps=(100, 130)):
    """Two runs of one configuration, with what each is by itself."""
    (results,) = own_sweep(user, threads=[threads], tps=list(tps))
    return list(results)


def test_a_vendor_s_figure_asks_for_runs_of_one_s_own(client, published):
    rows = Result.objects.filter(
        campaign__slug="alibaba-mysql-8.0-60s", regime="cached"
    )
    words = {"result": [str(row.pk) for row in rows[:2]]}

    text = text_of(client.get("/compare/", words))

    assert "one figure printed, 5 runs needed" in text
    assert "so far" not in text


def test_repeats_of_one_configuration_have_no_gap_to_test(client, user):
    first, second = twice(user)
    client.force_login(user)

    page = client.get("/compare/", {"result": [str(first.pk), str(second.pk)]})

    told = text_of(page).partition("Is the gap real?")[2]
    assert "all are repeats of one configuration" in told
    assert "Measure 5 new repeats" not in told
    assert "Not testable" not in told


def test_a_configuration_that_stands_twice_is_offered_once(client, user):
    (one, other), (third,) = (
        own_sweep(user, threads=[8], tps=[100, 130])[0],
        own_sweep(user, threads=[16], tps=[200])[0],
    )
    client.force_login(user)

    asked = {"result": [str(each.pk) for each in (one, other, third)]}
    told = text_of(client.get("/compare/", asked))

    assert told.count("Measure 5 new repeats") == 2


@pytest.mark.parametrize("is_doubted", [False, True])
def test_bold_is_spoken_of_where_something_is_bold(client, user, is_doubted):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    if is_doubted:
        for result in (few, many):
            result.findings = [SHORT]
            result.save()
    client.force_login(user)
    asked = {"result": [str(few.pk), str(many.pk)]}

    page = client.get("/compare/", asked)
    paper = client.get("/compare/", {**asked, "format": "pdf"})

    assert ("(best)" in page.text) is not is_doubted
    assert ("best in bold" in text_of(page)) is not is_doubted
    printed = "".join(sheet.extract_text() for sheet in sheets.sheets_of(paper.content))
    assert ("best in bold" in " ".join(printed.split())) is not is_doubted


def test_the_seconds_of_runs_lie_over_each_other(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    for result in (few, many):
        Sample.objects.bulk_create(
            Sample(
                run=result.run, attempt=1, second=second, tps=100 + second, latency_ms=5
            )
            for second in range(-1, 301)
        )
    client.force_login(user)
    words = {"result": [str(few.pk), str(many.pk)]}

    timeline = charts_of(client.get("/compare/", {**words, "view": "timeline"}))
    latency = charts_of(client.get("/compare/", {**words, "view": "latency"}))

    (chart,) = timeline.values()
    assert [len(series["xs"]) for series in chart["series"]] == [150, 150]
    assert chart["series"][0]["xs"][:2] == [2, 4]  # means of two seconds
    assert chart["series"][0]["values"][0] == 101.5
    kinds = {name.split("-")[2] for name in latency}
    assert kinds == {"seconds", "sweep", "results"}
    sweep = next(c for name, c in latency.items() if "-sweep-" in name)
    assert [series["xs"] for series in sweep["series"]] == [[100, 200]]


def test_a_run_of_hours_beside_a_short_one_is_read_once(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    as_long(many.run)
    Sample.objects.create(run=few.run, attempt=1, second=9, tps=7, latency_ms=5)
    client.force_login(user)
    words = {"result": [str(few.pk), str(many.pk)], "view": "timeline"}
    client.get("/compare/", words)
    Sample.objects.filter(run=many.run).delete()

    (chart,) = charts_of(client.get("/compare/", words)).values()

    short, long = chart["series"]
    assert short["values"] == [7]
    assert len(long["xs"]) == 150
    assert long["xs"][0] == 16  # a mean of so many seconds
    assert long["values"][0] == pytest.approx(1008.5)


def test_a_result_that_its_owner_left_out_is_told(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    exclusions.exclude(many.pk, by=user, reason="A backup ran beside it.")
    client.force_login(user)

    text = text_of(client.get("/compare/", {"result": [str(few.pk), str(many.pk)]}))

    assert "A backup ran beside it." in text
    assert "left out by its owner" in text


def test_a_run_with_a_name_is_called_by_it_for_its_owner_alone(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    few.run.name = "before the upgrade"
    few.run.save()
    Result.objects.filter(pk__in=[few.pk, many.pk]).update(visibility="public")
    words = {"result": [str(few.pk), str(many.pk)]}
    client.force_login(user)

    page = client.get("/compare/", words)
    kept = client.post("/compare/keep/", {"query": links_of(page)["PDF"].split("?")[1]})

    assert kept.status_code == 302
    assert "before the upgrade" in page.context["title"]
    assert page.context["heads"][0].name == "before the upgrade"
    labels = [label for chart in charts_of(page).values() for label in chart["labels"]]
    assert ["before the upgrade"] in labels
    assert "8 threads (before the upgrade)" in text_of(page)
    client.force_login(UserFactory())
    assert "before the upgrade" not in client.get("/compare/", words).text
    assert "before the upgrade" not in client.get(kept.headers["Location"]).text
    assert "before the upgrade" not in KeptComparison.objects.get().title


def test_of_one_thing_a_comparison_speaks_in_the_singular(client, user):
    (one,), (many,) = own_sweep(user, threads=[1, 16], tps=[100, 200])
    client.force_login(user)

    text = text_of(client.get("/compare/", {"result": [str(one.pk), str(many.pk)]}))

    assert "1 differs," in text
    assert "1 thread (" in text
    assert not re.search(r"\b1 (threads|differ)\b", text)


def test_two_runs_with_the_same_doubt_bear_its_mark_on_every_figure(client, user):
    (one,), (other,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    short = {
        "code": "short",
        "severity": "caution",
        "values": {"seconds": 4.0, "least": 60},
    }
    Result.objects.filter(pk__in=[one.pk, other.pk]).update(
        findings=[short], doubt="figure"
    )
    client.force_login(user)

    page = client.get("/compare/", {"result": [str(one.pk), str(other.pk)]})

    [doubt] = [m for m in page.context["banner"].shown if m.code == "short"]
    figures = page.context["sections"][0]
    assert len(figures.lines) > 1
    known = [
        cell for line in figures.lines for cell in line.cells if not cell.is_unknown
    ]
    assert all(doubt in cell.marks for cell in known)


@pytest.mark.parametrize("view", ["repeats", "timeline", "latency"])
def test_a_run_in_doubt_bears_its_sentence_in_every_chart(client, user, view):
    few, many = own_sweep(user, threads=[8, 16], tps=[100, 101, 200, 202])
    for result in (*few, *many):
        Sample.objects.create(
            run=result.run, attempt=1, second=1, tps=100, latency_ms=5
        )
    short = {
        "code": "short",
        "severity": "caution",
        "values": {"seconds": 4.0, "least": 60},
    }
    Result.objects.filter(pk__in=[each.pk for each in many]).update(
        findings=[short], doubt="figure"
    )
    client.force_login(user)
    words = {"result": [str(few[0].pk), str(many[0].pk)], "view": view}

    page = client.get("/compare/", words)

    charts = charts_of(page).values()
    assert charts
    for chart in charts:
        labels = [item["label"] for item in chart["legend"]]
        assert any(label.endswith("regime or method in doubt") for label in labels)
        told = [box["doubt"] for box in chart["boxes"]]
        told += [series["name_doubt"] for series in chart["series"]]
        told += [doubt for series in chart["series"] for doubt in series["doubts"]]
        sentences = {doubt for doubt in told if doubt}
        assert len(sentences) == 1
        assert sentences.pop() in page.text


def test_a_run_without_a_name_is_called_by_what_is_its_own(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    few.run.name = "before the upgrade"
    few.run.save()
    client.force_login(user)

    page = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})

    names = [head.name for head in page.context["heads"]]
    assert names == ["before the upgrade", "16 threads"]
    assert page.context["heads"][1].size
    assert "before the upgrade, 16 threads" in page.context["title"]


def test_runs_that_differ_in_nothing_are_told_apart_by_load_class_and_time(
    client, user
):
    rows = [own_sweep(user, threads=[8], tps=[tps])[0][0] for tps in (100, 200, 300)]
    rows[0].run.name = "before the upgrade"
    rows[0].run.save()
    Result.objects.filter(pk__in=[each.pk for each in rows]).update(measured_at=NOON)
    client.force_login(user)

    def names(*asked):
        page = client.get("/compare/", {"result": [str(each.pk) for each in asked]})
        return [head.name for head in page.context["heads"]]

    title = f"OLTP read/write, MySQL 8.0, {NOON:%Y-%m-%d}"
    assert names(*rows[:2]) == ["before the upgrade", title]
    to_the_minute = f"{title} {NOON:%H:%M} UTC"
    assert names(*rows) == [
        "before the upgrade",
        *(f"{to_the_minute}, {str(each.pk)[:8]}" for each in rows[1:]),
    ]
