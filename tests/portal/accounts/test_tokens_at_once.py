"""One token asks for runs and makes tokens at the same time."""

import threading

import pytest
from django.db import connection, transaction

from benchruns.limits import door
from benchruns.vocabulary import Limit
from portal.accounts import tokens
from portal.models import ApiToken
from tests import waiting
from tests.factories import UserFactory
from tests.locks import is_waited_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="writes one at a time")
def test_neither_waits_for_what_the_other_holds():
    user = UserFactory()
    asking, _key = tokens.issue(user, name="ci", scope="write", expires_at=None)
    made = []

    def issue() -> None:
        given = {"name": "more", "scope": "read", "expires_at": None}
        try:
            made.append(tokens.issue(user, parent=asking, **given))
        finally:
            connection.close()

    thread = threading.Thread(target=issue)
    with transaction.atomic():
        door.admit(user, Limit.RUNS)  # a run is asked for
        thread.start()
        waiting.until(is_waited_for, what="a token that waits for this run")
        # and its token is looked at once more
        ApiToken.objects.select_for_update(nowait=True).get(pk=asking.pk)
    waiting.for_thread(thread)

    assert len(made) == 1
