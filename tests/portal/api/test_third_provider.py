"""A class of a third provider: entered by each door, measured, reported, and compared."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from benchruns.models import InstanceClass, Provider, Result, Run
from benchruns.results.published.loader import load
from tests.benchruns.catalogue import entry_values as given
from tests.factories import UserFactory
from tests.portal.api.conftest import client_of
from tests.portal.api.submitting import WHOLE, a_file, at, begun
from tests.portal.html import Reader
from tests.submission_factories import ReviewerFactory
from tests.submission_files import sysbench_text
from tests.targets import endpoint_of
from workers import checker
from workers.runs import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

API = "/api/v1/"
PUBLISHED = "alibaba-cloud/mysql/rds.mysql.c1.xlarge"


def by_page(user, code):
    page = Reader()
    page.force_login(user)
    page.post("/catalogue/classes/new/", given.CLASS | {"code": code})


def by_api(user, code):
    numbers = {"vcpus": 2, "memory_gb": 4, "max_connections": 340}
    stated = {
        n: given.CLASS[n] for n in ("provider", "engine", "source_text", "stated_on")
    }
    body = stated | numbers | {"code": code}
    answer = client_of(user).post(f"{API}instance-classes/", body, format="json")
    assert answer.status_code == 201, answer.content


def by_file(user, code):
    page = Reader()
    page.force_login(user)
    path, file = "/catalogue/import/classes/", given.class_file({"code": code})
    plan = page.post(path, {"file": SimpleUploadedFile("classes.csv", file)})
    agreed = plan.context["plan"].digest
    page.post(path, {"text": plan.context["text"], "agreed": agreed})


@pytest.fixture
def provider(transactional_db):
    load()
    return Provider.objects.create(slug="aws", name="Amazon Web Services")


@pytest.fixture
def accepting(transactional_db):
    return client_of(ReviewerFactory())


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("enter", [by_page, by_api, by_file])
def test_an_entered_class_is_measured_reported_and_compared_with_a_published_one(
    client, user, anonymous, accepting, sent, provider, mariadb_target, enter
):
    enter(UserFactory(staff=True), "db.t3.medium")
    sold = InstanceClass.objects.get(provider=provider)

    _measure(client, user, sold, mariadb_target)
    _report(client, accepting, sold)

    found = anonymous.get(f"{API}results/?instance_class={sold.code}").json()["results"]
    assert {each["provenance"] for each in found} == {"measured", "submitted"}
    assert {(each["provider"], each["vcpus"]) for each in found} == {("aws", 2)}
    published = Result.objects.filter(
        instance_class__code="rds.mysql.c1.xlarge", engine_version="8.0"
    ).first()
    query = "&".join(f"result={each['id']}" for each in found)
    compared = anonymous.get(f"{API}compare/?{query}&result={published.pk}").json()
    assert len(compared["rows"]) == 3
    assert {each["code"] for each in compared["findings"]} >= {"provider"}
    page = Reader().get(f"/compare/?class=aws/mysql/{sold.code}&class={PUBLISHED}")
    assert page.status_code == 200
    assert sold.code in page.content.decode()


def _measure(client, user, sold, target):
    """A short run on a real server that names the class, made public."""
    endpoint = endpoint_of(target, owner=user)
    endpoint.instance_class, endpoint.provider = sold, sold.provider
    endpoint.save()
    checker.perform(endpoint.checks.create().pk)
    body = {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": {
            "tables": 1, "table_size": 1_000, "threads": 1, "duration_seconds": 1,
        },
    }  # fmt: skip
    run = client.post(f"{API}runs/", body, format="json").json()
    executor.execute(Run.objects.get(pk=run["id"]).pk)
    done = client.post(f"{API}runs/{run['id']}/publish/")
    assert done.status_code == 200, done.content


def _report(client, accepting, sold):
    """An uploaded report on the class, accepted."""
    named = {"provider": "aws", "instance_class": sold.code, "vcpus": 2, "memory_gb": 4}
    draft = begun(client, a_file(sysbench_text()))
    client.patch(at(draft), {"statement": WHOLE | named}, format="json")
    sent = client.post(at(draft, "submit/"))
    assert sent.status_code == 200, sent.content
    decision = {"grade": "accepted", "version": 1, "text": "Thanks."}
    done = accepting.post(at(draft, "accept/"), decision, format="json")
    assert done.status_code == 200, done.content
