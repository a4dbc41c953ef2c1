"""Staff's page of the audit log."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchruns.audit.record import record
from benchruns.models import AuditEntry, Webhook
from benchruns.vocabulary import AuditAction
from portal.models import ApiToken
from portal.pages.audit import views
from tests.factories import EndpointFactory, UserFactory
from tests.looks import dates

PAGE = "/audit/"


@pytest.fixture
def page(client, db):
    client.force_login(UserFactory(staff=True))
    return client


@pytest.fixture
def entry(db):
    endpoint = EndpointFactory(name="shop-db", owner__username="grace")
    act = AuditAction.ENDPOINT_CHANGED
    return record(act, by=endpoint.owner, on=endpoint, name="shop-db", changed=["port"])


def test_it_tells_who_did_what_to_what(page, entry):
    text = page.get(PAGE).content.decode()

    for word in ("grace", "endpoint changed", "shop-db", "changed: port<"):
        assert word in text


@pytest.mark.parametrize(
    ("name", "written", "shown"),
    [
        ("expires_at", "2026-05-30T16:00:07.25+02:00", "2026-05-30 14:00:07 UTC"),
        ("expires_at", None, "null"),
        ("since", "2026-05-30T14:00:07+00:00", "2026-05-30 14:00:07 UTC"),
        ("since", "2026-02-31T14:00:07+00:00", "2026-02-31T14:00:07+00:00"),
        ("since", "0001-01-01T00:00:00+02:00", "0001-01-01T00:00:00+02:00"),
        ("reason", "2026-05-30T14:00:07+00:00", "2026-05-30T14:00:07+00:00"),
    ],
)
def test_moments_among_the_details_are_printed_as_everywhere(
    page, name, written, shown
):
    record(
        AuditAction.TOKEN_ISSUED, by=None, events=[{name: written}], **{name: written}
    )

    text = dates.seen(page.get(PAGE).content.decode())

    assert f"{name}: {shown}" in text
    assert f"events: {name} {shown}" in text


def test_others_do_not_see_it(client, user, entry):
    client.force_login(user)

    assert client.get(PAGE).status_code == 403


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        ({"actor": "grac"}, True),
        ({"actor": "ada"}, False),
        ({"action": "endpoint_changed"}, True),
        ({"action": "run_deleted"}, False),
        ({"subject": "shop"}, True),
        ({"subject": "other"}, False),
        ({"day": "today"}, True),
        ({"day": "yesterday"}, False),
        ({"day": "9999-12-31"}, False),
    ],
)
def test_each_filter_finds_what_it_says(page, entry, asked, is_there):
    today = timezone.now().date()
    days = {"today": today, "yesterday": today - timedelta(days=1)}
    asked = {name: days.get(value, value) for name, value in asked.items()}

    found = page.get(PAGE, {**asked, "format": "csv"}).getvalue().decode()

    assert ("shop-db" in found) is is_there


@pytest.mark.parametrize(
    ("asked", "said"),
    [({"day": "1.2."}, "2026-01-31"), ({"action": "x"}, "“x” is not in it")],
)
def test_what_is_no_value_is_said(page, entry, asked, said):
    answer = page.get(PAGE, asked)

    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert "No entry" not in answer.content.decode()


def test_it_has_pages_that_keep_the_filter(page, db):
    for _ in range(51):
        record(AuditAction.RUN_DELETED, by=None)

    text = page.get(PAGE, {"action": "run_deleted"}).content.decode()

    assert "1 to 50 of 51" in text
    assert "?action=run_deleted&amp;page=2" in text


def test_its_file_has_a_line_an_entry_and_no_formula(page, db):
    record(AuditAction.RUN_DELETED, by=None, name="=1+1")

    head, line = page.get(PAGE, {"format": "csv"}).getvalue().decode().splitlines()

    assert head.startswith("at,actor,action")
    assert "'=1+1" in line


def test_its_file_is_read_while_it_is_written(
    page, db, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(views, "BATCH", 2)
    for number in range(5):
        record(AuditAction.RUN_DELETED, by=None, name=f"run {number}")

    lines = iter(page.get(PAGE, {"format": "csv"}))
    with django_assert_num_queries(0):
        next(lines)
    with django_assert_num_queries(1):
        first = [next(lines), next(lines)]
    with django_assert_num_queries(3):  # two, the last, and that no more are there
        rest = list(lines)

    names = [line.decode().split(",")[5] for line in (*first, *rest)]
    assert names == [f"run {number}" for number in (4, 3, 2, 1, 0)]


@pytest.fixture
def two_tokens(user):
    """Each of the same user made a webhook."""
    found = []
    for number in range(2):
        token, key = ApiToken.issue(user, name=f"ci {number}", scope="write")
        made = Client().post(
            "/api/v1/webhooks/",
            {"address": f"http://127.0.0.1:9/{number}", "events": ["run.failed"]},
            content_type="application/json",
            headers={"Authorization": f"Token {key}"},
        )
        assert made.status_code == 201, made.content
        found.append(token)
    return found


def test_it_tells_which_token_did_what(page, two_tokens):
    first, second = two_tokens
    text = page.get(PAGE).content.decode()

    assert f"token {first.hint}…" in text
    for asked in (str(second.pk), second.hint):
        head, line = (
            page.get(PAGE, {"token": asked, "format": "csv"})
            .getvalue()
            .decode()
            .splitlines()
        )
        assert head.endswith(",token,token_hint")
        assert line.endswith(f",{second.pk},{second.hint}")


def test_what_a_session_does_is_of_no_token(user, page, two_tokens):
    record(AuditAction.RUN_DELETED, by=user, name="after the calls")

    entry = AuditEntry.objects.first()
    assert (entry.token_id, entry.token_hint) == (None, "")
    session = Client()
    session.force_login(user)
    path = f"/api/v1/webhooks/{Webhook.objects.first().pk}/"
    changed = session.patch(
        path, {"events": ["run.started"]}, content_type="application/json"
    )
    assert changed.status_code == 200
    assert "session" in page.get(PAGE, {"action": "webhook_changed"}).content.decode()
