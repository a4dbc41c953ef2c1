"""An endpoint without a class is offered those nearest to its size."""

import pytest

from tests.factories import EndpointFactory, InstanceClassFactory
from tests.portal.web.test_overview import text_of


@pytest.fixture
def sold(db):
    return InstanceClassFactory(code="db.large", vcpus=2, memory_gb=4)


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, vcpus=2, memory_gb=3.8)


def test_its_page_offers_the_nearest_and_names_it_by_a_click(page, endpoint, sold):
    path = f"/endpoints/{endpoint.pk}/"

    shown = text_of(page.get(path))
    named = page.post(f"{path}class/", {"class": str(sold.pk)}, follow=True)

    assert "No class is set" in shown
    assert "db.large" in shown
    endpoint.refresh_from_db()
    assert (endpoint.instance_class, endpoint.vcpus) == (sold, None)
    assert "Its class is db.large now." in text_of(named)
    assert "No class is set" not in text_of(named)


def test_its_form_offers_them_by_what_is_typed(page, endpoint, sold):
    form = page.get(f"/endpoints/{endpoint.pk}/edit/").content.decode()
    part = page.get("/endpoints/nearest/?engine=mysql&vcpus=2&memory_gb=4&provider=")
    none = page.get("/endpoints/nearest/?engine=mysql&vcpus=two&memory_gb=&provider=")

    assert f'data-class="{sold.pk}"' in form
    assert f'data-class="{sold.pk}"' in part.content.decode()
    assert "data-class" not in none.content.decode()
    assert page.get("/endpoints/nearest/?engine=oracle").status_code == 200


def test_only_its_owner_names_its_class(page, sold):
    endpoint = EndpointFactory(vcpus=2)

    assert (
        page.post(f"/endpoints/{endpoint.pk}/class/", {"class": sold.pk}).status_code
        == 404
    )


@pytest.mark.parametrize("given", ["", "x", "9b0f7b0e-0000-4000-8000-000000000000"])
def test_what_is_no_class_is_not_found(page, endpoint, given):
    answer = page.post(f"/endpoints/{endpoint.pk}/class/", {"class": given})

    assert answer.status_code == 404


def test_a_class_of_another_protocol_is_refused(page, endpoint):
    other = InstanceClassFactory(engine="postgresql")

    answer = page.post(
        f"/endpoints/{endpoint.pk}/class/", {"class": other.pk}, follow=True
    )

    assert "is sold for PostgreSQL" in text_of(answer)
