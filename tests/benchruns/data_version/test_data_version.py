"""The database tells of each change of what public pages show, whoever wrote it."""

import pytest
from django.db import connection, transaction

from benchruns.data_version import triggers
from benchruns.data_version.version import data_version
from benchruns.models import DataChange, Result
from tests.factories import ResultFactory, RunFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_each_kind_of_change_makes_another_version():
    seen = [data_version()]
    result = ResultFactory()
    seen.append(data_version())
    Result.objects.filter(pk=result.pk).update(tps=1)
    seen.append(data_version())
    Result.objects.bulk_create([ResultFactory.build(**shared(result))])
    seen.append(data_version())
    Result.objects.filter(pk=result.pk).delete()
    seen.append(data_version())

    assert len(set(seen)) == len(seen)
    assert all(seen)


def shared(result):
    return {
        "provider": result.provider,
        "instance_class": result.instance_class,
        "campaign": result.campaign,
        "source": result.source,
    }


def test_without_a_change_it_stays():
    ResultFactory()

    assert data_version() == data_version()


def test_what_a_run_writes_each_second_is_none_and_its_publication_is_one():
    run = RunFactory()
    before = data_version()

    type(run).objects.filter(pk=run.pk).update(progress=0.5, phase="measure")
    assert data_version() == before
    type(run).objects.filter(pk=run.pk).update(visibility="public")
    assert data_version() != before


def test_a_change_that_is_taken_back_is_none():
    before = data_version()
    with transaction.atomic():
        ResultFactory()
        transaction.set_rollback(True)

    assert data_version() == before


def test_without_any_change_noted_nothing_is_known():
    DataChange.objects.all().delete()

    assert data_version() == ""
    triggers.create()
    assert data_version() != ""


def test_triggers_that_migrations_removed_are_made_again():
    triggers.remove()
    before = data_version()
    ResultFactory()
    assert data_version() == before

    triggers.create()
    ResultFactory()

    assert data_version() != before


def test_postgresql_keeps_a_few_hundred_changes():
    if connection.vendor == "sqlite":
        pytest.skip("one row there")
    result = ResultFactory()
    for tps in range(600):
        Result.objects.filter(pk=result.pk).update(tps=tps)

    assert DataChange.objects.count() < 300
