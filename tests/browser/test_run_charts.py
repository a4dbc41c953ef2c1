"""The seconds of a run in its charts, read and zoomed by pointer and keyboard."""

import pytest
from playwright.sync_api import expect

from benchruns.models import PartSecond, Run, RunPart
from tests.benchruns.runs.summaries.long_runs import long_run
from tests.browser.pointer import drag
from tests.factories import RunFactory, SampleFactory

pytestmark = pytest.mark.browser


@pytest.fixture
def run(site):
    """A public run of a minute, 100 TPS in its first second and one more in each."""
    run = RunFactory(succeeded=True, public=True)
    for second in range(1, 61):
        SampleFactory(run=run, second=second, tps=99.0 + second, latency_ms=second / 2)
    return run


def open_run(page, run, *, drawn="latency"):
    page.goto(f"/runs/{run.pk}/")
    canvas = page.locator("[data-run-chart=throughput]")
    expect(canvas).to_have_attribute("role", "application")
    # drawn with its samples once somebody acts
    page.mouse.move(1, 1)
    page.wait_for_function(
        """name => window.Chart?.getChart(
            document.querySelector(`[data-run-chart=${name}]`)
        )?.data.datasets[0].data.length === 60""",
        arg=drawn,
    )
    return canvas


def shown(page, chart):
    """The seconds between which a chart of the run is drawn."""
    return page.evaluate(
        """name => {
            const canvas = document.querySelector(`[data-run-chart=${name}]`);
            const { min, max } = window.Chart.getChart(canvas).scales.x;
            return [min, max];
        }""",
        chart,
    )


def test_one_second_of_all_charts_is_read_by_keyboard(page, run):
    canvas = open_run(page, run)
    values = page.locator("#chart-values")

    canvas.focus()
    page.keyboard.press("Home")
    expect(values).to_contain_text("1 s, 100 TPS")
    expect(values).to_contain_text("0.5 ms")
    page.keyboard.press("ArrowRight")
    expect(values).to_contain_text("2 s, 101 TPS")
    page.keyboard.press("PageDown")
    expect(values).to_contain_text("12 s, 111 TPS")
    page.keyboard.press("End")
    expect(values).to_contain_text("60 s, 159 TPS")

    # from another chart of the run, at the same second
    page.locator("[data-run-chart=latency]").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(values).to_contain_text("59 s, 158 TPS")
    expect(values).to_contain_text("29.5 ms")


@pytest.mark.parametrize(
    ("chart", "highest", "mean"),
    [
        ("[data-run-chart=throughput]", 9_000, 3_036),
        ("[data-counter=round_trip_ms] canvas", 5, 0.8),
    ],
)
def test_the_highest_second_of_a_long_run_is_drawn_behind_its_means(
    page, site, chart, highest, mean
):
    run = long_run(public=True)

    page.goto(f"/runs/{run.pk}/")
    page.mouse.move(1, 1)
    expect(page.locator("[data-step]")).to_contain_text("means of 4 s, behind them")
    expect(page.locator("[data-counter-step]")).to_contain_text("means of 8 s, behind")
    page.locator(chart).scroll_into_view_if_needed()
    page.wait_for_function(
        """([canvas, highest, mean]) => {
            const chart = window.Chart?.getChart(document.querySelector(canvas));
            const drawn = chart?.data.datasets[0].data.map(({ y }) => y);
            return chart?.scales.y.max >= highest && Math.max(...drawn) === mean;
        }""",
        arg=[chart, highest, mean],
    )


def test_a_chart_that_is_pointed_at_before_it_is_drawn_is_no_fault(page, run):
    """The library comes late on a slow way; whatever is thrown fails the test."""
    asked = []
    page.route("**/vendor/chart*.js", lambda route: asked.append(route))
    page.goto(f"/runs/{run.pk}/")
    canvas = page.locator("[data-run-chart=throughput]")
    expect(canvas).to_have_attribute("role", "application")

    drag(page, canvas, 0.3, 0.6)
    canvas.focus()
    page.keyboard.press("ArrowRight")

    assert page.evaluate("window.Chart") is None
    for route in asked:
        route.continue_()
    page.wait_for_function("() => window.Chart")


def test_a_drag_zooms_all_charts_and_there_is_a_way_back(page, run):
    canvas = open_run(page, run)
    back = page.get_by_role("button", name="Whole time")
    whole = shown(page, "latency")
    expect(back).to_be_hidden()

    drag(page, canvas, 0.4, 0.6)
    expect(back).to_be_visible()
    low, high = shown(page, "throughput")
    assert whole[0] < low < high < whole[1]
    assert shown(page, "latency") == [low, high]

    # another metric is drawn of the same seconds
    page.get_by_role("button", name="QPS").click()
    assert shown(page, "throughput") == [low, high]
    back.click()
    expect(back).to_be_hidden()
    assert shown(page, "throughput") == shown(page, "latency") == whole

    drag(page, canvas, 0.2, 0.5)
    expect(back).to_be_visible()
    page.keyboard.press("Escape")
    expect(back).to_be_hidden()
    assert shown(page, "throughput") == whole


def test_a_value_at_the_crosshair_is_written_over_no_line(page, run):
    """It stood right of its point at the same height, where a line of noise goes on."""
    open_run(page, run)

    for second in (1, 30, 60):
        texts, lines = page.evaluate(
            """async second => {
                const { placedReadings } = await import("/static/js/run/crosshair.js");
                const canvas = document.querySelector("[data-run-chart=throughput]");
                const chart = window.Chart.getChart(canvas);
                const points = chart.getDatasetMeta(0).data;
                return [
                    placedReadings(chart, second).map(
                        ({ left, right, top, bottom, y }) =>
                            ({ left, right, top, bottom, y })),
                    points.map(({ x, y }) => [x, y]),
                ];
            }""",
            second,
        )

        (text,) = texts
        step = lines[1][0] - lines[0][0]
        near = [y for x, y in lines if text["left"] - step <= x <= text["right"] + step]
        assert text["bottom"] < min(near) or text["top"] > max(near)
        assert abs((text["top"] + text["bottom"]) / 2 - text["y"]) < 40


def test_the_way_back_from_a_zoom_stands_clear_of_the_focused_chart(page, run):
    canvas = open_run(page, run)

    drag(page, canvas, 0.4, 0.6)

    back = page.get_by_role("button", name="Whole time").bounding_box()
    assert back["y"] + back["height"] + 4 <= canvas.bounding_box()["y"]


def test_the_seconds_are_zoomed_by_keyboard(page, run):
    canvas = open_run(page, run)
    back = page.get_by_role("button", name="Whole time")
    whole = shown(page, "latency")

    canvas.focus()
    page.keyboard.press("+")
    expect(back).to_be_visible()
    low, high = shown(page, "latency")
    assert high - low < whole[1] - whole[0]
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    expect(back).to_be_hidden()
    assert shown(page, "latency") == whole


@pytest.mark.parametrize(
    ("width", "ticks", "kept"),
    [
        (166, [600, 0, -8], [0, 600]),
        (1200, [600, 0, -120], [-120, 0, 600]),
        (166, [13, 12], [13]),
    ],
    ids=["short-warm-up", "wide", "zoomed"],
)
def test_labels_of_seconds_give_way_to_each_other(page, run, width, ticks, kept):
    open_run(page, run)

    found = page.evaluate(
        """async ([width, ticks]) => {
            const { withRoom } = await import("/static/js/run/axes.js");
            const scale = { chart: { width }, min: Math.min(...ticks), max: 600 };
            return withRoom(scale, ticks);
        }""",
        [width, ticks],
    )

    assert found == kept


@pytest.fixture
def made_by_two(run):
    """The same run, made by two generators that counted each of its seconds."""
    Run.objects.filter(pk=run.pk).update(generators=2)
    for number in (1, 2):
        part = RunPart.objects.create(
            run=run,
            attempt=1,
            number=number,
            state="ended",
            worker=f"inner-{number}",
            parameters={"threads": 4},
        )
        PartSecond.objects.bulk_create(
            PartSecond(
                part=part,
                kind="counters",
                second=second,
                values={
                    "client_cpu_percent": 10.0 * number,
                    "round_trip_ms": 0.25 * number,
                },
            )
            for second in range(1, 61)
        )
    return run


def test_the_counters_of_each_generator_are_drawn_once_they_are_opened(
    page, made_by_two
):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    # seconds of sysbench have no latency that could be added
    open_run(page, made_by_two, drawn="throughput")
    assert not any("generator" in url for url in asked)

    page.get_by_text("Counters of each generator").click()

    second = page.locator("[data-generator-counters] section").nth(1)
    expect(second.get_by_role("heading")).to_contain_text("Generator 2")
    cpu = second.locator("[data-counter=client_cpu_percent]")
    expect(cpu).to_contain_text("20")
    expect(second.locator("[data-counter=queue_length]")).to_be_hidden()
    cpu.locator("canvas").focus()
    page.keyboard.press("End")
    values = page.locator("#chart-values")
    expect(values).to_contain_text("60 s, 159 TPS")
    expect(values).to_contain_text("Generator 2 Client CPU 20 %")
    expect(values).to_contain_text("Generator 1 Round trip 0.25 ms")
    # on one scale, which the second one's way needs
    ends = page.evaluate(
        """() => [...document.querySelectorAll(
            "[data-generator-counters] [data-counter=round_trip_ms] canvas"
        )].map((canvas) => window.Chart.getChart(canvas).scales.y.max)"""
    )
    assert ends == [0.5, 0.5]
