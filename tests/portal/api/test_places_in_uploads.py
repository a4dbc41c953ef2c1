"""Where a report was measured is its owner's: others see what was recognised."""

import json

import pytest

from benchruns.models import Result
from tests.factories import UserFactory
from tests.portal.api.conftest import client_of
from tests.portal.api.submitting import SAMPLES, a_file, at, begun
from tests.submission_factories import ReviewerFactory
from tests.submission_files import STATEMENT

pytestmark = pytest.mark.django_db

# As pgbench -d says it on its standard error.
PLACES = (
    "pgbench: pghost: db17.internal.example pgport: 54321 nclients: 8 duration: 60 "
    "dbName: customers\n"
)
STATED = STATEMENT | {
    "engine": "postgresql",
    "engine_version": "15",
    "instance_class": "db.m5.large",
    "vcpus": 2,
    "memory_gb": 8,
}


def test_places_that_a_tool_prints_are_for_the_owner_alone(client, anonymous):
    text = (SAMPLES / "pgbench/15-select-only.txt").read_text()
    draft = begun(client, a_file(PLACES + text))
    stated = client.patch(at(draft), {"statement": STATED})
    assert stated.status_code == 200, stated.content
    submitted = client.post(at(draft, "submit/"))
    assert submitted.status_code == 200, submitted.content
    reviewer = client_of(ReviewerFactory())
    accepted = reviewer.post(
        at(draft, "accept/"), {"grade": "accepted", "version": 1, "text": ""}
    )
    assert accepted.status_code == 200, accepted.content
    result = Result.objects.get()

    for reader in (anonymous, client_of(UserFactory())):
        told = [
            reader.get(path).json()
            for path in (at(draft), f"/api/v1/results/{result.pk}/", "/api/v1/results/")
        ]
        shown = json.dumps(told)
        assert not [
            place
            for place in ("db17", "internal.example", "54321", "customers")
            if place in shown
        ]
