"""A sweep started by keyboard and watched until its peak is marked."""

import pytest
from playwright.sync_api import expect

from benchruns.models import Sweep
from tests.browser.keyboard import press, sign_in, write
from tests.factories import CheckFactory, EndpointFactory, UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.engine]


def endpoint_on(target, owner):
    return EndpointFactory(
        owner=owner,
        name="shop-db",
        engine="mariadb",
        host=target.host,
        port=target.port,
        username=target.username,
        plain_password=target.password,
        database=target.database,
    )


def marks_of(page):
    """What the first chart draws: its steps, and how many repeats are points."""
    return page.evaluate(
        """() => {
          const chart = Chart.getChart(document.querySelector("[data-sweep-chart]"));
          const [medians, repeats] = chart.data.datasets;
          return {
            threads: medians.data.map((point) => point.x),
            peaks: medians.data.filter((point) => point.step.is_peak).length,
            repeats: repeats.data.length,
            plugins: chart.config.plugins.map((plugin) => plugin.id),
          };
        }"""
    )


def test_a_sweep_is_watched_until_its_peak_is_marked(page, site, mariadb_target):
    user = UserFactory(username="mk")
    endpoint = endpoint_on(mariadb_target, user)
    CheckFactory(endpoint=endpoint, passed=True)

    sign_in(page, user)
    page.goto("/runs/new/?workload=oltp_read_only")
    for label, text in (
        ("Tables", "1"), ("Rows a table", "1000"), ("Duration", "1"),
        ("Thread counts", "1 2"), ("Repetitions", "2"), ("Pause before each run", "0"),
    ):  # fmt: skip
        write(page, page.get_by_label(label, exact=label == "Tables"), text)
    start = page.get_by_role("button", name="Start 4 runs")
    expect(start).to_be_enabled()
    press(page, start)
    page.wait_for_url("**/sweeps/*/")
    sweep = Sweep.objects.get()

    # It follows without a reload, and is the same after one
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(
        "OLTP read-only on shop-db, 1 to 2 threads, 2 repetitions"
    )
    expect(page.locator("#sweep-progress")).to_contain_text("of 4 runs ended")
    expect(page.locator("#sweep-verdict")).to_contain_text("TPS at")
    page.reload()
    expect(page.locator("#sweep-verdict")).to_contain_text("Peak")
    expect(page.locator("#sweep-progress")).to_have_count(0)

    marks = marks_of(page)
    assert marks["threads"] == [1, 2]
    assert (marks["peaks"], marks["repeats"]) == (1, 4)
    assert {"peak", "whiskers"} <= set(marks["plugins"])
    expect(page.locator("#sweep-table")).to_contain_text("peak")
    assert sweep.runs.filter(state="succeeded").count() == 4
