"""Each act that others would ask about leaves a line in the audit log."""

import pytest
from django.urls import reverse

from benchruns.catalogue.entry.entries import change_provider, enter_provider
from benchruns.endpoints import changes, registration
from benchruns.models import AuditEntry
from benchruns.runs import lifecycle
from benchruns.schedules import changes as schedules
from benchruns.schedules.stored import request_of
from benchruns.submissions.review import moves
from benchruns.trends import exclusions
from benchruns.vocabulary import AuditAction as Act
from tests import factories as make
from tests.schedule_factories import ScheduleFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    return make.UserFactory(staff=True)


def last(action):
    return AuditEntry.objects.filter(action=action).first()


def assert_noted(action, *, by, on):
    entry = last(action)
    assert entry is not None
    assert (entry.actor, entry.subject_id) == (by, str(on.pk))
    return entry


def test_an_endpoint_registered():
    owner = make.UserFactory()
    made = changes.register(owner, endpoint_values())

    assert_noted(Act.ENDPOINT_REGISTERED, by=owner, on=made)


def endpoint_values():
    return {
        "name": "shop", "engine": "mysql", "host": "db.example", "port": 3306,
        "username": "bench", "password": "hunter2", "database": "shop", "tls": "disable",
    }  # fmt: skip


def test_an_endpoint_changed_by_names_of_fields_and_no_value():
    endpoint = make.EndpointFactory()
    changes.change(endpoint.pk, {"name": "other", "password": "hunter2"})

    entry = assert_noted(Act.ENDPOINT_CHANGED, by=endpoint.owner, on=endpoint)
    assert entry.details == {"changed": ["name", "password"]}


def test_an_endpoint_deleted():
    endpoint = make.EndpointFactory()
    registration.delete_endpoint(endpoint)

    assert_noted(Act.ENDPOINT_DELETED, by=endpoint.owner, on=endpoint)


def test_a_run_published_and_taken_back(staff):
    run = make.RunFactory(succeeded=True)
    lifecycle.publish(run.pk)
    lifecycle.unpublish(run.pk, by=staff)

    assert_noted(Act.RUN_PUBLISHED, by=run.owner, on=run)
    assert_noted(Act.RUN_UNPUBLISHED, by=staff, on=run)


def test_a_result_left_out_and_counted_again():
    run = make.RunFactory(succeeded=True)
    exclusions.exclude(run.result.pk, by=run.owner, reason="a backup ran")
    exclusions.include(run.result.pk, by=run.owner)

    entry = assert_noted(Act.RESULT_EXCLUDED, by=run.owner, on=run.result)
    assert entry.details == {"reason": "a backup ran"}
    assert_noted(Act.RESULT_INCLUDED, by=run.owner, on=run.result)


def test_the_catalogue_changed(staff):
    values = {"slug": "hoster", "name": "Hoster", "source_text": "https://h.example",
              "stated_on": make.NOON.date()}  # fmt: skip
    enter_provider(values, user=staff)
    changed = change_provider("hoster", {"name": "Hosting"}, user=staff)

    entry = assert_noted(Act.CATALOGUE_CHANGED, by=staff, on=changed)
    assert entry.details == {"changed": ["name"]}


def test_a_price_entered_and_deleted(client, staff):
    client.force_login(staff)
    price = make.PriceFactory()
    client.post(reverse("portal:price-delete", args=[price.pk]))

    assert_noted(Act.PRICE_DELETED, by=staff, on=price)


def test_a_test_report_rejected():
    reviewer = ReviewerFactory()
    submission = SubmissionFactory(submitted=True)
    SubmittedResultFactory(draft=True, submission=submission)
    moves.reject(submission.pk, by=reviewer, version=1, text="Not as stated.")

    entry = assert_noted(Act.REPORT_MOVED, by=reviewer, on=submission)
    assert entry.details == {"step": "rejected"}


def test_roles_changed_by_the_administration(client):
    chief = make.UserFactory(staff=True, is_superuser=True)
    user = make.UserFactory()
    client.force_login(chief)
    form = {
        "username": user.username, "is_active": "on", "is_staff": "on",
        "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00",
    }  # fmt: skip
    client.post(reverse("admin:auth_user_change", args=[user.pk]), form)

    entry = assert_noted(Act.ROLES_CHANGED, by=chief, on=user)
    assert entry.details == {"changed": {"is_staff": [False, True]}}


def test_a_schedule_made_changed_paused_resumed_and_deleted():
    schedule = ScheduleFactory()
    owner = schedule.owner
    made = schedules.create(
        owner=owner,
        request=request_of(schedule),
        name="nightly",
        rhythm=schedules.rhythm_of(schedule),
    )

    assert_noted(Act.SCHEDULE_MADE, by=owner, on=made)
    schedules.change(made, by=owner, name="hourly")
    assert (
        assert_noted(Act.SCHEDULE_CHANGED, by=owner, on=made).subject_name == "hourly"
    )
    schedules.pause(made, by=owner)
    assert_noted(Act.SCHEDULE_PAUSED, by=owner, on=made)
    schedules.resume(made, by=owner)
    assert_noted(Act.SCHEDULE_RESUMED, by=owner, on=made)
    schedules.delete(made, by=owner)
    assert last(Act.SCHEDULE_DELETED).subject_name == "hourly"
