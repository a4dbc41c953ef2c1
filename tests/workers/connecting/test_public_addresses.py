"""Nothing connects to an address of the internet before staff allowed it."""

import pytest

from benchruns.endpoints import public_addresses
from benchruns.errors import FieldError
from benchruns.failures.failure import BenchbookError
from benchruns.models import AuditEntry, PublicAddress
from benchruns.sentences.endpoints import check_message
from portal.wording.checks import metrics_fault
from tests.factories import EndpointFactory, RunFactory, UserFactory
from workers import checker
from workers.connecting import contact
from workers.runs import executor

pytestmark = pytest.mark.django_db
PUBLIC = "8.8.8.8"


@pytest.fixture(autouse=True)
def asking(settings):
    settings.ENDPOINT_NETWORKS = None
    settings.PUBLIC_ENDPOINTS = "ask"


@pytest.fixture
def endpoint(db):
    return EndpointFactory(host=PUBLIC)


def code_of(endpoint):
    with pytest.raises(BenchbookError) as refused:
        contact.target_of(endpoint)
    return refused.value.failure.code


def test_a_check_of_one_waits_for_staff_and_connects_nowhere(endpoint):
    check = endpoint.checks.create()

    checker.perform(check.pk)

    check.refresh_from_db()
    assert check.code == "public_address_waits"
    assert "staff allow it" in check_message(check.code, check.values)
    assert str(PublicAddress.objects.get()) == "8.8.8.8:3306"


def test_a_run_on_one_fails_with_one_sentence(endpoint):
    run = RunFactory(endpoint=endpoint, owner=endpoint.owner)

    executor.execute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == ("failed", "public_address_waits")


def test_what_staff_allowed_is_reached_by_this_endpoint_alone(endpoint):
    assert code_of(endpoint) == code_of(endpoint) == "public_address_waits"
    staff = UserFactory(staff=True)

    public_addresses.decide(PublicAddress.objects.get().pk, is_allowed=True, by=staff)

    assert contact.target_of(endpoint).address == PUBLIC
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("address_allowed", staff)
    assert code_of(EndpointFactory(host=PUBLIC)) == "public_address_waits"
    endpoint.port = 3307
    assert code_of(endpoint) == "public_address_waits"


def test_what_staff_refused_is_told_with_their_reason(endpoint):
    code_of(endpoint)
    asked = PublicAddress.objects.get()
    staff = UserFactory(staff=True)
    with pytest.raises(FieldError):
        public_addresses.decide(asked.pk, is_allowed=False, by=staff)

    public_addresses.decide(asked.pk, is_allowed=False, by=staff, reason="not ours")

    check = endpoint.checks.create()
    checker.perform(check.pk)
    check.refresh_from_db()
    assert "endpoint: “not ours”." in check_message(check.code, check.values)
    assert AuditEntry.objects.get().details["reason"] == "not ours"


def test_a_listed_network_needs_no_allowance(endpoint, settings):
    settings.ENDPOINT_NETWORKS = ("8.8.8.0/24",)

    assert contact.target_of(endpoint).address == PUBLIC


def test_a_setting_allows_or_refuses_them_all(endpoint, settings):
    settings.PUBLIC_ENDPOINTS = "allow"
    assert contact.target_of(endpoint).address == PUBLIC

    settings.PUBLIC_ENDPOINTS = "refuse"
    assert code_of(endpoint) == "public_address_never"


def test_a_private_address_needs_no_allowance():
    assert contact.target_of(EndpointFactory(host="10.0.0.5")).address == "10.0.0.5"


def test_an_exporter_in_the_internet_waits_for_staff_as_well():
    endpoint = EndpointFactory(host="127.0.0.1", metrics_url=f"http://{PUBLIC}:9100/m")

    with pytest.raises(BenchbookError) as refused:
        contact.metrics_place_of(endpoint)

    assert refused.value.failure.code == "public_address_waits"
    assert str(PublicAddress.objects.get()) == "8.8.8.8:9100"


@pytest.mark.parametrize("code", ["waits", "refused", "never"])
def test_a_check_says_why_an_exporter_in_the_internet_is_not_asked(code):
    fault = metrics_fault({"metrics": f"public_address_{code}"})

    assert fault.startswith("It is at a public address")
