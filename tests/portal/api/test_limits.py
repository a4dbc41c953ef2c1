"""A limit that is reached, as API and pages tell it."""

from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from benchruns.limits import door
from benchruns.models import Check, Endpoint, LimitUse, Run, Submission
from benchruns.vocabulary import Limit
from tests.benchruns.submissions.review.under_review import submitted
from tests.factories import EndpointFactory
from tests.portal.api.endpoints.given import BODY
from tests.portal.api.submitting import READ_WRITE, a_sample, begun, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def endpoint(settings, user):
    settings.LIMITS = {**settings.LIMITS, "checks": 1, "tokens": 0}
    endpoint = EndpointFactory(owner=user)
    door.spend(endpoint.owner, Limit.CHECKS)
    return endpoint


def test_one_check_too_many_is_429_with_when(endpoint, client):
    answer = client.post(f"/api/v1/endpoints/{endpoint.pk}/check/")

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 1 <= int(answer["Retry-After"]) <= 61
    assert "Try again at" in answer.json()["detail"]
    assert not Check.objects.exists()


def test_one_check_too_many_is_told_by_a_page_in_one_sentence(endpoint, client):
    client.force_login(endpoint.owner)

    answer = client.post(reverse("portal:endpoint-check", args=[endpoint.pk]))

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "Try again at" in answer.content.decode()
    assert not Check.objects.exists()


def test_what_no_time_frees_is_409_with_what_to_do(endpoint, client):
    answer = client.post(
        "/api/v1/tokens/",
        {"name": "ci", "scope": "read", "expires_at": None},
    )

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Revoke one" in answer.json()["detail"]
    assert "Retry-After" not in answer


def limit(settings, **values):
    settings.LIMITS = {**settings.LIMITS, **values}


def asked_for(endpoint, **parameters):
    """A run that its endpoint could take."""
    sizes = {"tables": 1, "table_size": 1000, "threads": 8, "duration_seconds": 60}
    given = {"workload": "oltp_read_write", "parameters": sizes | parameters}
    return {"endpoint": str(endpoint.pk), **given}


def test_a_run_that_fits_is_taken(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    assert client.post("/api/v1/runs/", asked_for(endpoint)).status_code == 201


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("runs", "Runs that wait or run: 0"),
        ("endpoint_runs", "Runs that wait or run on one endpoint: 0"),
    ],
)
def test_one_run_too_many_is_409_with_what_to_do(client, user, settings, name, label):
    limit(settings, **{name: 0})
    endpoint = EndpointFactory(owner=user, checked=True)

    answer = client.post("/api/v1/runs/", asked_for(endpoint))

    assert answer.status_code == HTTPStatus.CONFLICT
    assert f"{label}). Cancel some, or wait" in answer.json()["detail"]
    assert not Run.objects.exists()


def test_load_beyond_that_of_a_day_is_429_with_when(client, user, settings):
    limit(settings, load_seconds=100)
    endpoint = EndpointFactory(owner=user, checked=True)
    assert client.post("/api/v1/runs/", asked_for(endpoint)).status_code == 201

    answer = client.post("/api/v1/runs/", asked_for(endpoint))

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 86_000 < int(answer["Retry-After"]) <= 86_401
    assert "Seconds of load a day: 100). Try again at" in answer.json()["detail"]
    assert Run.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "most", "words"),
    [
        ("threads", 4, "4 threads at most; this one has 8"),
        ("data_gb", 0, "0 GB of data at most; this one loads"),
    ],
)
def test_a_run_that_is_too_large_is_400_at_its_field(
    client, user, settings, name, most, words
):
    limit(settings, **{name: most})
    endpoint = EndpointFactory(owner=user, checked=True)

    answer = client.post("/api/v1/runs/", asked_for(endpoint))

    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert words in str(answer.json()["errors"])
    assert not Run.objects.exists()


def test_one_endpoint_too_many_is_409_with_what_to_do(client, user, settings):
    limit(settings, endpoints=0)

    answer = client.post("/api/v1/endpoints/", BODY)

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Delete one that is not needed any more." in answer.json()["detail"]
    assert not Endpoint.objects.exists()


def test_uploads_beyond_those_of_a_day_are_429_with_when(client, user, settings):
    limit(settings, upload_mb=1)
    with transaction.atomic():
        door.spend(user, Limit.UPLOAD_MB, amount=2**20 - 1)

    answer = upload(client, a_sample(READ_WRITE))

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 86_000 < int(answer["Retry-After"]) <= 86_401
    assert "MB of uploads a day: 1). Try again at" in answer.json()["detail"]
    assert not Submission.objects.exists()


def test_refused_uploads_count_and_too_many_are_not_even_read(client, user, settings):
    limit(settings, upload_mb=1)
    text = b"no report " * 60_000

    answers = [
        upload(client, SimpleUploadedFile("odd.txt", text)) for _each in range(2)
    ]

    assert [each.status_code for each in answers] == [400, 429]
    used = LimitUse.objects.get(user=user, limit=Limit.UPLOAD_MB)
    assert used.amount == len(text)


def test_what_is_not_kept_counts_as_uploaded_whatever_the_reason(client, user):
    file = a_sample(READ_WRITE)
    size, key = file.size, {"Idempotency-Key": "report-1"}

    def used():
        return sum(row.amount for row in LimitUse.objects.filter(user=user))

    draft = upload(client, file, headers=key).json()["id"]
    assert used() == size
    upload(client, a_sample(READ_WRITE), headers=key)  # answered as before
    assert used() == 2 * size
    again = f"/api/v1/submissions/{draft}/files/"
    assert upload(client, a_sample(READ_WRITE), to=again).status_code == 409
    assert used() == 3 * size


def test_files_beside_a_text_that_is_refused_count_as_well(client, user):
    file = a_sample(READ_WRITE)

    answer = upload(client, file, credit="x" * 81)

    assert answer.status_code == 400
    assert LimitUse.objects.get(user=user).amount == file.size
    assert not Submission.objects.exists()


def test_what_is_stated_again_and_again_counts_as_uploaded(client, user, settings):
    draft = begun(client)["id"]
    limit(settings, upload_mb=1)
    texts = [
        "\n".join(
            ["innodb_buffer_pool_size = 134217728", "sync_binlog = 1"]
            + [f"name_{n} = {word * 20}" for n in range(5000)]
        )
        for word in "ab"
    ]

    answers = [
        client.patch(f"/api/v1/submissions/{draft}/", {"settings": text}, format="json")
        for text in texts * 4
    ]

    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert "MB of uploads a day" in answers[-1].json()["detail"]


def test_reports_handed_in_again_and_again_are_429(client, user, settings):
    limit(settings, comments=2)
    one = submitted(owner=user)
    page = f"/api/v1/submissions/{one.pk}/"
    answers = []
    for _each in range(2):
        client.post(f"{page}take-back/")
        answers.append(client.post(f"{page}submit/"))

    assert [each.status_code for each in answers] == [200, 429]
    assert client.get(page).json()["state"] == "draft"


def test_comments_beyond_those_of_a_day_are_429(client, user, settings):
    limit(settings, comments=2)
    one = submitted(owner=user)  # counts as one

    answers = [
        client.post(f"/api/v1/submissions/{one.pk}/comment/", {"text": text})
        for text in ("First.", "Second.")
    ]

    assert [each.status_code for each in answers] == [200, 429]
    assert "Comments and reports handed in a day: 2" in answers[1].json()["detail"]
    assert one.events.filter(step="commented").count() == 1
