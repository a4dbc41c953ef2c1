"""The published figures in the database for a whole module: loading takes a second.

A module says ``pytestmark = pytest.mark.django_db`` and makes a fixture of it::

    @pytest.fixture(scope="module", autouse=True)
    def published(django_db_setup, django_db_blocker):
        yield from published_once.loaded(django_db_blocker)
"""

from collections.abc import Iterator

from django.db import transaction

from benchruns.models import Result
from benchruns.published.loader import load


def loaded(django_db_blocker) -> Iterator[None]:
    """Every test of the module sees them, and what it changes is gone after it."""
    with django_db_blocker.unblock():
        outer = transaction.atomic()
        outer.__enter__()
        load()
    yield
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        outer.__exit__(None, None, None)


def row(**facts) -> Result:
    """The one published row with these values; ``code`` is that of its class."""
    if "code" in facts:
        facts["instance_class__code"] = facts.pop("code")
    return Result.objects.get(provenance="published", **facts)
