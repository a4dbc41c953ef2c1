"""Deleting failed and cancelled runs on their pages and by the API."""

from uuid import uuid4

import pytest

from benchruns.models import AuditEntry, Run
from tests.factories import DataSetFactory, RunFactory, ServerFactory, UserFactory
from tests.portal.api.conftest import client_of
from tests.portal.runs.run_pages.measured import text_of
from tests.portal.web.test_overview import text_of as words_of

DELETE = "/runs/delete/"


@pytest.fixture
def failed(user):
    return RunFactory(owner=user, failed=True)


def test_many_are_ticked_asked_for_once_and_gone(page, user, failed):
    cancelled = RunFactory(owner=user, cancelled=True)
    kept = RunFactory(owner=user, succeeded=True)
    listed = text_of(page.get("/runs/"))
    ids = [failed.pk, cancelled.pk]

    asked = page.post(DELETE, {"run": ids})
    still = Run.objects.count()
    done = page.post(DELETE, {"run": ids, "confirmed": "1"}, follow=True)

    assert all(f'value="{id_}"' in listed for id_ in ids)
    assert f'value="{kept.pk}"' not in listed
    assert "Delete 2 runs?" in words_of(asked)
    assert still == 3
    assert "2 runs deleted." in words_of(done)
    assert Run.objects.get() == kept
    assert AuditEntry.objects.count() == 2


def test_all_of_a_page_are_asked_for_by_one_button(page, failed):
    asked = page.post(DELETE, {"listed": [failed.pk], "all": "1"})

    assert "Delete 1 run?" in words_of(asked)


def test_what_stays_is_told_with_its_reason(page, user, failed):
    left = DataSetFactory(run=failed, server=ServerFactory())
    done = RunFactory(owner=user, succeeded=True)

    asked = words_of(page.post(DELETE, {"run": [failed.pk, done.pk]}))
    confirmed = {"run": [failed.pk, done.pk], "confirmed": "1"}
    stayed = words_of(page.post(DELETE, confirmed, follow=True))

    for run in (failed, done):
        title = f"OLTP read/write on {run.endpoint.name}, 8 threads"
        assert f"{title} ({str(run.pk)[:8]}): " in stayed
    assert "Nothing to delete" in asked
    assert "2 runs stay." in asked
    assert left.workspace in asked
    assert Run.objects.count() == 2


@pytest.mark.parametrize("ids", [[], ["x"], ["\0"], ["1" * 5000]])
def test_without_a_run_nothing_is_asked(page, failed, ids):
    answer = page.post(DELETE, {"run": ids, "confirmed": "1"}, follow=True)

    assert "Tick the failed or cancelled runs" in words_of(answer)


@pytest.mark.parametrize("confirmed", ["", "1"])
def test_more_than_a_page_may_tick_are_refused_as_a_whole(page, failed, confirmed):
    ids = [failed.pk, *(uuid4() for _ in range(200))]

    answer = page.post(DELETE, {"run": ids, "confirmed": confirmed}, follow=True)

    told = "Nothing was deleted: at most 200 runs at once, and 201 came."
    assert told in words_of(answer)
    assert Run.objects.get() == failed


def test_runs_of_others_stay_though_staff_asks(client, failed):
    for other in (UserFactory(), UserFactory(staff=True)):
        client.force_login(other)
        client.post(DELETE, {"run": [failed.pk], "confirmed": "1"})

    assert Run.objects.get() == failed


def test_reading_its_address_deletes_nothing(page, failed):
    assert page.get(f"{DELETE}?run={failed.pk}&confirmed=1").status_code in (302, 405)
    assert Run.objects.exists()


def test_the_page_of_a_failed_run_has_the_button(page, failed):
    assert f'name="run" value="{failed.pk}"' in text_of(page.get(f"/runs/{failed.pk}/"))


def test_the_api_deletes_one_and_says_why_it_does_not(user, failed):
    caller, stranger = client_of(user), client_of(UserFactory())
    running = RunFactory(owner=user, running=True)
    public = RunFactory(owner=user, succeeded=True, public=True)

    assert stranger.delete(f"/api/v1/runs/{failed.pk}/").status_code == 404
    assert stranger.delete(f"/api/v1/runs/{public.pk}/").status_code == 403
    assert caller.delete(f"/api/v1/runs/{failed.pk}/").status_code == 204
    assert caller.get(f"/api/v1/runs/{failed.pk}/").status_code == 404
    for run, what in ((running, "Cancel it first"), (public, "Unpublish it")):
        refused = caller.delete(f"/api/v1/runs/{run.pk}/")
        assert refused.status_code == 409
        assert what in refused.json()["detail"]
