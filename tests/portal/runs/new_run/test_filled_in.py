"""What the form of a new run holds at first: endpoint, workload and preset."""

import re

import pytest

from benchruns.models import Run
from benchruns.workloads import WORKLOADS
from tests.factories import FACTS, EndpointFactory, RunFactory
from tests.portal.runs.new_run.given import text_of


def test_the_address_fills_the_form_in(page, user, endpoint):
    other = EndpointFactory(owner=user)

    answer = page.get(
        f"/runs/new/?endpoint={other.pk}&workload=oltp_read_only&tables=9"
    )

    assert answer.context["endpoint"] == other
    assert answer.context["workload"].name == "oltp_read_only"
    assert answer.context["plan"].size.tables == 9


def test_an_address_with_an_endpoint_that_is_not_there_says_so(page, endpoint):
    gone = "00000000-0000-0000-0000-000000000000"

    text = text_of(page.get(f"/runs/new/?endpoint={gone}"))
    after = page.post(f"/runs/new/?endpoint={gone}", {"tables": "0"}).content.decode()

    assert "You have no such endpoint: another one of yours is chosen." in text
    assert "You have no such endpoint" not in after  # once is enough
    assert "You have no such" not in text_of(
        page.get(f"/runs/new/?endpoint={endpoint.pk}")
    )


def test_a_preset_is_sized_for_the_buffer_that_the_check_found(page, endpoint):
    answer = page.get("/runs/new/?preset=disk_io")

    plan = answer.context["plan"]
    assert plan.data_bytes == pytest.approx(4 * FACTS["buffer_bytes"], rel=0.05)
    assert plan.warmup_seconds == 60
    assert "sized for the buffer of 128 MB that the last check found" in text_of(answer)


@pytest.mark.parametrize(
    ("registered", "told", "buffer"),
    [
        ({"memory_gb": 8}, "its usual share of the 8 GB", 6 * 2**30),
        ({}, "no check has told the buffer and no memory is registered", 2**30),
    ],
)
def test_a_preset_says_what_it_took_where_no_check_tells_the_buffer(
    page, user, registered, told, buffer
):
    EndpointFactory(owner=user, **registered)

    answer = page.get("/runs/new/?preset=cached")

    assert told in " ".join(text_of(answer).split())
    data_bytes = answer.context["plan"].data_bytes
    assert data_bytes == pytest.approx(buffer / 2, rel=0.05)


def test_a_new_form_begins_with_the_preset_that_fits_first(page, endpoint):
    html = page.get("/runs/new/").content.decode()

    assert "<b>Quick ✓</b>" in html
    assert "none is chosen" not in html
    assert (
        page.get("/runs/new/?threads=3").content.decode().count("none is chosen") == 1
    )


def test_each_preset_says_its_size_and_how_long_it_loads(page, endpoint):
    text = " ".join(text_of(page.get("/runs/new/")).split())

    shown = text.split('id="presets-title"')[1].split("</div>")[0]
    assert "64 MB, 0.50 × the buffer, loads in about 5 s, warm-up 1 min" in shown
    assert "4.00 × the buffer, loads in about 44 s, warm-up 1 min" in shown


@pytest.mark.parametrize("workload", WORKLOADS)
def test_every_workload_has_its_parameters_and_a_plan(page, user, workload):
    endpoint = EndpointFactory(owner=user, engine="postgresql")

    answer = page.get(f"/runs/new/?endpoint={endpoint.pk}&workload={workload}")

    text, plan = text_of(answer), answer.context["plan"]
    assert all(f'name="{p.name}"' in text for p in WORKLOADS[workload].parameters)
    assert plan.rows >= 100
    assert plan.data_bytes > plan.rows


def test_a_workload_that_the_endpoint_cannot_run_gives_way(page, user):
    endpoint = EndpointFactory(owner=user, engine="mysql")

    answer = page.get(f"/runs/new/?endpoint={endpoint.pk}&workload=pgbench_read_only")

    assert answer.context["workload"].name == "oltp_read_write"
    assert answer.context["plan"] is not None


def test_a_hot_row_run_is_asked_for_without_a_size(page, endpoint):
    page.post(
        "/runs/new/",
        {
            "endpoint": endpoint.pk,
            "workload": "hot_row_update",
            "when": "now",
            "threads": 64,
        },
    )

    assert Run.objects.get().parameters == {
        "threads": 64,
        "duration_seconds": 60,
        "warmup_seconds": 0,
    }


def test_the_papers_own_size_is_a_preset_of_the_legacy_workload(page, endpoint):
    answer = page.get("/runs/new/?workload=oltp_legacy&preset=paper")

    size = answer.context["plan"].size
    assert (size.tables, size.table_size) == (64, 10_000_000)
    assert "As the paper" in text_of(answer)


def test_endpoints_are_offered_by_name_and_the_newest_ready_one_is_chosen(page, user):
    for name in ("shop", "audit", "mirror"):
        newest = EndpointFactory(owner=user, name=name, checked=True)
    EndpointFactory(owner=user, name="broken", refused=True)

    answer = page.get("/runs/new/")

    names = [offer.endpoint.name for offer in answer.context["offers"]]
    assert names == ["audit", "broken", "mirror", "shop"]
    assert answer.context["endpoint"] == newest


def test_without_an_endpoint_the_page_leads_to_one(page):
    assert "/endpoints/new/" in text_of(page.get("/runs/new/"))


def test_the_endpoint_of_the_last_run_is_chosen(page, user, endpoint):
    EndpointFactory(owner=user, name="newer", checked=True)
    RunFactory(owner=user, endpoint=endpoint)

    assert page.get("/runs/new/").context["endpoint"] == endpoint


@pytest.mark.parametrize("others", [{}, {"threads": 3}])
def test_the_preset_is_marked_whose_values_the_form_holds(page, endpoint, others):
    chosen = page.get("/runs/new/?preset=cached").context["parameters"].data
    chosen = {name: "" if held is None else held for name, held in chosen.items()}

    text = text_of(page.get("/runs/new/", {**chosen, **others}))

    marked = re.findall(r'aria-current="true"\s*><b>(\w+) ✓</b>', text)
    assert marked == ([] if others else ["Cached"])
    assert ("none is chosen" in text) is bool(others)
