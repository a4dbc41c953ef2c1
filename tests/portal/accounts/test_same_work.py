"""What strangers may ask costs the same work for known and unknown: no time tells them."""

from contextlib import contextmanager
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import UserFactory
from tests.portal.accounts.account_steps import ANNA, log_in, sign_up

pytestmark = pytest.mark.django_db
STRANGER = "nobody@example.com"
LITTLE = 2  # queries, of well under a millisecond


@pytest.fixture(autouse=True)
def mail_is_on(settings, forget):
    settings.MAIL_IS_ON = True


@contextmanager
def work():
    """Hashes of passwords, mails and queries of what is done meanwhile."""
    done = {}
    hasher = hashers.get_hasher()
    before = len(mail.outbox)
    with (
        mock.patch.object(
            type(hasher), "encode", autospec=True, side_effect=type(hasher).encode
        ) as hashed,
        CaptureQueriesContext(connection) as asked,
    ):
        yield done
    done["hashes"] = hashed.call_count
    done["mails"] = len(mail.outbox) - before
    done["queries"] = len(asked)


def test_a_link_for_a_new_password(client):
    anna = UserFactory(username="anna", email=ANNA)
    EmailAddress.objects.create(user=anna, email=ANNA, verified=True, primary=True)

    with work() as known:
        client.post("/password/reset/", {"email": ANNA})
    with work() as unknown:
        client.post("/password/reset/", {"email": STRANGER})

    assert (known["hashes"], known["mails"]) == (unknown["hashes"], unknown["mails"])
    assert known["mails"] == 1
    assert abs(known["queries"] - unknown["queries"]) <= LITTLE, (known, unknown)


def test_signing_up(client):
    UserFactory(username="anna", email=ANNA)

    with work() as known:
        sign_up(client, username="other")
    with work() as unknown:
        sign_up(client, username="another", email=STRANGER)

    assert (known["hashes"], known["mails"]) == (unknown["hashes"], unknown["mails"])
    assert (known["hashes"], known["mails"]) == (1, 1)


def test_logging_in(client):
    UserFactory(username="anna", email=ANNA)

    def worked(name):
        with work() as done:
            log_in(client, name, "wrong")
        return done

    assert worked("anna") == worked("nobody")
    assert worked(ANNA) == worked(STRANGER)
