"""Providers and classes that staff enter, and the papers' own beside them."""

from datetime import date

import pytest

from benchruns.catalogue.entry.columns import CLASS_KEY
from benchruns.catalogue.entry.entries import (
    change_class,
    change_provider,
    enter_class,
    enter_provider,
)
from benchruns.errors import FieldError
from benchruns.models import CatalogueChange, InstanceClass, Provider
from benchruns.results.published.loader import load
from tests.benchruns.catalogue import entry_values as given
from tests.factories import InstanceClassFactory, SourceFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return UserFactory(staff=True)


@pytest.fixture
def aws(user):
    return enter_provider(given.provider(), user=user)


def test_a_class_is_entered_with_its_source_and_who_entered_it(aws, user):
    sold = enter_class(given.sold(), user=user)

    sold.refresh_from_db()
    assert (sold.provider, sold.vcpus, sold.memory_gb) == (aws, 2, 4.0)
    assert (sold.burst_baseline_percent, sold.most_burst_credits) == (20, 576)
    assert sold.regions == ["eu-central-1", "us-east-1"]
    assert (sold.source_text, sold.stated_on) == (
        "https://aws.example/rds/classes",
        date(2026, 1, 31),
    )
    assert (sold.entered_by, sold.is_entered) == (user, True)
    record = CatalogueChange.objects.filter(kind="instance_class").get()
    assert (record.actor, record.key) == (user, "aws/mysql/db.t3.medium")
    assert record.values["vcpus"] == [None, 2]


@pytest.mark.parametrize(
    "twin",
    [
        {"slug": "aws"},
        {"slug": "AWS"},
        {"slug": "amazon", "name": "amazon web services"},
    ],
)
def test_a_provider_is_there_once_however_it_is_written(aws, user, twin):
    with pytest.raises(FieldError, match="already") as refusal:
        enter_provider(given.provider(**twin), user=user)

    assert refusal.value.field == "slug"
    assert Provider.objects.count() == 1


def test_a_class_needs_a_provider_that_is_there(user):
    with pytest.raises(FieldError, match="enter it first") as refusal:
        enter_class(given.sold(), user=user)

    assert refusal.value.field == "provider"


@pytest.mark.parametrize("code", ["db.t3.medium", "DB.T3.Medium"])
def test_a_class_is_there_once_however_it_is_written(aws, user, code):
    enter_class(given.sold(), user=user)

    with pytest.raises(FieldError, match="already: change it there"):
        enter_class(given.sold(code=code), user=user)


def test_the_class_of_a_paper_is_not_entered_again(aws, user):
    InstanceClassFactory(
        provider=aws, code="db.t3.medium", source=SourceFactory(slug="paper")
    )

    with pytest.raises(FieldError, match="stated by a paper, paper, and stays"):
        enter_class(given.sold(), user=user)


def test_credits_need_a_baseline(aws, user):
    with pytest.raises(FieldError) as refusal:
        enter_class(given.sold(burst_baseline_percent=""), user=user)

    assert refusal.value.field == "burst_baseline_percent"


def test_a_change_records_what_was_before(aws, user):
    sold = enter_class(given.sold(), user=user)
    other = UserFactory(staff=True)

    change_class(sold.pk, given.sold(iops="3000"), user=other)
    change_class(sold.pk, given.sold(iops="3000"), user=user)

    record = CatalogueChange.objects.first()
    assert (record.actor, record.values) == (other, {"iops": [None, 3000]})
    sold.refresh_from_db()
    assert (sold.iops, sold.entered_by) == (3000, other)


@pytest.mark.parametrize("name", CLASS_KEY)
def test_what_addresses_are_made_of_stays(aws, user, name):
    sold = enter_class(given.sold(), user=user)
    other = {"provider": "gcp", "engine": "postgresql", "code": "db.t3.large"}

    with pytest.raises(FieldError, match="in addresses") as refusal:
        change_class(sold.pk, {name: other[name]}, user=user)

    assert refusal.value.field == name


def test_of_a_papers_class_staff_state_what_the_paper_does_not(user):
    sold = InstanceClassFactory(source=SourceFactory(slug="paper"), iops=100)
    ends = {"sale_ends_on": date(2026, 6, 30), "source_text": "a notice"}

    with pytest.raises(FieldError, match="The paper paper states this"):
        change_class(sold.pk, {"iops": 200}, user=user)
    with pytest.raises(FieldError) as refusal:
        change_class(sold.pk, ends, user=user)
    change_class(sold.pk, ends | {"stated_on": date(2026, 1, 1)}, user=user)

    assert refusal.value.field == "stated_on"
    sold.refresh_from_db()
    assert (sold.iops, sold.sale_ends_on) == (100, date(2026, 6, 30))


def test_the_provider_of_a_paper_keeps_its_name(user):
    sold = InstanceClassFactory(source=SourceFactory())

    with pytest.raises(FieldError, match="of the vendors' papers"):
        change_provider(
            sold.provider_id, given.provider(slug=sold.provider_id), user=user
        )


def test_loading_the_papers_leaves_what_staff_entered(user):
    enter_provider(given.provider(slug="huawei-cloud", name="Huawei"), user=user)
    enter_provider(given.provider(slug="alibaba-cloud", name="Alibaba"), user=user)
    mine = enter_class(
        given.sold(provider="alibaba-cloud", code="rds.mysql.c1.xlarge"), user=user
    )

    load()
    again = load()

    mine.refresh_from_db()
    assert (mine.vcpus, mine.source, mine.entered_by) == (2, None, user)
    assert Provider.objects.get(pk="huawei-cloud").name == "Huawei"
    assert mine.results.exists()
    assert (again.created, again.changed, again.findings_changed) == (0, 0, 0)


def test_loading_the_papers_keeps_what_staff_added_to_them(user):
    load()
    sold = InstanceClass.objects.get(code="rds.mysql.c1.xlarge")
    ends = given.sold()["stated_on"]
    change_class(
        sold.pk,
        {"sale_ends_on": ends, "source_text": "a notice", "stated_on": ends},
        user=user,
    )

    again = load()

    sold.refresh_from_db()
    assert (sold.sale_ends_on, sold.source_text) == (ends, "a notice")
    assert (again.created, again.changed) == (0, 0)
