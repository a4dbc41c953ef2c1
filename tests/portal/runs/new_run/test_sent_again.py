"""Back to the form of a new run, and started again: no second run without a word."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from benchruns.models import Run, Sweep
from portal.models import IdempotencyRecord
from tests.portal.browser_forms import held
from tests.portal.runs.new_run.given import text_of

TOLD = "You have started this already, from the same form: no second one was started."


@pytest.fixture
def form(page, endpoint):
    """What a browser holds of the page when it is left for that of the run."""
    return held(page.get(f"/runs/new/?endpoint={endpoint.pk}"), "new-run")


def test_the_same_form_leads_to_the_run_that_it_started(page, form):
    first = page.post("/runs/new/", form)
    again = page.post("/runs/new/", form)

    run = Run.objects.get()
    assert first["Location"] == again["Location"] == f"/runs/{run.pk}/"
    shown = text_of(page.get(again["Location"]))
    assert TOLD in shown
    assert TOLD not in text_of(page.get(again["Location"]))  # once is enough


def test_a_first_start_says_nothing_of_another(page, form):
    first = page.post("/runs/new/", form, follow=True)

    assert "Start another one" not in text_of(first)


def test_another_one_is_a_button_away_in_a_form_of_its_own(page, form):
    page.post("/runs/new/", form)
    shown = text_of(page.post("/runs/new/", form, follow=True))

    address = re.search(r'href="([^"]+)">Start another one<', shown)[1]
    another = held(page.get(address.replace("&amp;", "&")), "new-run")
    assert another["form_key"] != form["form_key"]
    answer = page.post("/runs/new/", another)

    one, two = Run.objects.all()
    assert answer["Location"] in (f"/runs/{one.pk}/", f"/runs/{two.pk}/")
    assert one.parameters == two.parameters


def test_a_form_that_was_changed_is_another_one(page, form):
    page.post("/runs/new/", form)
    changed = page.post("/runs/new/", form | {"threads": ["3"]}, follow=True)

    assert Run.objects.count() == 2
    assert TOLD not in text_of(changed)


def test_a_form_opened_anew_is_another_one(page, form, endpoint):
    page.post("/runs/new/", form)
    anew = held(page.get(f"/runs/new/?endpoint={endpoint.pk}"), "new-run")

    page.post("/runs/new/", anew)

    assert Run.objects.count() == 2


def test_an_address_gives_no_form_its_key(page, endpoint):
    key = "6a9ab5c0-3dc1-4d8a-9eca-9fc9e587c50a"

    shown = held(page.get(f"/runs/new/?form_key={key}"), "new-run")

    assert shown["form_key"] != [key]


def test_a_sweep_is_started_once_as_well(page, form):
    sweep = form | {"repetitions": ["2"]}
    page.post("/runs/new/", sweep)
    again = page.post("/runs/new/", sweep)

    assert again["Location"] == f"/sweeps/{Sweep.objects.get().pk}/"
    assert "repetitions=2" in text_of(page.get(again["Location"])).split(TOLD)[1]


def test_a_refused_form_keeps_its_key_and_can_be_mended(page, form):
    refused = page.post("/runs/new/", form | {"threads": ["0"]})
    assert refused.status_code == 400
    mended = held(refused, "new-run") | {"threads": ["4"]}
    assert mended["form_key"] == form["form_key"]

    page.post("/runs/new/", mended)
    page.post("/runs/new/", mended)

    assert Run.objects.count() == 1


@pytest.mark.parametrize("key", ["", "none", "x" * 5000, "\u00e9"])
def test_what_is_no_key_starts_each_time(page, form, key):
    for _time in range(2):
        answer = page.post("/runs/new/", form | {"form_key": [key]})
        assert answer.status_code == 302

    assert Run.objects.count() == 2


def test_a_form_starts_again_what_is_gone(page, form):
    page.post("/runs/new/", form)
    run = Run.objects.get()
    run.events.all().delete()
    run.delete()

    page.post("/runs/new/", form)

    assert Run.objects.count() == 1


def test_a_key_is_forgotten_after_a_day(page, form):
    page.post("/runs/new/", form)
    record = IdempotencyRecord.objects.get()
    record.created_at -= timedelta(days=1, seconds=1)
    record.save(update_fields=["created_at"])

    page.post("/runs/new/", form)

    assert Run.objects.count() == 2
    assert IdempotencyRecord.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_start_one_run(user, page, form):
    def click(_number):
        browser = Client()
        browser.cookies = page.cookies
        try:
            return browser.post("/runs/new/", form)["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        led = set(pool.map(click, range(4)))

    assert led == {f"/runs/{Run.objects.get().pk}/"}
