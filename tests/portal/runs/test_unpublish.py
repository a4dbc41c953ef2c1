"""What was published can be taken back; its addresses stay and say so."""

import pytest
from django.urls import reverse

from benchruns.models import Result, Run
from benchruns.runs import lifecycle
from tests.factories import RunFactory, UserFactory
from tests.portal.html import Reader
from tests.sentences import of_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor():
    return Reader()


def reader(**user):
    found = Reader()
    found.force_login(UserFactory(**user))
    return found


@pytest.fixture
def run(user):
    run = RunFactory(owner=user, succeeded=True)
    return lifecycle.publish(run.pk)


def addresses(run):
    return [f"/runs/{run.pk}/", f"/results/{run.result.pk}/"]


def api_addresses(run):
    return [f"/api/v1/runs/{run.pk}/", f"/api/v1/results/{run.result.pk}/"]


def test_its_addresses_stay_and_say_so_to_everybody_else(visitor, page, run):
    for address in (*addresses(run), *api_addresses(run)):
        assert visitor.get(address).status_code == 200

    page.post(reverse("portal:run-unpublish", args=[run.pk]))

    day = Run.objects.get(pk=run.pk).unpublished_at.date().isoformat()
    for address in addresses(run):
        answer = visitor.get(address)
        assert answer.status_code == 410
        assert f"on {day}" in answer.content.decode()
        assert page.get(address).status_code == 200
    for address in api_addresses(run):
        answer = visitor.get(address)
        assert (answer.status_code, answer.json()["title"]) == (410, "Gone")
        assert day in answer.json()["detail"]


def test_it_stands_in_no_list_any_more(visitor, run):
    lifecycle.unpublish(run.pk)

    for kind in ("runs", "results"):
        assert visitor.get(f"/api/v1/{kind}/").json()["results"] == []
    assert list(Result.objects.values_list("visibility", flat=True)) == ["private"]


def test_its_events_keep_it(run):
    lifecycle.unpublish(run.pk)

    assert "Private again" in of_event(run.events.last())


def test_it_can_be_published_again_and_is_found_again(visitor, run):
    lifecycle.unpublish(run.pk)
    lifecycle.publish(run.pk)

    assert Run.objects.get(pk=run.pk).unpublished_at is None
    for address in (*addresses(run), *api_addresses(run)):
        assert visitor.get(address).status_code == 200


def test_one_that_was_never_published_is_not_found_and_says_nothing(visitor, user):
    run = RunFactory(owner=user, succeeded=True)

    for address in (*addresses(run), *api_addresses(run)):
        assert visitor.get(address).status_code == 404


def test_the_owner_and_staff_alone_take_back(run):
    address = reverse("portal:run-unpublish", args=[run.pk])

    assert reader().post(address).status_code == 404
    assert Run.objects.get(pk=run.pk).visibility == "public"
    reader(is_staff=True).post(address)
    assert Run.objects.get(pk=run.pk).visibility == "private"


def test_a_second_time_is_refused_with_a_sentence(page, run):
    lifecycle.unpublish(run.pk)

    answer = page.post(f"/runs/{run.pk}/unpublish/", follow=True)

    assert "not public" in answer.content.decode()
