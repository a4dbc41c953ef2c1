"""The administration shows rows; pages, the API and commands change them."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from benchruns.models import AuditEntry
from portal.accounts import feed_keys
from tests.factories import ApiTokenFactory, InstanceClassFactory, UserFactory
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory


@pytest.mark.parametrize("name", ["provider", "instanceclass", "campaign", "result"])
def test_figures_and_classes_are_looked_at_alone(client, db, name):
    InstanceClassFactory()
    client.force_login(UserFactory(staff=True, is_superuser=True))

    shown = client.get(reverse(f"admin:benchruns_{name}_changelist"))
    added = client.get(reverse(f"admin:benchruns_{name}_add"))

    assert shown.status_code == 200
    assert added.status_code == 403


def test_results_of_a_draft_are_its_owners_alone(client, db):
    client.force_login(UserFactory(staff=True, is_superuser=True))
    never = SubmittedResultFactory(draft=True, submission=SubmissionFactory())
    handed_in = SubmittedResultFactory(draft=True)

    def status(result):
        return client.get(
            reverse("admin:benchruns_result_change", args=[result.pk])
        ).status_code

    assert (status(never), status(handed_in)) == (302, 200)  # to the start: not found


def test_a_password_is_changed_where_it_is_asked_for_again(client, db):
    client.force_login(UserFactory(staff=True))

    answer = client.get("/admin/password_change/")

    assert (answer.status_code, answer["Location"]) == (302, "/password/")
    assert client.post("/admin/password_change/").status_code == 302


def test_staff_without_a_right_there_have_no_link_to_it(client, db):
    client.force_login(UserFactory(staff=True))

    assert 'href="/admin/"' not in client.get("/").content.decode()


@pytest.mark.parametrize("codename", ["view_result", "view_cataloguechange"])
def test_the_link_opens_what_its_user_has_a_right_to(client, db, codename):
    user = UserFactory(staff=True)
    user.user_permissions.add(Permission.objects.get(codename=codename))
    client.force_login(user)

    assert 'href="/admin/"' in client.get("/").content.decode()
    name = codename.removeprefix("view_")
    listed = client.get(reverse(f"admin:benchruns_{name}_changelist"))
    assert listed.status_code == 200
    assert reverse(f"admin:benchruns_{name}_changelist") in (
        client.get("/admin/").content.decode()
    )


def test_a_password_set_by_staff_ends_the_tokens_of_its_user(client, db):
    staff, user = UserFactory(staff=True, is_superuser=True), UserFactory()
    token = ApiTokenFactory(user=user)
    client.force_login(staff)
    page = reverse("admin:auth_user_password_change", args=[user.pk])

    new = {"password1": "a long new one 7", "password2": "a long new one 7"}
    asked = {**new, "usable_password": "true", "set-password": ""}
    assert client.post(page, asked).status_code == 302

    token.refresh_from_db()
    assert token.revoked_at is not None
    entry = AuditEntry.objects.get(action="password_changed")
    assert (entry.actor, entry.subject_id) == (staff, str(user.pk))
    assert entry.details == {"tokens": 1, "webhooks": 0, "schedules": 0, "runs": 0}


def test_what_let_somebody_into_a_closed_account_does_not_once_it_is_opened_again(
    client, db
):
    staff, user = UserFactory(staff=True, is_superuser=True), UserFactory()
    token, browser, others = ApiTokenFactory(user=user), Client(), Client()
    browser.force_login(user)
    feed_keys.renew(user)
    key = feed_keys.key_of(user)
    others.force_login(UserFactory())
    client.force_login(staff)
    page = reverse("admin:auth_user_change", args=[user.pk])
    form = {
        "username": user.username,
        "email": user.email,
        "date_joined_0": "2026-01-01",
        "date_joined_1": "00:00:00",
    }

    for is_open in (False, True):
        answer = client.post(page, form | ({"is_active": "on"} if is_open else {}))
        assert answer.status_code == 302

    token.refresh_from_db()
    user.refresh_from_db()
    assert token.revoked_at is not None
    assert (user.is_active, user.has_usable_password()) == (True, False)
    assert feed_keys.user_of(key) is None
    assert browser.get("/tokens/").status_code == 302
    assert others.get("/tokens/").status_code == 200


def test_who_may_change_users_gives_nobody_roles_and_touches_nobody_who_has_some(
    client, db
):
    helper, user = UserFactory(staff=True), UserFactory()
    may = Permission.objects.filter(codename__in=["change_user", "view_user"])
    helper.user_permissions.add(*may)
    root = UserFactory(staff=True, is_superuser=True)
    client.force_login(helper)
    form = {
        "username": user.username,
        "is_superuser": "on",
        "is_staff": "on",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "00:00:00",
    }

    client.post(reverse("admin:auth_user_change", args=[user.pk]), form)

    user.refresh_from_db()
    assert (user.is_active, user.is_staff, user.is_superuser) == (False, False, False)
    for other in (root, helper):
        page = reverse("admin:auth_user_change", args=[other.pk])
        assert client.post(page, form).status_code == 403
        password = reverse("admin:auth_user_password_change", args=[other.pk])
        assert client.get(password).status_code == 403


def test_a_deleted_account_is_noted(client, db):
    staff, user = UserFactory(staff=True, is_superuser=True), UserFactory()
    client.force_login(staff)
    page = reverse("admin:auth_user_delete", args=[user.pk])

    assert client.post(page, {"post": "yes"}).status_code == 302

    entry = AuditEntry.objects.get(action="account_deleted")
    assert (entry.actor, entry.subject_name) == (staff, user.username)


@pytest.mark.django_db(transaction=True)  # mails are sent after it
def test_another_name_and_address_are_noted_and_the_owner_is_told(client, settings):
    settings.MAIL_IS_ON = True
    staff = UserFactory(staff=True, is_superuser=True)
    user = UserFactory(username="anna", email="anna@example.com")
    client.force_login(staff)
    form = {
        "username": "hanna", "email": "thief@evil.example", "is_active": "on",
        "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00",
    }  # fmt: skip

    client.post(reverse("admin:auth_user_change", args=[user.pk]), form)

    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("account_changed", staff)
    assert entry.details == {
        "changed": ["username", "email"],
        "username_before": "anna",
    }
    assert [sent.to for sent in mail.outbox] == [
        ["anna@example.com"],
        ["thief@evil.example"],
    ]
    assert "anna@example.com and is thief@evil.example now" in mail.outbox[0].body


def test_nothing_of_other_packages_is_changed_past_the_audit_log():
    shown = {each._meta.label for each in admin.site._registry}

    assert {name for name in shown if not name.startswith("benchruns.")} == {
        "auth.User"
    }
