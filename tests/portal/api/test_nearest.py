"""Classes near a size, and those that a plan offers."""

import pytest

from tests.factories import EndpointFactory, InstanceClassFactory

NEAREST = "/api/v1/instance-classes/nearest/"


@pytest.fixture
def sold(db):
    return InstanceClassFactory(code="db.large", vcpus=2, memory_gb=4)


def test_everybody_asks_for_the_classes_near_a_size(anonymous, sold):
    answer = anonymous.get(f"{NEAREST}?engine=mysql&vcpus=2&memory_gb=3.8")

    assert answer.json() == {
        "classes": [
            {
                "id": str(sold.pk),
                "provider": sold.provider_id,
                "engine": "mysql",
                "code": "db.large",
                "vcpus": 2,
                "memory_gb": 4.0,
            }
        ]
    }


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "engine"),
        ("engine=oracle&vcpus=2", "engine"),
        ("engine=mysql", "vcpus"),
        ("engine=mysql&vcpus=0", "vcpus"),
        ("engine=mysql&memory_gb=nan", "memory_gb"),
        ("engine=mysql&vcpus=2&cores=2", "cores"),
    ],
)
def test_what_cannot_be_asked_is_told(anonymous, db, query, field):
    answer = anonymous.get(f"{NEAREST}?{query}")

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_a_plan_offers_the_nearest_to_an_endpoint_without_a_class(client, user, sold):
    own = EndpointFactory(owner=user, vcpus=2, memory_gb=4)
    named = EndpointFactory(owner=user, instance_class=sold)

    def offered(endpoint):
        body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}
        answer = client.post("/api/v1/runs/plan/", body, format="json")
        return [each["code"] for each in answer.json()["nearest_classes"]]

    assert offered(own) == ["db.large"]
    assert offered(named) == []
