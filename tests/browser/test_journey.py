"""The main journey: from the published figures to a measured row beside them."""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import Result, Run
from portal.formats.figures import figure
from tests.factories import PASSWORD, UserFactory
from tests.workers import accounts

pytestmark = [pytest.mark.browser, pytest.mark.engine]


def log_in(page, user) -> None:
    page.get_by_label(re.compile("User ?name|Account", re.I)).fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def release_of(target) -> tuple[str, str]:
    """As the server itself says: ("MariaDB", "10.11")."""
    [(version,)] = accounts.execute(target, "SELECT VERSION()")
    name = "MariaDB" if "MariaDB" in version else "MySQL"
    return name, ".".join(version.split(".")[:2])


def test_from_published_figures_to_a_measured_row_beside_them(
    page, site, mariadb_target
):
    user = UserFactory(username="mk")
    engine, version = release_of(mariadb_target)

    # Look at figures
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="MySQL 8.0").first.click()
    expect(page).to_have_url(f"{site}/engines/mysql/8.0/")
    expect(page.get_by_role("heading", level=1)).to_have_text("MySQL 8.0")
    expect(page.get_by_role("main")).to_contain_text("6,740")
    page.get_by_role("link", name="QPS", exact=True).click()
    expect(page).to_have_url(re.compile("metric=qps"))
    expect(page.get_by_role("main")).to_contain_text("134,792")

    # Register an endpoint
    page.goto("/endpoints/new/")
    log_in(page, user)
    page.get_by_label("Name", exact=True).fill("shop-db")
    page.get_by_label("Engine").select_option("mysql")
    page.get_by_label("Host").fill(mariadb_target.host)
    page.get_by_label("Port").fill(str(mariadb_target.port))
    page.get_by_label("Account", exact=True).fill(mariadb_target.username)
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_label("Database").fill(mariadb_target.database)
    page.get_by_role("button", name="Register").click()

    # Check it: refused, corrected, ready
    page.get_by_role("button", name=re.compile("Check")).click()
    expect(page.locator("#check")).to_contain_text("refused the user name or password")
    page.get_by_role("link", name=re.compile("Change|Edit")).first.click()
    page.get_by_label("Password", exact=True).fill(mariadb_target.password)
    page.get_by_role("button", name="Save unchecked").click()
    page.get_by_role("button", name=re.compile("Check")).click()
    expect(page.locator("#check")).to_contain_text("Ready for runs")
    expect(page.locator("#check")).to_contain_text(f"{engine} {version}")

    # Confirm once what runs do there
    expect(page.locator("#consent")).to_contain_text("Each run creates")
    page.get_by_label("I agree").check()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#consent")).to_contain_text("Confirmed by mk")

    # Run and watch
    page.goto("/runs/new/")
    page.get_by_label("Tables", exact=True).fill("2")
    page.get_by_label("Rows a table").fill("2000")
    page.get_by_label("Threads").fill("1")
    page.get_by_label("Rate").fill("20")
    page.get_by_label("Duration").fill("10")
    page.get_by_role("button", name="Start the run").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("shop-db")
    expect(page.get_by_role("button", name="Cancel run")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("lat (ms,95%)")
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("lat (ms,95%)")

    # Its result
    expect(page.locator("#verdict")).to_contain_text("TPS")
    run = Run.objects.get()
    result = Result.objects.get(run=run)
    assert result.visibility == "private"
    page.get_by_role("link", name="Raw output").click()
    expect(page.locator("body")).to_contain_text(f"({result.tps:.2f} per sec.)")
    page.go_back()

    # Publish, and see it beside the published rows as anybody
    page.get_by_role("link", name="Publish", exact=True).click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("main")).to_contain_text("public")
    page.get_by_label("Account of mk").click()
    page.get_by_role("button", name="Log out").first.click()
    page.goto(f"/engines/{engine.lower()}/{version}/")
    expect(page.get_by_role("main")).to_contain_text("MySQL 8.0")
    expect(page.get_by_role("main")).to_contain_text(figure(result.tps))
    expect(page.get_by_role("main")).to_contain_text("measured")
    assert mariadb_target.password not in page.content()
    assert str(mariadb_target.port) not in page.content()
