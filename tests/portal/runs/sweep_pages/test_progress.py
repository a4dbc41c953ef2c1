"""A sweep's page on its data, while it runs, and on steps that failed."""

import pytest

from benchruns.models import Run
from tests.factories import DataSetFactory, ServerFactory
from tests.portal.runs.sweep_pages.swept import CLIMB, sweep_of, text_of, url_of

# Its data ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "kept", "told"),
    [
        (0, 0, "once; every run uses the same data"),
        (1, 0, "once; every run uses the same data"),
        (3, 0, "3 times: it was lost, and loaded anew"),
        (0, 1, "none: every run uses a kept data set"),
        (1, 1, "once, in place of a kept data set"),
    ],
)
def test_how_often_its_data_was_loaded_is_told(page, user, own, kept, told):
    sweep = sweep_of(user, CLIMB)
    common = {"endpoint": sweep.endpoint, "server": ServerFactory()}
    runs = list(sweep.runs.order_by("sweep_position"))
    for run in runs[:own]:
        DataSetFactory(run=run, is_ready=True, **common)
    DataSetFactory(run=runs[0], **common)  # half loaded: its run was lost meanwhile
    if kept:
        runs[-1].data_set = DataSetFactory(is_ready=True, is_kept=True, **common)
        runs[-1].save(update_fields=["data_set"])

    assert f"<dt>Loading</dt><dd>{told}" in text_of(page.get(url_of(sweep)))


def test_data_that_is_loaded_at_once_took_its_time_all_the_same(page, user):
    sweep = sweep_of(user, CLIMB)
    DataSetFactory(
        endpoint=sweep.endpoint,
        server=ServerFactory(),
        run=sweep.runs.first(),
        load_seconds=0.2,
        is_ready=True,
    )

    assert "loaded in under 1 s" in text_of(page.get(url_of(sweep)))


# Under way --------------------------------------------------------------------------


def test_one_that_waits_says_so_and_draws_nothing(page, user):
    sweep = sweep_of(user, {1: ["queued"], 2: ["queued"]})

    answer = page.get(url_of(sweep))

    shown = text_of(answer)
    assert "0 of 2 runs ended" in shown
    assert "No run has ended yet" in shown
    assert "Cancel the sweep" in shown
    assert 'hx-trigger="every 2s"' in shown


def test_one_under_way_says_how_far_and_what_is_measured(page, user):
    sweep = sweep_of(user, {1: [1000], 2: ["running"], 4: ["queued"]})

    shown = text_of(page.get(url_of(sweep)))

    assert "1 of 3 runs ended" in shown
    assert "Measuring: 2 threads" in shown
    assert "at least 1 min 45 s left" in shown  # half of 60, and 5 + 10 + 60
    assert "Highest so far: 1,000 TPS" in shown
    assert "Peak" not in shown
    assert "The highest count won" not in shown


def test_a_page_that_has_seen_it_all_gets_nothing_anew(page, user):
    sweep = sweep_of(user, {1: [1000], 2: ["running"]})
    version = page.get(url_of(sweep)).context["version"]

    same = page.get(url_of(sweep), {"seen": version})
    Run.objects.filter(state="running").update(phase="cleanup")
    newer = page.get(url_of(sweep), {"seen": version})

    assert same.status_code == 204
    assert "Cleaning up: 2 threads" in text_of(newer)


def test_asking_anew_ends_with_the_sweep(page, user):
    shown = text_of(page.get(url_of(sweep_of(user, {1: [1000], 2: ["cancelled"]}))))

    assert "hx-get" not in shown
    assert "Cancelled" in shown
    assert ", 1 succeeded, 1 cancelled, by " in shown


def test_when_all_failed_that_is_the_result(page, user):
    shown = text_of(page.get(url_of(sweep_of(user, {1: ["failed"], 2: ["failed"]}))))

    assert "No run succeeded" in shown
    assert "2 failed" in shown
    assert "data-sweep-chart" not in shown
    assert "Publish" not in shown


def test_a_step_that_failed_stands_in_place_of_the_peak(page, user):
    shown = text_of(page.get(url_of(sweep_of(user, {1: [1000], 8: ["failed"]}))))

    assert "No peak, as 8 threads ended without a figure." in shown
    assert "Highest measured: 1,000 TPS at 1 thread (one run)" in shown
