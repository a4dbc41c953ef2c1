"""The generators of a run that several make: asked for in the form, shown on its page."""

import pytest

from benchruns.models import Run, RunPart
from tests.factories import EndpointFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def endpoint(client):
    owner = UserFactory()
    client.force_login(owner)
    return EndpointFactory(owner=owner, checked=True)


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_the_form_asks_for_several(client, endpoint):
    typed = {"endpoint": endpoint.pk, "workload": "oltp_read_write", "when": "now"}

    client.post("/runs/new/", typed | {"generators": 2, "go_on_without_lost": "on"})

    run = Run.objects.get()
    assert (run.generators, run.goes_on_without_lost) == (2, True)


def test_the_form_says_where_more_are_asked_for_than_have_a_thread(client, endpoint):
    typed = {"endpoint": endpoint.pk, "workload": "oltp_read_write", "when": "now"}

    answer = client.post("/runs/new/", typed | {"generators": 50, "threads": 4})

    assert "Give a number from 1 to 4" in text_of(answer)
    assert not Run.objects.exists()


def test_the_page_has_a_row_each_with_what_limited_it(client, endpoint):
    run = RunFactory(
        succeeded=True,
        owner=endpoint.owner,
        endpoint=endpoint,
        generators=2,
        visibility="public",
    )
    for number, verdict in ((1, "server"), (2, "client")):
        RunPart.objects.create(
            run=run,
            attempt=run.attempt,
            number=number,
            state="ended",
            worker=f"runs@inner-{number}",
            parameters={"threads": 4},
            figures={"tps": 100.0 * number, "latency_p95_ms": 12.5},
            evidence={
                "verdict": verdict,
                "evidence": {"thread_busy": 0.85, "client_idle": 0.02},
            },
        )

    page = text_of(client.get(f"/runs/{run.pk}/"))
    client.logout()
    of_others = text_of(client.get(f"/runs/{run.pk}/"))

    for each in ("client-bound", "server-bound", "85", "200"):
        assert each in page
    assert "runs@inner-2" in page
    assert "runs@inner-2" not in of_others
    assert "client-bound" in of_others
