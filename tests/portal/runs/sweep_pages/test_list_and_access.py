"""Who sees a sweep, on its page and in the list; its moves and its CSV."""

import re

import pytest

from benchruns.models import Result
from portal import dispatch
from tests.factories import SHORT, EndpointFactory, UserFactory
from tests.portal.runs.sweep_pages.swept import (
    CLIMB,
    sweep_of,
    text_lines,
    text_of,
    url_of,
)

# Who sees what ----------------------------------------------------------------------


def test_a_private_sweep_of_another_does_not_exist(page):
    sweep = sweep_of(UserFactory(), CLIMB)

    for tail in ("", "repeats.csv", "publish/"):
        assert page.get(url_of(sweep, tail)).status_code == 404
    assert page.post(url_of(sweep, "cancel/")).status_code == 404
    assert page.get("/sweeps/").context["sweeps"] == []


def test_others_see_its_public_runs_alone_and_no_endpoint(client, db):
    owner = UserFactory()
    sweep = sweep_of(owner, {**CLIMB, 32: ["failed"] * 3}, public=(1, 4))

    answer = client.get(url_of(sweep))

    shown = text_of(answer)
    assert "OLTP read/write on 4 vCPU, 16 GB, 1 to 8 threads" in shown
    assert [row.rung.threads for row in answer.context["rows"]] == [1, 8]
    assert "Peak 8,000 TPS at 8 threads (one run)" in shown
    assert "public runs only" in shown
    for secret in ("shop-db", owner.username, "9,300", "ladder="):
        assert secret not in shown
    assert page_actions(shown) == {"csv"}


def page_actions(shown):
    names = {"csv": "repeats.csv", "publish": "/publish/", "cancel": "/cancel/"}
    return {name for name, tail in names.items() if tail in shown}


def test_staff_see_it_whole(client, db):
    sweep = sweep_of(UserFactory(), CLIMB)
    client.force_login(UserFactory(staff=True))

    shown = text_of(client.get(url_of(sweep)))

    assert "shop-db" in shown
    assert page_actions(shown) == {"csv"}


@pytest.mark.parametrize(
    ("climb", "label"), [(CLIMB, "Compare its peak"), ({8: [8000, 8100]}, "Compare")]
)
def test_its_page_has_the_tick_that_the_list_has(page, user, climb, label):
    sweep = sweep_of(user, climb)
    (row,) = page.get("/sweeps/").context["sweeps"]

    shown = page.get(url_of(sweep)).content.decode()

    (button,) = re.findall(r"<button[^>]*bb-tick-btn[^>]*>([^<]*)<", shown)
    assert button.strip() == label
    assert f'value="result:{row.result}"' in shown


def test_a_sweep_without_a_figure_has_nothing_to_compare(page, user):
    shown = text_of(page.get(url_of(sweep_of(user, {8: ["failed"]}))))

    assert "bb-tick-btn" not in shown


# Cancel, publish, CSV ---------------------------------------------------------------


def test_cancelling_ends_what_waits_and_asks_what_runs(page, user, monkeypatch):
    told = []
    monkeypatch.setattr(dispatch, "drop_data", told.append)
    sweep = sweep_of(user, {1: [1000], 2: ["running"], 4: ["queued"]})

    asked = page.post(url_of(sweep, "cancel/"))
    assert "Cancel this sweep?" in text_of(asked)
    assert not told

    answer = page.post(url_of(sweep, "cancel/"), {"confirmed": "yes"}, follow=True)

    states = dict(sweep.runs.values_list("sweep_position", "state"))
    assert states == {1: "succeeded", 2: "running", 3: "cancelled"}
    assert sweep.runs.get(sweep_position=2).cancel_requested_at is not None
    assert "Stopping" in text_of(answer)
    assert told == [sweep.endpoint_id]


def test_an_ended_one_says_that_there_is_nothing_to_cancel(page, user):
    answer = page.post(url_of(sweep_of(user, CLIMB), "cancel/"), follow=True)

    assert "there is nothing to cancel" in text_of(answer)


def test_publishing_asks_first_then_shows_what_succeeded(client, page, user):
    sweep = sweep_of(user, {1: [1000], 2: [2000], 4: ["failed"]})

    asked = text_of(page.get(url_of(sweep, "publish/")))
    untouched = sweep.runs.filter(visibility="public").count()
    told = text_of(page.post(url_of(sweep, "publish/"), follow=True))
    client.logout()

    assert "Keep it private" in asked
    assert untouched == 0
    assert "its 2 succeeded runs" in told
    shown = text_of(client.get(url_of(sweep)))
    assert "1 to 2 threads" in shown
    assert "bb-state-failed" not in shown


def test_only_its_owner_publishes_it(client, db):
    sweep = sweep_of(UserFactory(), CLIMB, public=(1,))
    client.force_login(UserFactory(staff=True))

    assert client.post(url_of(sweep, "publish/")).status_code == 404


def test_all_repeats_come_as_csv(page, user):
    sweep = sweep_of(user, {1: [1000.25, 1010], 2: [1900, "failed"]})

    lines = text_lines(page.get(url_of(sweep, "repeats.csv")))

    assert lines[0][:4] == ["position", "threads", "repetition", "run"]
    assert [(line[1], line[2], line[4], line[6]) for line in lines[1:]] == [
        ("1", "1", "succeeded", "1000.25"),
        ("1", "2", "succeeded", "1010.0"),
        ("2", "1", "succeeded", "1900.0"),
        ("2", "2", "failed", ""),
    ]


# The list ---------------------------------------------------------------------------


def test_the_list_tells_state_and_peak(page, user):
    sweep_of(user, CLIMB)
    sweep_of(
        user,
        {1: [1000], 2: ["queued"]},
        endpoint=EndpointFactory(owner=user, name="other-db"),
    )

    answer = page.get("/sweeps/")

    shown = text_of(answer)
    rows = answer.context["sweeps"]
    assert [row.place for row in rows] == ["other-db", "shop-db"]
    assert [(row.ended, row.runs) for row in rows] == [(1, 2), (9, 9)]
    assert "1 to 16 threads" in shown
    assert ">9,100 <" in shown


@pytest.mark.parametrize("is_doubted", [True, False])
def test_a_dagger_in_the_list_is_explained_under_it(page, user, is_doubted):
    sweep = sweep_of(user, {1: [1000], 2: [1900]})
    sweep_of(user, {1: ["queued"]}, endpoint=sweep.endpoint)  # without a peak
    if is_doubted:
        peak = Result.objects.filter(run__sweep=sweep, tps=1900)
        peak.update(findings=[SHORT], doubt="figure")

    shown = text_of(page.get("/sweeps/"))

    assert ('class="bb-dagger"' in shown) == is_doubted
    assert ("† is in doubt: its page says why." in shown) == is_doubted


def test_an_empty_list_says_how_a_sweep_is_made(client, db):
    assert "No sweep yet." in text_of(client.get("/sweeps/"))


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_costs_the_same_however_long(
    page, user, django_assert_num_queries, count
):
    endpoint = EndpointFactory(owner=user)
    for _ in range(count):
        sweep_of(user, CLIMB, endpoint=endpoint)

    # session, user, notices, count, sweeps, runs
    with django_assert_num_queries(7):
        page.get("/sweeps/")
