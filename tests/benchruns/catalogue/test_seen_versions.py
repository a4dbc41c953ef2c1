"""Which engine versions have results to be seen."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import seen_versions
from benchruns.models import Result
from tests.factories import ResultFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_each_version_is_found_once_the_newest_first():
    for engine, version in (
        ("postgresql", "15"),
        ("mysql", "5.7"),
        ("mysql", "8.0"),
        ("mysql", "5.7"),
        ("mysql", ""),
        ("mariadb", "10.11"),
    ):
        ResultFactory(engine=engine, engine_version=version)

    found = seen_versions(AnonymousUser())

    assert set(found) == set(
        Result.objects.order_by().values_list("engine", "engine_version")
    )
    assert len(found) == 5
    assert [version for engine, version in found if engine == "mysql"] == [
        "8.0",
        "5.7",
        "",
    ]


def test_one_of_private_results_alone_is_told_to_their_owner():
    private = ResultFactory(measured=True, engine_version="8.4", visibility="private")

    assert seen_versions(AnonymousUser()) == []
    assert seen_versions(private.owner) == [(private.engine, "8.4")]


def test_without_results_there_is_none():
    assert seen_versions(AnonymousUser()) == []
