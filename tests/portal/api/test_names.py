"""Names of classes, versions and providers as programs send and look for them."""

import pytest

from benchruns.models import Endpoint, InstanceClass, Provider
from benchruns.submissions.review import moves
from tests.benchruns.submissions.intake.filled_templates import ROW, filled, named
from tests.factories import InstanceClassFactory, ProviderFactory, ResultFactory
from tests.portal.api.endpoints.given import BODY, ENDPOINTS
from tests.portal.api.submitting import WHOLE, a_file, at, begun, errors, upload
from tests.submission_factories import ReviewerFactory

PROVIDER, CODE = "阿里云", "4C/16G"


@pytest.fixture
def sold(db):
    provider = ProviderFactory(slug=PROVIDER, name=PROVIDER)
    return InstanceClassFactory(provider=provider, code=CODE)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("engine_version", "n/a", "Give the version with its number, as 8.0.36"),
        ("instance_class", "%2f", "Give letters, digits, blanks and . _ -"),
        ("instance_class", "4C\u202e", "Remove the characters that cannot be seen"),
        ("provider", "..", "Begin with a letter or a digit."),
        ("provider", "unknown", "Name the provider, as alibaba-cloud"),
        ("provider", ["x"], "Give a text."),
    ],
)
def test_a_wrong_name_is_refused_with_what_to_give(client, name, value, told):
    draft = begun(client)

    answer = client.patch(at(draft), {"statement": {name: value}}, format="json")

    assert errors(answer)[f"statement.{name}"].startswith(told)


def test_a_wrong_name_in_a_report_template_is_told_by_its_cell(client):
    rows = filled({**ROW, "engine_version": "n/a", "instance_class": "a?b"})

    answer = upload(client, a_file(rows, name="report.xlsx"))

    told = answer.content.decode()
    assert answer.status_code == 400
    assert f"{named('engine_version')}: Give the version with its number" in told
    assert f"{named('instance_class')}: Give letters, digits, blanks" in told


def test_a_report_names_class_and_provider_as_people_do_from_upload_to_list(
    client, anonymous
):
    draft = begun(client)
    stated = WHOLE | {"provider": PROVIDER, "instance_class": CODE}
    client.patch(at(draft), {"statement": stated}, format="json")
    assert client.post(at(draft, "submit/")).status_code == 200
    moves.accept(draft["id"], by=ReviewerFactory(), grade="accepted", version=1)

    for found in (
        anonymous.get("/api/v1/results/", {"provider": PROVIDER}),
        anonymous.get("/api/v1/results/", {"instance_class": CODE}),
    ):
        (row,) = found.json()["results"]
        assert (row["provider"], row["instance_class"]) == (PROVIDER, CODE)
    classes = anonymous.get("/api/v1/instance-classes/", {"provider": PROVIDER})
    assert [each["code"] for each in classes.json()["results"]] == [CODE]
    page = anonymous.get("/api/v1/engines/").json()["results"][0]["url"]
    assert anonymous.get(page).status_code == 200
    assert Provider.objects.get().name == PROVIDER
    assert InstanceClass.objects.get().code == CODE


def test_an_endpoint_is_of_a_class_with_such_a_name(client, sold):
    answer = client.post(
        ENDPOINTS,
        BODY | {"instance_class": CODE, "provider": PROVIDER},
        format="json",
    )

    assert answer.status_code == 201, answer.content
    assert (answer.json()["instance_class"], answer.json()["provider"]) == (
        CODE,
        PROVIDER,
    )
    assert Endpoint.objects.get().instance_class == sold


@pytest.mark.parametrize(
    "word", [f"{PROVIDER}/mysql/{CODE}", f"{PROVIDER}/mysql/4C~2F16G"]
)
def test_a_class_is_compared_by_its_word(anonymous, sold, word):
    ResultFactory(instance_class=sold)

    (row,) = anonymous.get("/api/v1/compare/", {"class": word}).json()["rows"]

    assert row["instance_class"] == CODE
