"""The pages of what recurs: made of a run, changed, paused, started by hand, deleted."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from benchruns.models import Notice, Run, Schedule
from benchruns.schedules import changes
from portal.forms.schedules import initial_of
from tests.factories import NOON, EndpointFactory, RunFactory, UserFactory
from tests.portal.visiting import text_of
from tests.schedule_factories import OccurrenceFactory, ScheduleFactory

FORM = {
    "name": "nightly",
    "kind": "crontab",
    "crontab": "0 3 * * *",
    "time_zone": "Europe/Berlin",
    "when_busy": "skip",
}


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


@pytest.fixture
def schedule(user, endpoint):
    return ScheduleFactory(owner=user, endpoint=endpoint)


def url(schedule, deed=""):
    return f"/schedules/{schedule.pk}/{deed}"


def test_a_run_is_repeated_each_night_as_it_was_asked_for(page, user, endpoint):
    run = RunFactory(
        succeeded=True, owner=user, endpoint=endpoint, note="x", tags="a b"
    )
    assert (
        f"/schedules/new/?run={run.pk}" in page.get(f"/runs/{run.pk}/").content.decode()
    )

    answer = page.post(f"/schedules/new/?run={run.pk}", FORM)

    made = Schedule.objects.get()
    assert answer["Location"] == url(made)
    assert (made.name, made.crontab, made.time_zone) == (
        "nightly",
        "0 3 * * *",
        "Europe/Berlin",
    )
    assert made.request["parameters"].items() >= run.parameters.items()
    assert (made.request["note"], made.request["tags"]) == ("x", ["a", "b"])
    page.post(url(made, "run-now/"))
    again = Run.objects.exclude(pk=run.pk).get()
    assert again.parameters == made.request["parameters"]
    assert again.tags == "a b"
    shown = page.get(f"/runs/{again.pk}/").content.decode()
    assert f'href="{url(made)}"' in shown


def test_every_six_hours(page, user, endpoint):
    run = RunFactory(owner=user, endpoint=endpoint)
    form = FORM | {"kind": "interval", "every": "6", "unit": "3600"}

    page.post(f"/schedules/new/?run={run.pk}", form)

    made = Schedule.objects.get()
    assert (made.every_seconds, made.crontab) == (6 * 3600, "")
    assert "every 6 h" in text_of(page.get(url(made)))


def outlook_of(answer):
    """What stands above the button, and the button."""
    shown = text_of(answer).split('id="schedule-outlook"')[1]
    return shown.split("</form>")[0]


WRONG = pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"crontab": "0 3"}, "five fields"),
        ({"crontab": ""}, "Give the times"),
        ({"kind": "interval", "every": ""}, "Give a number"),
        ({"kind": "interval", "every": "0"}, "Give 1 at least."),
        ({"kind": "interval", "every": "9999", "unit": "86400"}, "to a year"),
        ({"time_zone": "Mars"}, "no such time zone"),
        ({"name": ""}, "Fill this in."),
        ({"ends_at": "2020-01-01T00:00"}, "end has to come after"),
        ({"ends_at": "0001-01-01T00:00"}, "this century"),
        ({"when_busy": "shout"}, "“shout” is not one of them."),
        ({"starts_at": "2019-01-01T00:00", "ends_at": "2020-01-01T00:00"}, "to come"),
    ],
)


@WRONG
def test_what_is_wrong_is_told_at_its_field(page, user, endpoint, changed, words):
    run = RunFactory(owner=user, endpoint=endpoint)

    answer = page.post(f"/schedules/new/?run={run.pk}", FORM | changed)

    assert answer.status_code == 200
    assert words in text_of(answer)
    assert not Schedule.objects.exists()


@WRONG
def test_what_will_be_refused_is_told_while_it_is_filled_in_and_cannot_be_started(
    page, user, endpoint, changed, words
):
    run = RunFactory(owner=user, endpoint=endpoint)

    answer = page.get("/schedules/new/", {"run": run.pk, **FORM, **changed})

    assert words in outlook_of(answer)
    assert 'disabled aria-describedby="schedule-times"' in outlook_of(answer)


def test_its_next_times_are_shown_before_it_is_started(page, user, endpoint):
    run = RunFactory(owner=user, endpoint=endpoint)
    every_two_days = {"kind": "interval", "every": "2", "unit": "86400"}

    opened = page.get("/schedules/new/", {"run": run.pk})
    filled = page.get("/schedules/new/", {"run": run.pk, **FORM, **every_two_days})

    for answer, step in ((opened, 1), (filled, 2)):
        times = answer.context["outlook"].times
        assert [b - a for a, b in pairwise(times)] == [timedelta(days=step)] * 4
        assert times[0] > timezone.now()
        assert outlook_of(answer).count("<time") == 5
        assert "disabled" not in outlook_of(answer)


def test_what_its_run_will_be_refused_for_holds_it_back(page, user):
    unconfirmed = EndpointFactory(owner=user, name="shop-db", without_consent=True)
    run = RunFactory(owner=user, endpoint=unconfirmed)

    answer = page.get("/schedules/new/", {"run": run.pk})

    assert "Confirm on the page of shop-db" in outlook_of(answer)
    assert "disabled" in outlook_of(answer)


def test_without_scripts_what_is_held_back_is_looked_at_again(page, user, endpoint):
    run = RunFactory(owner=user, endpoint=endpoint)
    refused = page.post(f"/schedules/new/?run={run.pk}", FORM | {"crontab": "0 3"})
    assert 'name="look_again"' in outlook_of(refused)

    again = page.post(f"/schedules/new/?run={run.pk}", FORM | {"look_again": "yes"})

    assert "disabled" not in outlook_of(again)
    assert not Schedule.objects.exists()


def test_a_change_shows_its_times_too_and_one_that_is_paused_may_be_over(
    page, user, endpoint
):
    over = {"starts_at": "2019-01-01T00:00", "ends_at": "2020-01-01T00:00"}
    for paused in (False, True):
        schedule = ScheduleFactory(owner=user, endpoint=endpoint, paused=paused)
        opened = page.get(url(schedule, "change/"))
        assert outlook_of(opened).count("<time") == 5
        assert ("once it is resumed" in outlook_of(opened)) is paused

        answer = page.get(url(schedule, "change/"), FORM | over)

        assert ("disabled" in outlook_of(answer)) is not paused


def test_a_run_of_others_cannot_be_repeated(page):
    run = RunFactory(visibility="public")

    assert page.get(f"/schedules/new/?run={run.pk}").status_code == 404
    assert page.get("/schedules/new/?run=nonsense").status_code == 404


def test_without_a_run_one_s_own_are_offered(page, user, endpoint):
    assert "You have no run yet" in text_of(page.get("/schedules/new/"))
    run = RunFactory(owner=user, endpoint=endpoint)

    assert f"?run={run.pk}" in page.get("/schedules/new/").content.decode()


def test_the_list_shows_the_next_five_times_and_the_last_figures(page, user, schedule):
    done = OccurrenceFactory(schedule=schedule, state="succeeded")
    run = RunFactory(
        succeeded=True, occurrence=done, owner=user, endpoint=schedule.endpoint
    )
    OccurrenceFactory(schedule=schedule, state="missed", count=4000)

    answer = page.get("/schedules/")

    shown = answer.content.decode()
    assert len(answer.context["recurring"][0].next_times) == 5
    assert f'href="/runs/{run.pk}/"' in shown
    assert "337" in text_of(answer)
    assert "4,000 times missed" in text_of(answer)
    assert "every 1 min" in text_of(answer)


def test_its_times_are_changed_and_its_start_stays(page, schedule):
    before = page.get(url(schedule, "change/"))
    assert 'value="1"' in before.content.decode()

    answer = page.post(url(schedule, "change/"), FORM | {"name": "weekly"})

    assert answer.status_code == 302
    schedule.refresh_from_db()
    assert (schedule.name, schedule.crontab, schedule.starts_at) == (
        "weekly",
        "0 3 * * *",
        NOON,
    )


def test_it_is_paused_and_resumed(page, schedule):
    page.post(url(schedule, "pause/"))
    assert "Paused by hand" in text_of(page.get(url(schedule)))
    schedule.refresh_from_db()
    assert schedule.next_at is None

    page.post(url(schedule, "resume/"))
    schedule.refresh_from_db()
    assert schedule.paused_at is None
    assert schedule.next_at is not None


def test_resuming_says_what_is_still_in_the_way(page, schedule):
    page.post(url(schedule, "pause/"))
    schedule.endpoint.consent_at = schedule.endpoint.consent_by = None
    schedule.endpoint.save()

    answer = page.post(url(schedule, "resume/"), follow=True)

    assert "what runs do to its server" in text_of(answer)
    schedule.refresh_from_db()
    assert schedule.paused_for == "by_hand"


@pytest.mark.parametrize(
    ("limit", "most", "status"), [("load_seconds", 9000, 429), ("runs", 1, 409)]
)
def test_a_start_by_hand_at_a_limit_is_told_as_on_other_pages(
    page, schedule, settings, limit, most, status
):
    RunFactory(owner=schedule.owner, parameters={"duration_seconds": 9000})
    settings.LIMITS = settings.LIMITS | {limit: most}

    answer = page.post(url(schedule, "run-now/"))

    assert answer.status_code == status
    assert "Your limit is reached" in text_of(answer)
    assert ("Retry-After" in answer) == (status == 429)
    assert not schedule.occurrences.exists()


def test_it_is_deleted_once_that_was_asked(page, user, schedule):
    run = RunFactory(
        occurrence=OccurrenceFactory(schedule=schedule),
        owner=user,
        endpoint=schedule.endpoint,
    )
    assert f"Delete {schedule.name}?" in text_of(page.get(url(schedule, "delete/")))

    page.post(url(schedule, "delete/"))

    assert page.get(url(schedule)).status_code == 404
    run.refresh_from_db()
    assert run.occurrence is None


def test_a_pause_of_its_own_is_a_notice_that_opening_it_marks_as_read(
    page, user, schedule
):
    Notice.objects.create(user=user, schedule=schedule, code="failures")
    listed = page.get("/notices/")
    assert f"The schedule {schedule.name} paused itself" in text_of(listed)
    assert f'href="{url(schedule)}"' in listed.content.decode()

    page.get(url(schedule))

    assert Notice.objects.get().read_at is not None


def test_others_find_no_such_page_and_staff_may_stop_it_but_start_nothing(page, client):
    schedule = ScheduleFactory()
    for deed in ("", "change/", "delete/"):
        assert page.get(url(schedule, deed)).status_code == 404
    for deed in ("run-now/", "pause/", "resume/", "delete/"):
        assert page.post(url(schedule, deed)).status_code == 404

    client.force_login(UserFactory(staff=True))
    assert "Run now" not in text_of(client.get(url(schedule)))
    assert client.post(url(schedule, "run-now/")).status_code == 404
    assert client.get(url(schedule, "change/")).status_code == 404
    client.post(url(schedule, "pause/"))
    assert "Paused by staff" in text_of(client.get(url(schedule)))
    assert Notice.objects.get(user=schedule.owner).code == "by_staff"
    client.post(url(schedule, "resume/"))
    schedule.refresh_from_db()
    assert schedule.paused_at is None
    assert "Delete" in text_of(client.get(url(schedule, "delete/")))
    client.post(url(schedule, "delete/"))
    assert not Schedule.objects.exists()
    client.force_login(schedule.owner)
    words = text_of(client.get("/notices/"))
    assert f"Staff deleted the schedule {schedule.name}." in words


def test_what_staff_pause_is_theirs_to_resume_and_starts_nothing_meanwhile(
    client, schedule
):
    changes.pause(schedule, by=schedule.owner)
    client.force_login(UserFactory(staff=True))
    client.post(url(schedule, "pause/"))

    schedule.refresh_from_db()
    assert schedule.paused_for == "by_staff"
    client.force_login(schedule.owner)
    answer = client.post(url(schedule, "run-now/"), follow=True)
    assert "Staff paused it: ask them" in text_of(answer)
    assert "Run now" not in text_of(answer)
    assert not schedule.occurrences.exists()


def test_its_owner_does_not_resume_what_staff_paused(page, schedule):
    changes.pause(schedule, by=UserFactory(staff=True))

    shown = text_of(page.get(url(schedule)))
    answer = page.post(url(schedule, "resume/"), follow=True)

    assert "Paused by staff, who alone resume it" in shown
    assert "ask them to resume it" in text_of(answer)
    schedule.refresh_from_db()
    assert schedule.paused_for == "by_staff"


@pytest.mark.parametrize(
    ("counts", "told"), [([1], "1 thread,"), ([1, 8], "1, 8 threads,")]
)
def test_a_sweep_s_threads_are_counted(page, user, endpoint, counts, told):
    request = {"workload": "oltp_read_write", "parameters": {}, "threads": counts}
    swept = ScheduleFactory(owner=user, endpoint=endpoint, request=request)

    assert f"OLTP read/write, {told}" in " ".join(
        page.get(url(swept)).content.decode().split()
    )


def test_a_deleted_endpoint_and_a_row_that_is_gone_stop_no_page(page, user):
    endpoint = EndpointFactory(owner=user, deleted=True)
    gone = ScheduleFactory(
        owner=user,
        endpoint=endpoint,
        request={"reproduce": str(endpoint.pk), "parameters": {}},
    )

    assert page.get(url(gone)).status_code == 200
    assert page.get("/schedules/").status_code == 200
    assert page.post(url(gone, "run-now/"), follow=True).status_code == 200


@pytest.mark.parametrize("seconds", [90, 100_000, 7200])
def test_another_name_leaves_the_times_to_the_second(page, user, endpoint, seconds):
    start = NOON + timedelta(seconds=37, microseconds=5)
    schedule = ScheduleFactory(
        owner=user,
        endpoint=endpoint,
        every_seconds=seconds,
        starts_at=start,
        ends_at=start + timedelta(days=4000),
    )
    before = changes.rhythm_of(schedule)

    page.post(url(schedule, "change/"), initial_of(schedule) | {"name": "renamed"})

    schedule.refresh_from_db()
    assert schedule.name == "renamed"
    assert changes.rhythm_of(schedule) == before


def test_a_start_is_put_on_the_whole_minute(page, user, endpoint):
    schedule = ScheduleFactory(
        owner=user, endpoint=endpoint, starts_at=NOON + timedelta(seconds=37)
    )
    typed = initial_of(schedule)
    assert typed["starts_at"].endswith(":37")

    page.post(url(schedule, "change/"), typed | {"starts_at": typed["starts_at"][:-3]})

    schedule.refresh_from_db()
    assert schedule.starts_at == NOON
