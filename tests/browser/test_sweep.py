"""A sweep asked for by API, watched in the browser until its peak is marked."""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import Sweep
from tests.factories import (
    PASSWORD,
    ApiTokenFactory,
    EndpointFactory,
    UserFactory,
)

KEY = "bb_key-of-mk"

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
    ApiTokenFactory(user=user, key=KEY)

    asked = page.request.post(
        f"{site}/api/v1/sweeps/",
        headers={"Authorization": f"Token {KEY}"},
        data={
            "endpoint": str(endpoint.pk),
            "workload": "oltp_read_only",
            "parameters": {"tables": 1, "table_size": 1000, "duration_seconds": 1},
            "threads": [1, 2],
            "repetitions": 2,
            "settle_seconds": 0,
        },
    )
    assert asked.status == 201, asked.text()
    sweep = Sweep.objects.get(pk=asked.json()["id"])
    page.goto(f"/login/?next=/sweeps/{sweep.pk}/")
    page.get_by_label(re.compile("User ?name|Account", re.IGNORECASE)).fill("mk")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()

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
