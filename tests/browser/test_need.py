"""From the home page to the class somebody needs, and its answer as a PDF."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.keyboard import press, write

pytestmark = pytest.mark.browser


def test_the_question_is_asked_by_keyboard_and_its_answer_taken_home(page):
    page.goto("/")
    form = page.get_by_role("form", name="Which class do I need?")

    write(page, page.get_by_label("Throughput"), "3000")
    write(page, form.get_by_label("Engine"), "MySQL")
    version = form.get_by_label("Version")
    expect(version.locator("optgroup:not([disabled])")).to_have_attribute(
        "label", "MySQL"
    )
    write(page, version, "8.0")
    write(page, form.get_by_label("Engine"), "PostgreSQL")
    expect(version).to_have_value("")
    write(page, form.get_by_label("Engine"), "MySQL")
    write(page, version, "8.0")
    expect(version).to_have_value("8.0")
    press(page, page.get_by_role("button", name="Find classes"))

    page.wait_for_url(
        "**/classes/need/?tps=3000&regime=disk_io&engine=mysql&version=8.0"
    )
    answer = page.get_by_role("status")
    expect(answer).to_contain_text("No class is proven to have reached at least 3,000")
    expect(answer).to_contain_text("95 % of it, at half the size (8 vCPU against 16)")
    figure = page.locator("figure")
    expect(figure).to_contain_text("needed: 3,000 TPS")
    expect(figure.get_by_role("listitem").filter(has_text="c2.xlarge")).to_contain_text(
        "5,457†"
    )
    link = page.get_by_role("link", name="PDF of this answer").get_attribute("href")
    document = page.request.get(f"/classes/need/{link}")
    text = PdfReader(BytesIO(document.body())).pages[0].extract_text()
    assert "No class is proven" in text
    assert "rds.mysql.c2.xlarge" in text


def test_a_version_brings_its_engine(page):
    page.goto("/classes/")
    form = page.get_by_role("form", name="Which class do I need?")

    write(page, form.get_by_label("Version"), "5.7")

    expect(form.get_by_label("Engine")).to_have_value("mysql")


def test_classes_are_ranked_and_taken_off_without_scripts(chromium, site):
    context = chromium.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")

    page.get_by_role("link", name="Rank all classes under one load").click()
    page.get_by_label("Engine").select_option("mysql")
    page.get_by_label("Version").select_option("8.0")
    page.get_by_role("button", name="Rank", exact=True).click()
    page.wait_for_url("**version=8.0**")
    bars = page.locator("figure ol > li")
    count = bars.count()
    page.get_by_role("link", name="Take rds.mysql.c2.xlarge off").click()

    expect(bars).to_have_count(count - 1)
    assert "without=class:alibaba-cloud/mysql/rds.mysql.c2.xlarge" in page.url
    page.get_by_role("link", name="Put rds.mysql.c2.xlarge back").click()
    expect(bars).to_have_count(count)
    context.close()
