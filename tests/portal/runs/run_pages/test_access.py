"""Who sees a run, who cancels it and who publishes it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
    EventFactory,
    InstanceClassFactory,
    OutputFactory,
    RunFactory,
)
from tests.portal.runs.run_pages.measured import (
    PARAMETERS,
    measured_run,
    text_of,
    url_of,
)

# Who sees it ------------------------------------------------------------------------


@pytest.mark.parametrize("tail", ["", "live/", "samples.csv", "output/", "publish/"])
def test_private_runs_of_others_do_not_exist(page, tail):
    assert page.get(url_of(RunFactory(succeeded=True), tail)).status_code == 404


def test_others_see_a_public_run_without_its_endpoint(client, db):
    sold = InstanceClassFactory(code="c2.xlarge")
    run = measured_run(
        visibility="public",
        endpoint__name="secret-name",
        endpoint__instance_class=sold,
        endpoint__host="db.internal.example",
    )
    EventFactory(
        run=run,
        attempt=1,
        code="leftover",
        data={"message": "lost db.internal.example:3306 as bench_account"},
    )
    OutputFactory(attempt=run.attempts.get(), text="connect to db.internal.example\n")

    shown = text_of(client.get(url_of(run)))
    output = text_of(client.get(url_of(run, "output/")))

    assert "OLTP read/write on" in shown
    for secret in ("secret-name", "db.internal.example", "bench_account", "10.1.2.3"):
        assert secret not in shown
        assert secret not in output
    assert "Repeat" not in shown
    assert run.owner.username not in shown


# Cancel and publish -----------------------------------------------------------------


def test_cancelling_a_running_run_asks_its_worker(page, user):
    run = RunFactory(
        owner=user, running=True, parameters=PARAMETERS, started_at=timezone.now()
    )

    answer = page.post(url_of(run, "cancel/"), follow=True)

    run.refresh_from_db()
    assert run.cancel_requested_at is not None
    assert "Stopping" in text_of(answer)
    assert "Its owner asked for a cancel." in text_of(answer)


def test_a_cancel_that_loses_more_than_a_minute_of_work_asks_once(page, user):
    begun = timezone.now() - timedelta(minutes=12)
    run = RunFactory(owner=user, running=True, parameters=PARAMETERS, started_at=begun)
    form = {"next": "/schedules/"}

    asked = page.post(url_of(run, "cancel/"), form)

    assert "It has worked for 12 min" in text_of(asked)
    run.refresh_from_db()
    assert run.cancel_requested_at is None

    confirmed = {"next": "/schedules/", "confirmed": "yes"}
    assert 'name="next" value="/schedules/"' in text_of(asked)
    assert page.post(url_of(run, "cancel/"), confirmed)["Location"] == "/schedules/"
    run.refresh_from_db()
    assert run.cancel_requested_at is not None


def test_cancelling_an_ended_run_says_so(page, user):
    run = RunFactory(owner=user, cancelled=True)

    assert "has ended" in text_of(page.post(url_of(run, "cancel/"), follow=True))


@pytest.mark.parametrize("path", ["cancel/", "publish/"])
def test_only_its_owner_changes_a_public_run(page, path):
    run = RunFactory(succeeded=True, public=True)

    assert page.post(url_of(run, path)).status_code == 404


def test_a_get_cancels_nothing(page, user):
    assert page.get(url_of(RunFactory(owner=user), "cancel/")).status_code == 405


def test_publishing_asks_first_then_shows_it_to_everybody(client, page, user):
    run = measured_run(owner=user, endpoint__name="secret-name")

    asked = text_of(page.get(url_of(run, "publish/")))
    run.refresh_from_db()
    assert run.visibility == "private"
    page.post(url_of(run, "publish/"))

    assert "Keep it private" in asked
    run.refresh_from_db()
    assert run.visibility == run.result.visibility == "public"
    client.logout()
    assert client.get(url_of(run)).status_code == 200
