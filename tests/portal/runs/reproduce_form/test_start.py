"""Reproductions that start: how often, on which data, expecting what; and refusals."""

from html import unescape

import pytest

from benchruns.figures.statistics import FEWEST_REPEATS
from benchruns.models import Run, Sweep
from tests.factories import (
    FACTS,
    CheckFactory,
    DataSetFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.browser_forms import held, untick
from tests.portal.runs.reproduce_form.reproduced import plain, sent
from tests.portal.web.test_overview import text_of

# Starting it ------------------------------------------------------------------------


def test_the_run_knows_its_row_and_what_differs(page, endpoint, row):
    sent(page, row, endpoint, size="scale_down", scale_down=100, duration_seconds=3)

    run = Run.objects.get()
    assert run.reproduces == row
    assert run.expected_regime == "cached"
    assert (run.parameters["table_size"], run.parameters["threads"]) == (250, 64)
    assert {d["name"]: (d["kind"], d["here"]) for d in run.differences} == {
        "table_size": ("scaled", 250),
        "duration_seconds": ("overridden", 3),
    }


def test_a_ladder_leads_to_its_sweep(page, endpoint, row):
    answer = sent(page, row, endpoint, ladder="1, 2 64", repetitions=2, keep_data="on")

    sweep = Sweep.objects.get()
    assert answer["Location"] == f"/sweeps/{sweep.pk}/"
    assert sweep.threads == [1, 2, 64]
    assert sweep.runs.filter(reproduces=row, keeps_data_set=True).count() == 6
    assert not sweep.runs.get(sweep_position=5).differences


@pytest.mark.parametrize(
    ("changes", "form", "field", "told"),
    [
        (
            {"size": "scale_down", "scale_down": 0},
            "sizing",
            "scale_down",
            "from 1 on",
        ),
        ({"size": "scale_down", "scale_down": ""}, "sizing", "scale_down", "from 1 on"),
        (
            {"size": "scale_down", "scale_down": 25_001},
            "sizing",
            "scale_down",
            "25,000 at most",
        ),
        ({"size": "half"}, "sizing", "size", "half"),
        ({"threads": 0}, "parameters", "threads", "from 1 to 10,000"),
        ({"ladder": "1 1"}, "climb", "ladder", "once"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    page, endpoint, row, changes, form, field, told
):
    answer = sent(page, row, endpoint, **changes)

    errors = getattr(answer.context["draft"], form).errors[field]
    assert told in errors[0]
    shown = unescape(text_of(answer))
    assert answer.status_code == 400
    assert errors[0] in shown
    assert "Not started." in shown
    assert not Run.objects.exists()


def test_an_endpoint_of_another_family_is_refused(page, user, endpoint, row):
    other = EndpointFactory(owner=user, engine="postgresql", checked=True)

    answer = sent(page, row, other)

    assert "Choose an endpoint of MySQL" in answer.context["form"].errors["endpoint"][0]
    assert not Run.objects.exists()


def test_a_proportion_that_cannot_be_known_is_told_at_the_size(page, user, row):
    answer = sent(page, row, EndpointFactory(owner=user), size="match_ratio")

    assert "check the endpoint" in answer.context["draft"].sizing.errors["size"][0]
    assert not Run.objects.exists()


# How often, and on which data -------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"repetitions": 0}, "repetitions", "from 1 on"),
        ({"repetitions": "x"}, "repetitions", "Give an integer"),
        ({"repetitions": 201}, "repetitions", "200 at most"),
        ({"ladder": "1 two"}, "ladder", "Give an integer: “two” is not one"),
        ({"ladder": "1,x,99999"}, "ladder", "Give an integer: “x” is not one."),
        ({"ladder": "1e3"}, "ladder", "“1e3” is not one, write 1000."),
        ({"ladder": "1e999"}, "ladder", "“1e999” is not one."),
        ({"ladder": "1 10001"}, "ladder", "from 1 to 10,000"),
        ({"repetitions": 2, "settle_seconds": 3601}, "settle_seconds", "3,600"),
        ({"settle_seconds": ""}, "settle_seconds", "Give an integer"),
    ],
)
def test_how_often_is_checked_at_its_fields(page, endpoint, changes, field, told):
    answer = page.post(
        "/runs/new/",
        {
            "endpoint": endpoint.pk,
            "workload": "oltp_read_write",
            "when": "now",
            **changes,
        },
    )

    assert told in answer.context["draft"].climb.errors[field][0]
    assert answer.context["plan"] is None
    assert not Run.objects.exists()


def test_the_button_says_what_will_happen(page, endpoint):
    once = page.get("/runs/new/")
    climbed = page.get("/runs/new/?ladder=1+2+4+8+16&repetitions=3")
    later = page.get("/runs/new/?when=later&repetitions=3")

    assert "Start the run" in plain(once)
    assert "Start 15 runs" in plain(climbed)
    assert "15 in all: 1, 2, 4, 8, 16 threads, 3 times each" in plain(climbed)
    assert "Schedule 3 runs" in plain(later)


def test_the_plan_counts_the_repetitions_of_one_thread(page, endpoint):
    shown = plain(page.get("/runs/new/?threads=1&repetitions=5"))

    assert "5 in all: 1 thread, 5 times; the data is loaded once" in shown


def test_repetitions_say_what_they_are_good_for(page, endpoint):
    shown = plain(page.get("/runs/new/"))

    assert (
        "Three or more show how much a figure varies by itself; a comparison needs "
        f"{FEWEST_REPEATS} to say whether a difference is real."
    ) in shown


@pytest.fixture
def kept(endpoint):
    return DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        database=endpoint.database,
        workload="oltp_read_write",
        size={"tables": 4, "table_size": 25_000},
        is_ready=True,
        is_kept=True,
        load_seconds=242,
    )


def test_kept_data_that_fits_is_used_and_says_what_it_saves(page, kept):
    used = page.get("/runs/new/")
    other = page.get("/runs/new/?tables=5")

    assert used.context["plan"].load_seconds == 0
    assert "no loading, a kept data set is used again (saves about 4 min 2 s)" in plain(
        used
    )
    assert "Saves about 4 min 2 s of loading" in plain(used)
    assert held(used, "new-run")["use_kept"] == ["on"]
    assert "loading" in plain(other)
    assert "use_kept" not in held(other, "new-run")


@pytest.mark.parametrize("is_used", [True, False])
def test_kept_data_is_used_by_the_run_unless_it_was_unticked(page, kept, is_used):
    fields = held(page.get("/runs/new/"), "new-run")
    if not is_used:
        fields = untick(fields, "use_kept")

    planned = page.get("/runs/new/", fields)
    page.post("/runs/new/", fields)

    assert planned.context["plan"].is_loaded == is_used
    assert Run.objects.get().keeps_data_set == is_used


def test_unticking_one_kept_data_set_declines_no_other(page, endpoint, kept):
    fields = untick(held(page.get("/runs/new/"), "new-run"), "use_kept")
    another = DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        database=endpoint.database,
        workload="oltp_read_write",
        size={"tables": 5, "table_size": 25_000},
        is_ready=True,
        is_kept=True,
    )

    answer = page.get("/runs/new/", fields | {"tables": "5"})

    assert answer.context["draft"].kept == another
    assert answer.context["plan"].is_loaded


def test_the_plan_sets_the_data_against_the_free_disk(page, user):
    told = EndpointFactory(owner=user, server=ServerFactory())
    CheckFactory(endpoint=told, passed=True, server=FACTS | {"free_disk_bytes": 2**20})

    answer = page.get(f"/runs/new/?endpoint={told.pk}")

    text = plain(answer)
    assert "needs about 24 MB, 1 MB are free" in text
    assert "This run will not start." in text
    assert "Use fewer rows, or free space on the server." in text
    assert "This run will not start: The data takes about" in text


# Repeating --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [{"scale_down": 100}, {"size": "match_ratio"}])
def test_repeating_it_starts_the_same_run(page, endpoint, large_row, size):
    sent(page, large_row, endpoint, **size, threads=4, keep_data="on")
    first = Run.objects.get()
    Run.objects.filter(pk=first.pk).update(
        state="cancelled", finished_at=first.queued_at
    )

    link = page.get(f"/runs/{first.pk}/").context["repeat_url"]
    draft = page.get(link).context["draft"]

    again = draft.settled
    assert again.reproduction.published == large_row
    assert again.parameters == first.parameters
    assert [d.as_dict() for d in again.reproduction.differences] == first.differences
    assert again.request.keeps_data_set


def test_repeating_an_ordinary_run_names_its_workload(page, user, endpoint):
    run = RunFactory(owner=user, endpoint=endpoint, cancelled=True)

    link = page.get(f"/runs/{run.pk}/").context["repeat_url"]

    assert "workload=oltp_read_write" in link
    assert "reproduce" not in link


def test_repeating_it_expects_nothing_where_nothing_was_expected(
    page, endpoint, large_row
):
    sent(page, large_row, endpoint, expected_regime="")
    first = Run.objects.get()
    Run.objects.filter(pk=first.pk).update(
        state="cancelled", finished_at=first.queued_at
    )

    link = page.get(f"/runs/{first.pk}/").context["repeat_url"]
    again = page.get(link)

    assert again.context["draft"].settled.expected_regime is None
    assert again.context["form"]["expected_regime"].value() == ""


# What is expected -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({}, "disk_io"),
        ({"expected_regime": ""}, None),
        ({"expected_regime": "cached"}, "cached"),
    ],
)
def test_what_is_expected_is_the_row_s_unless_chosen(
    page, endpoint, large_row, choice, expected
):
    sent(page, large_row, endpoint, **choice)

    assert Run.objects.get().expected_regime == expected
