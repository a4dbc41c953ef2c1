"""Reproducing a vendor's row: from the table of the paper to its own figure beside it.

The journey is made by keyboard alone.
"""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import Run
from portal.formats.figures import figure
from tests import waiting
from tests.browser.keyboard import log_in, pick, press, write
from tests.factories import (
    CheckFactory,
    EndpointFactory,
    ServerFactory,
    UserFactory,
)

ROW = "MySQL 8.0, rds.mysql.t1.small, OLTP read/write, cached"

pytestmark = [pytest.mark.browser, pytest.mark.engine]


@pytest.fixture
def user(transactional_db, mariadb_target):
    """With an endpoint of the private MariaDB that was checked."""
    user = UserFactory(username="mk")
    endpoint = EndpointFactory(
        owner=user,
        name="shop-db",
        engine="mariadb",
        server=ServerFactory(port=mariadb_target.port),
        host=mariadb_target.host,
        port=mariadb_target.port,
        username=mariadb_target.username,
        plain_password=mariadb_target.password,
        database=mariadb_target.database,
    )
    CheckFactory(endpoint=endpoint, passed=True)
    return user


def test_a_published_row_is_reproduced_and_stands_beside_its_own(page, site, user):
    page.goto("/engines/mysql/8.0/")
    press(page, page.get_by_role("link", name=ROW))
    log_in(page, user)
    expect(page).to_have_url(re.compile(r"/runs/new/\?reproduce="))
    expect(page.get_by_role("main")).to_contain_text("515 TPS")
    plan, rows = page.locator("#new-run-plan"), page.get_by_label("Rows a table")
    expect(rows).to_have_value("25000")

    # In proportion to the buffer: fewer tables have more rows each, and show it
    tables = page.get_by_label("Tables", exact=True)
    printed = tables.input_value()
    pick(page, page.get_by_role("radio", name="Same ratio of data to buffer"))
    expect(rows).not_to_have_value("25000")
    in_proportion = rows.input_value()
    write(page, tables, "1")
    expect(plan).to_contain_text(re.compile(r"Tables\s+changed"))
    expect(rows).not_to_have_value(in_proportion)
    assert int(rows.input_value()) > 10 * int(in_proportion)
    write(page, tables, printed)
    expect(rows).to_have_value(in_proportion)

    # A box that is ticked at first
    prepared = page.get_by_label("Prepared statements")
    press(page, prepared, "Space")
    expect(plan).to_contain_text(re.compile(r"Prepared statements\s+changed"))
    press(page, prepared, "Space")
    expect(plan).not_to_contain_text("Prepared statements")

    # A smaller size: chosen by its number, and listed as a difference at once
    divisor = page.get_by_label("Scaled down by").and_(page.get_by_role("spinbutton"))
    write(page, divisor, "100")
    expect(rows).to_have_value("250")
    expect(page.get_by_role("radio", name="Scaled down by")).to_be_checked()
    expect(plan).to_contain_text(re.compile(r"Rows a table\s+scaled"))
    write(page, page.get_by_label("Duration"), "2")
    expect(plan).to_contain_text(re.compile(r"Duration\s+changed"))
    expect(rows).to_have_value("250")

    write(page, page.get_by_label("Repetitions"), "2")
    expect(page.get_by_role("button", name="Start 2 runs")).to_be_visible()
    write(page, page.get_by_label("Repetitions"), "1")
    press(page, page.get_by_role("button", name="Start the run"))

    # Published beside measured
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("another test than the vendor's 515 TPS: ")
    run = Run.objects.select_related("result", "reproduces").get()
    assert run.result.reproduces == run.reproduces
    press(page, verdict.get_by_role("link", name=re.compile("another test")))
    beside = page.locator("#reproduction")
    expect(beside).to_contain_text(figure(run.result.tps))
    expect(page.get_by_role("main")).to_contain_text("MariaDB")
    assert [each["name"] for each in run.differences] == [
        "table_size",
        "duration_seconds",
    ]


def test_what_is_typed_while_a_plan_is_on_its_way_stays(page, site, user):
    page.goto("/engines/mysql/8.0/")
    page.get_by_role("link", name=ROW).click()
    log_in(page, user)
    rows = page.get_by_label("Rows a table")
    expect(rows).to_have_value("25000")
    held = []
    page.route(re.compile("scale_down=100"), lambda route: held.append(route), times=1)

    page.get_by_label("Scaled down by").and_(page.get_by_role("spinbutton")).fill("100")
    waiting.until(lambda: _held(page, held), what="the plan that was asked for")
    duration = page.get_by_label("Duration")
    duration.fill("8")
    page.get_by_label("Repetitions").focus()
    held[0].continue_()

    expect(rows).to_have_value("250")
    expect(duration).to_have_value("8")
    expect(page.locator("#new-run-plan")).to_contain_text(
        re.compile(r"Duration\s+changed")
    )


def _held(page, held):
    page.evaluate("1")  # lets the browser's requests come through
    return bool(held)
