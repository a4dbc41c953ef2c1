"""Providers and classes that staff enter by the API."""

import pytest

from benchruns.models import CatalogueChange, InstanceClass, Provider
from tests.factories import InstanceClassFactory, ProviderFactory, SourceFactory

PROVIDERS, CLASSES = "/api/v1/providers/", "/api/v1/instance-classes/"
AWS = {
    "slug": "aws",
    "name": "Amazon Web Services",
    "source_text": "https://aws.example/rds",
    "stated_on": "2026-01-31",
}
MEDIUM = {
    "provider": "aws",
    "engine": "mysql",
    "code": "db.t3.medium",
    "vcpus": 2,
    "memory_gb": 4,
    "max_connections": 340,
    "burst_baseline_percent": 20,
    "burst_credits_per_hour": 24,
    "most_burst_credits": 576,
    "regions": ["eu-central-1", "us-east-1"],
    "source_text": "https://aws.example/rds/classes",
    "stated_on": "2026-01-31",
}


@pytest.fixture
def aws(db):
    return ProviderFactory(slug="aws", name="Amazon Web Services")


def errors_of(answer):
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


def test_a_provider_is_entered_and_found(staff, anonymous):
    answer = staff.post(PROVIDERS, AWS, format="json")

    assert answer.status_code == 201
    assert answer["Location"] == "http://testserver/api/v1/providers/aws/"
    shown = anonymous.get(answer["Location"]).json()
    assert shown == answer.json()
    assert (shown["name"], shown["stated_on"]) == ("Amazon Web Services", "2026-01-31")
    assert [row["slug"] for row in anonymous.get(PROVIDERS).json()["results"]] == [
        "aws"
    ]


def test_a_class_is_entered_and_found(staff, anonymous, aws):
    answer = staff.post(CLASSES, MEDIUM, format="json")

    assert answer.status_code == 201
    shown = anonymous.get(answer["Location"]).json()
    assert shown == answer.json()
    assert {name: shown[name] for name in MEDIUM} == MEDIUM
    assert (shown["source"], shown["sale_ends_on"]) == (None, None)
    found = anonymous.get(CLASSES, {"provider": "aws", "sale_ends_on": "null"})
    assert [row["code"] for row in found.json()["results"]] == ["db.t3.medium"]


def test_a_repeat_with_the_same_key_enters_nothing_again(staff, aws):
    first, again = (
        staff.post(CLASSES, MEDIUM, format="json", HTTP_IDEMPOTENCY_KEY="k")
        for _ in range(2)
    )

    assert (first.status_code, again.json()) == (201, first.json())
    assert InstanceClass.objects.count() == 1


@pytest.mark.parametrize("path", [PROVIDERS, CLASSES])
def test_staff_alone_enter(client, anonymous, reader, aws, path):
    row = AWS if path == PROVIDERS else MEDIUM

    assert client.post(path, row, format="json").status_code == 403
    assert reader.post(path, row, format="json").status_code == 403
    assert anonymous.post(path, row, format="json").status_code == 401
    assert not InstanceClass.objects.exists()


@pytest.mark.parametrize(
    ("given", "field", "told"),
    [
        ({"vcpus": "2"}, "vcpus", "Give an integer."),
        ({"vcpus": 0}, "vcpus", "whole number from 1 to 4,096"),
        ({"memory_gb": None}, "memory_gb", "may not be null"),
        ({"regions": "eu"}, "regions", "Expected a list"),
        ({"regions": ["eu;us"]}, "regions.0", "without “;”"),
        ({"regions": ["eu/west"]}, "regions", "may not hold “/”"),
        ({"provider": "gcp"}, "provider", "There is no provider “gcp”"),
        ({"code": "n/a"}, "code", "as it is sold"),
        ({"stated_on": "31.01.2026"}, "stated_on", "is no date"),
        (
            {"burst_baseline_percent": None},
            "burst_baseline_percent",
            "give that as well",
        ),
        ({"cores": 2}, "cores", "There is no such key"),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_told_by_its_key(staff, aws, given, field, told):
    answer = staff.post(CLASSES, MEDIUM | given, format="json")

    assert answer.status_code == 400
    assert told in errors_of(answer)[field]
    assert not InstanceClass.objects.exists()


def test_several_faults_are_told_at_once(staff, aws):
    answer = staff.post(CLASSES, MEDIUM | {"vcpus": 0, "iops": -1}, format="json")

    assert set(errors_of(answer)) == {"vcpus", "iops"}


def test_a_class_of_a_paper_is_refused_and_its_end_of_sale_taken(staff, aws):
    sold = InstanceClassFactory(
        provider=aws, code="db.t3.medium", source=SourceFactory(slug="paper")
    )
    ends = {
        "sale_ends_on": "2027-01-31",
        "source_text": "a notice",
        "stated_on": "2026-01-31",
    }

    again = staff.post(CLASSES, MEDIUM, format="json")
    other = staff.patch(f"{CLASSES}{sold.pk}/", {"vcpus": 4}, format="json")
    added = staff.patch(f"{CLASSES}{sold.pk}/", ends, format="json")

    assert "stays as it is" in errors_of(again)["code"]
    assert "The paper paper states this" in errors_of(other)["vcpus"]
    assert (added.status_code, added.json()["sale_ends_on"]) == (200, "2027-01-31")
    assert added.json()["source"] == "paper"


def test_a_provider_is_renamed_and_its_word_stays(staff, aws):
    renamed = staff.patch(f"{PROVIDERS}aws/", AWS | {"name": "Amazon"}, format="json")
    other = staff.patch(f"{PROVIDERS}aws/", {"slug": "amazon"}, format="json")
    none = staff.patch(f"{PROVIDERS}gcp/", {"name": "Google"}, format="json")

    assert (renamed.status_code, Provider.objects.get().name) == (200, "Amazon")
    assert "in addresses" in errors_of(other)["slug"]
    assert none.status_code == 404
    assert CatalogueChange.objects.filter(kind="provider", key="aws").count() == 1


def test_an_endpoint_names_a_provider_and_class_that_staff_entered(staff, client):
    staff.post(PROVIDERS, AWS, format="json")
    staff.post(CLASSES, MEDIUM, format="json")

    answer = client.post(
        "/api/v1/endpoints/",
        {
            "name": "shop", "engine": "mysql", "host": "db.example.com", "port": 3306,
            "username": "bench", "password": "x", "database": "bench",
            "instance_class": "db.t3.medium", "provider": "aws",
        },
        format="json",
    )  # fmt: skip

    assert answer.status_code == 201
    assert (answer.json()["vcpus"], answer.json()["memory_gb"]) == (2, 4)
