"""Asking for labels of load generators on pages, and reading that nobody has them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import Endpoint, Notice, Run
from benchruns.runs.lifecycle import unserved
from tests.factories import EndpointFactory, GeneratorFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db

BEIJING = {"region": "cn-beijing"}
NOBODY = "No load generator that is connected has region=cn-beijing."


@pytest.fixture
def user(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_a_run_is_asked_for_from_a_place_and_the_plan_says_if_nobody_stands_there(
    client, endpoint
):
    GeneratorFactory(labels={"region": "cn-hangzhou"})
    typed = {"endpoint": endpoint.pk, "generator_labels": "region = cn-beijing"}

    form = text_of(client.get("/runs/new/", typed))
    client.post("/runs/new/", typed | {"workload": "oltp_read_write", "when": "now"})

    assert NOBODY in form
    assert '<option value="region=cn-hangzhou">' in form
    assert Run.objects.get().generator_labels == BEIJING


def test_the_form_says_what_is_no_label(client, endpoint):
    typed = {"endpoint": endpoint.pk, "generator_labels": "beijing", "when": "now"}

    answer = client.post("/runs/new/", typed | {"workload": "oltp_read_write"})

    assert "Give each label as name=text" in text_of(answer)
    assert not Run.objects.exists()


def test_a_waiting_runs_page_says_that_nobody_has_its_labels_and_what_to_do(
    client, endpoint
):
    run = RunFactory(owner=endpoint.owner, endpoint=endpoint, generator_labels=BEIJING)

    page = text_of(client.get(f"/runs/{run.pk}/"))
    assert "Waits for a load generator" in page
    assert f"{NOBODY} Start a worker of runs that has these labels" in page

    assert "waits for a load generator" in text_of(client.get("/schedules/"))

    GeneratorFactory(labels=BEIJING)
    assert NOBODY not in text_of(client.get(f"/runs/{run.pk}/"))
    assert "waits for a load generator" not in text_of(client.get("/schedules/"))


def test_a_waiting_runs_page_says_that_nobody_has_its_tool(client, endpoint):
    GeneratorFactory(tools={"pgbench": "15.18"})
    run = RunFactory(owner=endpoint.owner, endpoint=endpoint)
    Run.objects.update(queued_at=timezone.now() - timedelta(minutes=3))
    unserved.tell()

    page = text_of(client.get(f"/runs/{run.pk}/"))

    assert "No load generator that is connected has sysbench. Install sysbench" in page
    assert not Notice.objects.filter(read_at=None).exists()


def test_a_run_that_has_ended_is_asked_for_again_from_the_same_place(client, endpoint):
    run = RunFactory(
        owner=endpoint.owner,
        endpoint=endpoint,
        succeeded=True,
        generator_labels=BEIJING,
    )

    assert "generator_labels=region%3Dcn-beijing" in text_of(
        client.get(f"/runs/{run.pk}/")
    )


def test_an_endpoint_asks_for_labels_in_its_form(client, endpoint):
    form = client.get(f"/endpoints/{endpoint.pk}/edit/").context["form"]
    values = {
        name: "" if (value := form[name].value()) in (None, False) else value
        for name in form.fields
    }

    client.post(
        f"/endpoints/{endpoint.pk}/edit/",
        values | {"generator_labels": "region=cn-beijing"},
    )

    assert Endpoint.objects.get().generator_labels == BEIJING
    assert "region=cn-beijing" in text_of(client.get(f"/endpoints/{endpoint.pk}/"))
    again = client.get(f"/endpoints/{endpoint.pk}/edit/")
    assert 'value="region=cn-beijing"' in again.content.decode()


def test_a_notice_leads_to_the_run_and_is_read_there(client, endpoint):
    past = timezone.now() - timedelta(minutes=3)
    run = RunFactory(
        owner=endpoint.owner,
        endpoint=endpoint,
        generator_labels=BEIJING,
        queued_at=past,
    )
    unserved.tell()

    assert NOBODY in text_of(client.get("/notices/"))
    assert f'href="/runs/{run.pk}/"' in text_of(client.get("/notices/"))
    client.get(f"/runs/{run.pk}/")

    assert Notice.objects.get().read_at is not None
