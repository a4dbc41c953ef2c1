"""Each act that others would ask about leaves a line in the audit log."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from benchruns.catalogue.entry.entries import change_provider, enter_provider
from benchruns.catalogue.pricing.lines import COLUMNS
from benchruns.catalogue.pricing.price_import import import_prices
from benchruns.endpoints import changes, registration
from benchruns.models import AuditEntry, Price
from benchruns.runs import lifecycle
from benchruns.schedules import changes as schedules
from benchruns.schedules.stored import request_of
from benchruns.submissions.campaigns.drafts import enter
from benchruns.submissions.review import moves
from benchruns.trends import exclusions
from benchruns.vocabulary import AuditAction as Act
from tests import factories as make
from tests.benchruns.submissions.campaigns.paper_values import VALUES, table
from tests.portal.accounts.account_steps import GOOD
from tests.schedule_factories import ScheduleFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
CODE = tuple(
    path.read_text()
    for wing in ("benchruns", "portal", "workers")
    for path in (ROOT / wing).rglob("*.py")
)
TESTS = tuple(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))


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

    entry = assert_noted(Act.ENDPOINT_REGISTERED, by=owner, on=made)
    assert entry.details == {"server": "db.example:3306"}


def endpoint_values():
    return {
        "name": "shop", "engine": "mysql", "host": "db.example", "port": 3306,
        "username": "bench", "password": "hunter2", "database": "shop", "tls": "disable",
    }  # fmt: skip


def test_an_endpoint_that_leads_elsewhere():
    endpoint = make.EndpointFactory(host="db.example", port=3306)
    changes.change(
        endpoint.pk, {"host": "other.example", "port": 3307, "password": "hunter2"}
    )

    entry = assert_noted(Act.ENDPOINT_CHANGED, by=endpoint.owner, on=endpoint)
    assert entry.details == {
        "changed": ["host", "password", "port"],
        "server_before": "db.example:3306",
        "server": "other.example:3307",
    }


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
    sold = make.InstanceClassFactory(provider__slug="acme", code="db.large")
    given = {
        "instance_class": sold.pk, "region": "eu-west-1", "term": "1 year",
        "currency": "EUR", "amount": "380.50", "unit": "month",
        "priced_on": "2026-01-31", "source": "price list",
    }  # fmt: skip
    client.post("/classes/prices/new/", given)
    price = Price.objects.get()
    assert_noted(Act.PRICE_ENTERED, by=staff, on=price)
    client.post(reverse("portal:price-delete", args=[price.pk]))

    assert_noted(Act.PRICE_DELETED, by=staff, on=price)


def test_prices_imported(staff):
    make.InstanceClassFactory(provider__slug="acme", code="db.large")
    line = "acme,mysql,db.large,eu-west-1,on-demand,USD,0.52,hour,2026-01-31,price list"
    content = f"{','.join(COLUMNS)}\n{line}\n".encode()
    import_prices(content, user=staff)
    import_prices(content, user=staff)

    entry = AuditEntry.objects.get(action=Act.PRICES_IMPORTED)
    assert (entry.actor, entry.details) == (staff, {"added": 1, "changed": 0})


def test_a_campaign_entered(staff):
    provider = make.ProviderFactory(slug="aws", name="Amazon Web Services")
    make.InstanceClassFactory(provider=provider, code="db.t3.medium")
    draft = enter(VALUES, "paper.csv", table(), user=staff).draft

    entry = assert_noted(Act.CAMPAIGN_MOVED, by=staff, on=draft)
    assert entry.details["state"] == [None, "waiting"]


def test_an_account_made_by_the_administration(client):
    chief = make.UserFactory(staff=True, is_superuser=True)
    client.force_login(chief)
    form = {"username": "anna", "usable_password": "true",
            "password1": GOOD, "password2": GOOD}  # fmt: skip
    client.post(reverse("admin:auth_user_add"), form)

    assert_noted(Act.ACCOUNT_MADE, by=chief, on=User.objects.get(username="anna"))


@cache
def named_in(texts):
    """The acts' names, and all short words in quotes, among which are their values."""
    named = re.compile(r'\b(?:AuditAction|Act)\.(\w+)|"(\w+)"')
    return {word for text in texts for found in named.findall(text) for word in found}


@pytest.mark.parametrize("action", list(Act))
def test_each_act_is_noted_by_the_code_and_looked_for_by_a_test(action):
    assert action.name in named_in(CODE)
    assert {action.name, action.value} & named_in(TESTS)


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


def test_a_key_of_a_private_feed_made_and_revoked(client):
    user = make.UserFactory()
    client.force_login(user)

    client.post(reverse("portal:feed-renew"))
    client.post(reverse("portal:feed-revoke"))

    assert_noted(Act.FEED_KEY_MADE, by=user, on=user)
    assert_noted(Act.FEED_KEY_REVOKED, by=user, on=user)
