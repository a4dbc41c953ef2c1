"""Rules are evaluated and told by mail, through a real mail server."""

from datetime import timedelta

import pytest
from django.db import connection

from benchruns.models import Regression, RegressionRule, Result
from benchruns.trends import regressions
from benchruns.vocabulary import RegressionState as State
from local import ports
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.factories import NOON, UserFactory
from workers import tasks, watch

pytestmark = pytest.mark.django_db

FALLEN = [1000.0, 1010.0, 990.0, 1005.0, 800, 810, 790]


@pytest.fixture
def owner():
    return UserFactory(email="ann@example.org")


@pytest.mark.long
def test_a_confirmed_regression_is_told_once(mailbox, owner, client):
    series = series_with(*FALLEN, owner=owner, engine_version_full="8.0.37")
    rule_for(series, sends_mail=True)

    tasks.watch()
    tasks.watch()

    [(recipients, message)] = mailbox.messages
    text = message.get_content()
    assert recipients == ["ann@example.org"]
    assert message["From"] == "benchbook@localhost"
    assert message["Subject"] == (
        "Benchbook: TPS of OLTP read/write on shop-db fell by 20.2 %"
    )
    assert "Median before: 1,002.50 TPS" in text
    assert "Median since:  800.00 TPS" in text
    assert "MySQL 8.0.37" in text
    assert "3 results in a row" in text
    assert "In doubt" not in text
    row = Regression.objects.get()
    assert (row.state, row.mail_error) == (State.CONFIRMED, "")
    assert row.mailed_at is not None
    # the address in it opens the page
    address = next(line for line in text.splitlines() if line.startswith("https://"))
    client.force_login(owner)
    page = client.get(address.removeprefix("https://bench.example"))
    assert page.status_code == 200


def test_a_mail_says_what_is_in_doubt_of_its_figures(mailbox, owner):
    series = series_with(*FALLEN, owner=owner)
    Result.objects.filter(series=series, tps=810).update(doubt="figure")
    rule_for(series, sends_mail=True)

    tasks.watch()

    [(_recipients, message)] = mailbox.messages
    assert "In doubt: a result before or since bears a caution" in message.get_content()


def test_a_mail_names_no_host_no_account_and_no_password(mailbox, owner):
    series = series_with(*FALLEN, owner=owner)
    rule_for(series, sends_mail=True)

    tasks.watch()

    [(_recipients, message)] = mailbox.messages
    endpoint = series.endpoint
    for secret in (
        endpoint.host,
        endpoint.username,
        endpoint.database,
        "correct horse",
    ):
        assert secret not in message.as_string()


def test_a_server_that_refuses_is_recorded_and_not_asked_again(mailbox, owner):
    mailbox.refusal = "554 go away"
    rule_for(series_with(*FALLEN, owner=owner), sends_mail=True)

    tasks.watch()
    mailbox.refusal = ""
    tasks.watch()

    row = Regression.objects.get()
    assert row.mailed_at is None
    assert "go away" in row.mail_error
    assert mailbox.messages == []


def test_a_server_that_is_away_breaks_nothing_and_costs_one_try(settings, owner):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", ports.choose()
    settings.MAIL_IS_ON = True
    for name in ("one", "two"):
        rule_for(series_with(*FALLEN, owner=owner, name=name), sends_mail=True)

    tasks.watch()

    errors = Regression.objects.order_by("mail_error").values_list(
        "mail_error", flat=True
    )
    assert errors[0] == ""
    assert "ConnectionRefusedError" in errors[1]


@pytest.mark.parametrize(
    "change", [{"sends_mail": False}, {"is_active": False}, {"created_at": "later"}]
)
def test_nobody_is_told_who_did_not_ask(mailbox, owner, change):
    rule = rule_for(series_with(*FALLEN, owner=owner), sends_mail=True)
    watch.evaluate_due()
    if "created_at" in change:
        change = {"created_at": NOON + timedelta(days=30)}
    RegressionRule.objects.filter(pk=rule.pk).update(**change)

    watch.send_mails()

    assert Regression.objects.get().state == State.CONFIRMED
    assert mailbox.messages == []


def test_who_has_no_address_is_told_when_there_is_one(mailbox, owner):
    type(owner).objects.update(email="")
    rule_for(series_with(*FALLEN, owner=owner), sends_mail=True)
    tasks.watch()
    assert mailbox.messages == []

    type(owner).objects.update(email="ann@example.org")
    tasks.watch()

    assert len(mailbox.messages) == 1


def test_without_a_mail_server_rules_are_evaluated_all_the_same(settings, owner):
    settings.MAIL_IS_ON = False
    rule_for(series_with(*FALLEN, owner=owner), sends_mail=True)

    tasks.watch()

    row = Regression.objects.get()
    assert (row.state, row.mailed_at, row.mail_error) == (State.CONFIRMED, None, "")


def test_a_rule_that_cannot_be_evaluated_stops_no_other(owner, caplog):
    broken = rule_for(series_with(*FALLEN, owner=owner))
    sound = rule_for(series_with(*FALLEN, owner=UserFactory()))
    break_figure(broken)

    tasks.watch()

    assert sound.regressions.count() == 1
    assert "rule not evaluated" in caplog.text
    assert broken in regressions.due()


def break_figure(rule):
    """Put a figure in it that no table has, past the constraint that forbids it."""
    ways = {
        "sqlite": ["PRAGMA ignore_check_constraints = 1"],
        "postgresql": [
            "SET CONSTRAINTS ALL IMMEDIATE",
            "ALTER TABLE benchruns_regressionrule DROP CONSTRAINT rule_figure_is_known",
        ],
    }
    with connection.cursor() as cursor:
        for statement in ways[connection.vendor]:
            cursor.execute(statement)
    RegressionRule.objects.filter(pk=rule.pk).update(figure="none")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = 0")


def test_new_results_change_what_was_found(owner):
    series = series_with(*FALLEN, owner=owner)
    rule_for(series)
    tasks.watch()

    measure(series, 1000, 1000, 1000)
    RegressionRule.objects.update(evaluated_at=None)
    tasks.watch()

    assert Regression.objects.get().state == State.ENDED
