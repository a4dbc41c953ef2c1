"""Tables on a phone of 320 pixels: all is in sight without scrolling sideways."""

import pytest

from benchruns.audit.record import record
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import ServerVariables
from benchruns.sentences.failures.table import AS_STORED
from benchruns.trends import exclusions
from benchruns.vocabulary import AuditAction
from tests.benchruns.runs.watched import series_with
from tests.benchruns.submissions.checks.checked import submission
from tests.browser.keyboard import sign_in
from tests.factories import (
    SHORT,
    ApiTokenFactory,
    CheckFactory,
    EndpointFactory,
    EventFactory,
    InstanceClassFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.portal.runs.run_pages.measured import measured_run
from tests.portal.runs.sweep_pages.swept import CLIMB, sweep_of
from tests.schedule_factories import OccurrenceFactory, ScheduleFactory
from tests.submission_files import STATEMENT, sysbench_text

pytestmark = pytest.mark.browser

COMPARED = (
    "/compare/?class=alibaba-cloud/mysql/rds.mysql.c2.xlarge"
    "&class=huawei-cloud/mysql/dedicated-1:8-64vcpu-512gb"
)
SIDEWAYS = """all => all
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.scrollWidth} of ${each.clientWidth}: ${each.innerText}`)
"""

START = """(cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return words.getBoundingClientRect().left;
}"""


@pytest.fixture
def phone(page):
    page.set_viewport_size({"width": 320, "height": 844})
    return page


@pytest.fixture
def owner(phone):
    user = UserFactory(username="ada")
    sign_in(phone, user)
    return user


def sideways(page) -> list[str]:
    """Each table that has more than it shows."""
    return page.locator(".bb-page .bb-scroll").evaluate_all(SIDEWAYS)


@pytest.mark.parametrize("version", ["mysql/8.0", "mysql/5.7", "postgresql/12"])
def test_tables_and_statements_of_an_engine_are_not_scrolled_sideways(phone, version):
    phone.goto(f"/engines/{version}/")
    phone.locator("details.bb-more").evaluate_all(
        "all => all.forEach((each) => { each.open = true; })"
    )

    assert sideways(phone) == []


def test_newest_results_have_class_load_and_provenance_below_their_engine(phone, owner):
    measured_run(owner=owner, visibility="public")

    phone.goto("/")

    assert sideways(phone) == []
    told = phone.get_by_role("group", name="Newest results").inner_text()
    assert "OLTP read/write" in told
    assert "measured" in told


def test_a_unit_keeps_clear_of_the_dagger_before_it(phone, site):
    ResultFactory(measured=True, visibility="public", findings=[SHORT], doubt="figure")

    phone.goto("/")

    dagger = phone.locator("td.n .bb-dagger").first.bounding_box()
    unit = phone.locator("td.n:has(.bb-dagger) + .bb-unit-cell").first.evaluate(START)
    assert dagger["x"] + dagger["width"] < unit


def test_repeats_of_a_sweep_are_read_with_their_ticks(phone, owner):
    sweep = sweep_of(owner, CLIMB)

    phone.goto(f"/sweeps/{sweep.pk}/")

    assert sideways(phone) == []
    repeats = phone.get_by_role("region", name="Repeats")
    assert repeats.locator(".bb-sweep-runs .bb-tick").count() > 2


def test_results_of_a_trend_have_what_changed_below_their_day(phone, owner):
    series = series_with(1000.0, 1010.0, 800.0, owner=owner)
    first, _second, last = series.results.order_by("measured_at")
    type(last).objects.filter(pk=last.pk).update(engine_version_full="8.0.37")
    exclusions.exclude(first.pk, by=owner, reason="a backup ran")

    phone.goto(f"/trends/{series.pk}/")

    assert sideways(phone) == []
    told = phone.get_by_role("region", name="Results").inner_text()
    assert "8.0.36" in told
    assert "8.0.37" in told
    assert "excluded: a backup ran" in " ".join(told.split())


def test_tokens_trends_and_the_audit_log_have_their_columns_in_lines(phone, site):
    """When a token was made, what a level changed by and what was done lay beyond the edge."""
    staff = UserFactory(staff=True, username="a-user-name-of-thirty-letters")
    token = ApiTokenFactory(user=staff, name="nightly runs of the shop's own server")
    record(AuditAction.TOKEN_ISSUED, by=staff, on=token)
    series_with(
        *[1000.0 + day for day in range(12)], *[700.0 + day for day in range(12)]
    )
    sign_in(phone, staff)

    for address, wanted in (
        ("/tokens/", (token.hint, "read and write", "last used", "valid until")),
        ("/trends/", ("shop-db", "change −", "ago")),
        ("/audit/", (staff.username, token.name, "API token made")),
    ):
        phone.goto(address)
        told = " ".join(phone.locator("table").first.inner_text().split())
        assert [word for word in wanted if word not in told] == [], address
        assert sideways(phone) == [], address
        assert phone.evaluate(LOST) == [], address


def test_an_event_without_blanks_does_not_widen_the_page(phone, owner):
    run = measured_run(owner=owner)
    EventFactory(run=run, data={AS_STORED: "x" * 400})

    phone.goto(f"/runs/{run.pk}/")

    assert "xxxx" in phone.locator("#run-events").inner_text()
    assert phone.evaluate("document.documentElement.scrollWidth") == 320


def test_what_came_of_the_times_of_a_schedule_is_read_without_scrolling(phone, owner):
    schedule = ScheduleFactory(owner=owner)
    OccurrenceFactory(schedule=schedule, state="missed", count=433552)
    done = OccurrenceFactory(schedule=schedule, state="succeeded")
    measured_run(owner=owner, occurrence=done, endpoint=schedule.endpoint)

    phone.goto(f"/schedules/{schedule.pk}/")

    assert sideways(phone) == []
    told = phone.get_by_role("region", name="Last times").inner_text()
    assert "433,552 times were missed" in told
    assert "p95" in told


def test_the_plan_of_a_run_stands_above_its_button_on_a_narrow_screen(phone, owner):
    """And beside the form, which ends in the button, on a wide one."""
    CheckFactory(endpoint=EndpointFactory(owner=owner), passed=True)
    phone.goto("/runs/new/")

    def boxes(width):
        phone.set_viewport_size({"width": width, "height": 844})
        return [
            phone.locator(each).bounding_box()
            for each in ("#new-run-plan", "#new-run-actions")
        ]

    for width in (320, 960):
        plan, start = boxes(width)
        assert plan["y"] + plan["height"] <= start["y"], width
        assert plan["x"] >= 0, width
        assert plan["x"] + plan["width"] <= width
    plan, start = boxes(961)
    assert start["x"] + start["width"] <= plan["x"]


def test_three_columns_of_parameters_are_in_sight(phone, site):
    runs = [measured_run(visibility="public") for _ in range(3)]
    for number, run in enumerate(runs):
        told = {"innodb_buffer_pool_size": f"{number + 1}073741824", "sync_binlog": "1"}
        stored = ServerVariables.objects.stored(told, changed=set())
        run.attempts.update(variables=stored)

    phone.goto("/compare/?" + "&".join(f"result={run.result.pk}" for run in runs))

    table = phone.locator(".bb-scroll:has(> .bb-parameters)").first
    assert "innodb_buffer_pool_size" in table.inner_text()
    assert table.evaluate_all(SIDEWAYS) == []


def test_what_leads_to_the_next_rows_is_not_broken_within_a_word(phone):
    """ "Nex" and "t" stood below each other: there was no room for four in a line."""
    ResultFactory.create_batch(51)

    phone.goto("/results/")
    lines = phone.locator(".bb-pages > *").evaluate_all(
        "all => all.map((each) => [each.innerText,"
        " Math.round(each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))])"
    )

    assert "Next" in dict(lines)
    assert set(dict(lines).values()) == {1}, lines
    assert phone.evaluate("document.documentElement.scrollWidth") == 320


BROKEN_WORDS = """all => all.flatMap((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > each.innerText.trim().split(/\\s+/).length ? [each.innerText] : [];
})"""
EDGES = (
    "each => [each.getBoundingClientRect().left, each.getBoundingClientRect().right]"
)


def test_the_names_of_a_runs_phases_are_not_broken(phone, owner):
    run = measured_run(owner=owner)

    phone.goto(f"/runs/{run.pk}/")

    names = phone.locator("#run-steps .bb-step > span")
    assert names.count() == 5
    assert names.evaluate_all(BROKEN_WORDS) == []


def test_what_a_server_said_of_a_failure_is_read_whole(phone, owner):
    denied = "1045 Access denied for user 'bench'@'127.0.0.1' (using password: YES)"
    run = RunFactory(owner=owner, failed=True, failure_detail=denied)

    phone.goto(f"/runs/{run.pk}/")

    said = phone.locator(".bb-banner pre")
    assert said.inner_text() == denied
    assert said.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_the_words_of_the_drop_zone_stand_inside_its_border(phone, owner):
    phone.goto("/submissions/")

    zone = phone.locator(".bb-drop")
    left, right = zone.evaluate(EDGES)
    for inner in zone.locator(":scope > :not([hidden])").all():
        start, end = inner.evaluate(EDGES)
        assert left < start < end < right


@pytest.mark.parametrize("width", [320, 390])
def test_what_compares_a_previewed_report_is_in_sight(phone, owner, width):
    """It lay beyond the edge of the table."""
    draft = submission(sysbench_text(), owner=owner, statement=STATEMENT)
    phone.set_viewport_size({"width": width, "height": 844})

    phone.goto(f"/submissions/{draft.pk}/")

    table = phone.get_by_role("region", name="Rows of the same class").first
    left, right = table.evaluate(EDGES)
    links = table.get_by_role("link", name="Compare").all()
    assert links
    for link in links:
        start, end = link.evaluate(EDGES)
        assert left <= start < end <= right


def test_the_question_of_the_classes_stands_clear_of_the_way_to_them(phone):
    phone.goto("/classes/")

    way = phone.locator(".bb-crumbs").bounding_box()
    question = phone.locator(".bb-need-door").bounding_box()
    assert way["y"] + way["height"] + 8 <= question["y"]


@pytest.mark.parametrize(
    ("address", "menu"),
    [
        ("/classes/", "#column-menu"),
        ("/classes/", "#table-menu"),
        ("/trends/", "#table-menu"),
        (COMPARED, "details:has(> #columns-menu)"),
    ],
    ids=["columns of a list", "list", "trends", "columns of a comparison"],
)
def test_an_open_menu_lies_within_the_page(phone, address, menu):
    """Its ticks lay beyond the left edge, or a line below their names."""
    ResultFactory(measured=True, visibility="public")
    series_with(1000.0, visibility="public")
    phone.goto(address)
    phone.locator(f"{menu} > summary").click()

    left, right = phone.locator(f"{menu} > .bb-menu-list").evaluate(EDGES)

    assert left >= 0
    assert right <= 320


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("address", ["/results/", "/runs/", "/trends/"])
def test_every_filter_of_a_list_is_in_sight(phone, owner, address, width):
    """Two of eight were, the others beyond the edge with nothing that said so."""
    series_with(1000.0, visibility="public")
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto(address)

    fields = phone.locator(".bb-filters").locator("select, input[type=search]")
    places = [each.bounding_box() for each in fields.all()]
    assert len(places) >= 2
    assert all(each["x"] >= 0 for each in places)
    assert all(each["x"] + each["width"] <= width for each in places)


def test_results_of_a_class_have_whole_days_and_buttons_clear_of_a_table(phone):
    phone.goto("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/")

    days = phone.locator(".bb-stale .bb-whole")
    assert days.first.inner_text() == "2026-04-30"
    assert {day.bounding_box()["height"] < 20 for day in days.all()} == {True}
    assert sideways(phone) == []
    table = phone.locator(".bb-neighbours").bounding_box()
    button = phone.get_by_role("link", name="Compare with neighbours").bounding_box()
    assert table["y"] + table["height"] + 8 <= button["y"]
    assert phone.get_by_role("link", name="Reproduce").first.is_visible()


# What a name loses: by its own box, or by the edge of the page.
LOST = """() => [...document.querySelectorAll("main :is(.bb-head, .bb-banner, table) *")].filter((each) => {
  if (!each.checkVisibility() || each.closest(".visually-hidden, svg, select")) return false;
  const { overflowX } = getComputedStyle(each);
  const isCut = ["hidden", "clip"].includes(overflowX) && each.scrollWidth > each.clientWidth + 1;
  const box = each.closest(".bb-scroll");
  const isBeyond = each.getBoundingClientRect().right > innerWidth + 1 && !box;
  return isCut || isBeyond;
}).map((each) => each.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("letters", ["x", "many words "], ids=["word", "words"])
def test_lists_and_comparisons_hold_names_as_long_as_they_may_be(phone, site, letters):
    name = (letters * 120)[:119] + "!"
    size = InstanceClassFactory(code=name, provider__name=name[-100:], family=name[:60])
    rows = [
        ResultFactory(instance_class=size, regime=regime, engine_version="8.0", tps=tps)
        for regime, tps in (("cached", 1_234_567.8), ("disk_io", 1234.5))
    ]
    refresh()

    for address in (
        f"/results/?provider={size.provider_id}",
        f"/classes/?provider={size.provider_id}",
        "/compare/?" + "&".join(f"result={row.pk}" for row in rows),
    ):
        phone.goto(address)
        assert name in phone.locator("main").inner_text(), address
        assert phone.evaluate("document.documentElement.scrollWidth") == 320, address
        assert phone.evaluate(LOST) == [], address
        if not address.startswith("/compare/"):
            assert sideways(phone) == [], address
