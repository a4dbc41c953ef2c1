"""The published figures in the database of a test, or of a whole module.

A module of many tests that only read says ``pytestmark = pytest.mark.django_db`` and
makes a fixture of them::

    @pytest.fixture(scope="module", autouse=True)
    def published(django_db_setup, django_db_blocker):
        yield from published_database.loaded(django_db_blocker)
"""

from collections.abc import Iterator

from django.apps import apps
from django.db import transaction

from benchruns.models import Provider, Result
from benchruns.published.loader import load

# By model, in the order in which they may be inserted.
_rows = {}


def fill():
    """As ``load`` leaves an empty database: read once a session, then copied."""
    if Provider.objects.exists():
        load()
    elif not _rows:
        of_migrations = _stored()
        load()
        made = _stored().items()
        _rows.update({m: rows for m, rows in made if m not in of_migrations})
    else:
        for model, rows in _rows.items():
            model.objects.bulk_create(rows)


def _stored():
    models = apps.get_app_config("benchruns").get_models(include_auto_created=True)
    stored = {model: _in_order_of_making(model) for model in models}
    filled = {model: rows for model, rows in stored.items() if rows}
    return dict(sorted(filled.items(), key=lambda item: _depth(item[0], filled)))


def _in_order_of_making(model):
    """A copy gets new times, which lists are sorted by."""
    rows = model._default_manager.all()
    names = {field.name for field in model._meta.fields}
    return list(rows.order_by("created_at") if "created_at" in names else rows)


def _depth(model, models):
    """How many models deep others must be stored before this one."""
    parents = {
        field.related_model
        for field in model._meta.get_fields()
        if field.many_to_one and field.related_model in models
    }
    return 1 + max((_depth(parent, models) for parent in parents - {model}), default=0)


def loaded(django_db_blocker) -> Iterator[None]:
    """Every test of the module sees them, and what it changes is gone after it."""
    with django_db_blocker.unblock():
        outer = transaction.atomic()
        outer.__enter__()
        fill()
    yield
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        outer.__exit__(None, None, None)


def row(**facts) -> Result:
    """The one published row with these values; ``code`` is that of its class."""
    if "code" in facts:
        facts["instance_class__code"] = facts.pop("code")
    return Result.objects.get(provenance="published", **facts)
