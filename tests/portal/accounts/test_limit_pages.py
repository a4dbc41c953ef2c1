"""What one may have at most, and has: one's own page, and staff's of one user."""

import re
from datetime import timedelta
from html import unescape
from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from benchruns.limits import allowance, door
from benchruns.models import AuditEntry, Endpoint, LimitUse, Run, Submission, UserLimit
from benchruns.vocabulary import AuditAction, Limit
from tests.factories import ApiTokenFactory, EndpointFactory, RunFactory, UserFactory
from tests.portal.endpoints.given import GIVEN
from tests.portal.runs.new_run.given import given_for
from tests.portal.runs.reproduce_form.reproduced import row_of, sent
from tests.portal.submissions.test_submission_form import READ_ONLY, sample

pytestmark = pytest.mark.django_db

OWN, STAFFS = "/account/limits/", "/limits/"


@pytest.fixture
def grace():
    return UserFactory(staff=True, username="grace.hopper")


@pytest.fixture
def staff(client, grace):
    client.force_login(grace)
    return client


def text_of(answer) -> str:
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split()))


def lines_of(answer) -> dict:
    return {line["label"]: line for line in answer.context["lines"]}


def test_a_user_sees_of_each_limit_what_is_used_and_when_it_frees_up(page, user):
    endpoint = EndpointFactory(owner=user, name="shop-db")
    RunFactory(owner=user, endpoint=endpoint, parameters={"duration_seconds": 60})
    RunFactory(owner=user, endpoint=endpoint, parameters={"duration_seconds": 40})
    ApiTokenFactory(user=user)
    door.spend(user, Limit.CHECKS)

    answer = page.get(OWN)

    lines = lines_of(answer)
    used = {name: line["used"] for name, line in lines.items() if line["used"]}
    assert used == {
        "Runs that wait or run": "2",
        "Runs that wait or run on one endpoint": "2",
        "Seconds of load a day": "100",
        "Endpoints": "1",
        "Checks a minute": "1",
        "API tokens": "1",
        "Webhooks": "0",
        "MB of uploads a day": "0",
        "Comments and reports handed in a day": "0",
    }
    checks = lines["Checks a minute"]
    assert timezone.now() < checks["next_free"] < timezone.now() + timedelta(minutes=2)
    assert lines["Runs that wait or run on one endpoint"]["endpoint"] == endpoint
    text = text_of(answer)
    assert "when one is revoked or expires" in text
    assert "Threads of a run – 2,000 holds for each run" in text


def test_a_limit_that_is_reached_or_set_by_staff_is_marked(page, user):
    EndpointFactory(owner=user)
    by = UserFactory(staff=True)
    allowance.change(user, {Limit.ENDPOINTS: 1}, by=by)

    line = lines_of(page.get(OWN))["Endpoints"]

    assert line["is_reached"]
    assert line["is_own"]


def test_staff_set_values_for_one_user_and_the_audit_log_names_them(staff, grace, user):
    address = f"{STAFFS}?user={user.username}"
    assert "Everybody's: 500" in text_of(staff.get(address))

    answer = staff.post(address, {"runs": "7", "checks": "0"}, follow=True)

    assert f"The limits of {user.username} are set." in text_of(answer)
    assert allowance.own_values(user) == {Limit.RUNS: 7, Limit.CHECKS: 0}
    entries = AuditEntry.objects.filter(action=AuditAction.LIMIT_CHANGED)
    assert set(entries.values_list("actor", "door")) == {(grace.pk, "page")}
    assert user.username in text_of(staff.get(STAFFS))
    staff.post(address, {"runs": "", "checks": ""})
    assert allowance.own_values(user) == {}


@pytest.mark.parametrize("value", ["-1", "many", "1.5", "9" * 30, "\0"])
def test_a_value_that_is_no_number_is_told_at_its_field(staff, user, value):
    answer = staff.post(f"{STAFFS}?user={user.username}", {"runs": value})

    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert answer.context["form"].errors["runs"]
    assert allowance.own_values(user) == {}


def test_a_name_that_nobody_has_is_told(staff):
    answer = staff.get(STAFFS, {"user": "nobody"})

    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "No user has this name." in text_of(answer)


def test_users_neither_see_nor_set_limits_of_others(page, user):
    address = f"{STAFFS}?user={user.username}"

    assert page.get(address).status_code == HTTPStatus.FORBIDDEN
    assert page.post(address, {"runs": "9999"}).status_code == HTTPStatus.FORBIDDEN
    assert allowance.own_values(user) == {}


def test_one_endpoint_too_many_is_told_by_its_page(page, user, settings):
    settings.LIMITS = {**settings.LIMITS, "endpoints": 0}

    answer = page.post("/endpoints/new/", GIVEN)

    assert "Delete one that is not needed any more." in text_of(answer)
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("limit", ["runs", "endpoint_runs"])
def test_one_run_too_many_is_told_by_new_run(page, user, settings, limit):
    settings.LIMITS = {**settings.LIMITS, limit: 1}
    endpoint = EndpointFactory(owner=user, checked=True)
    RunFactory(owner=user, endpoint=endpoint)

    answer = page.post("/runs/new/", given_for(endpoint))

    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Cancel some, or wait" in text_of(answer), answer.context["form"].errors
    assert "Retry-After" not in answer
    assert Run.objects.count() == 1


def test_load_beyond_that_of_a_day_is_told_by_new_run_with_when(page, user, settings):
    settings.LIMITS = {**settings.LIMITS, "load_seconds": 100}
    endpoint = EndpointFactory(owner=user, checked=True)
    given = given_for(endpoint, warmup_seconds=0, duration_seconds=60)
    assert page.post("/runs/new/", given).status_code == HTTPStatus.FOUND

    answer = page.post("/runs/new/", given)

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 86_000 < int(answer["Retry-After"]) <= 86_401
    assert "Seconds of load a day: 100). Try again at" in text_of(answer)
    assert Run.objects.count() == 1


@pytest.mark.parametrize(
    ("limit", "most", "words"),
    [
        ("threads", 4, "may have 4 threads at most; this one has 8"),
        ("data_gb", 0, "may load 0 GB of data at most; this one loads"),
    ],
)
def test_a_run_that_is_too_large_is_told_by_new_run(
    page, user, settings, limit, most, words
):
    settings.LIMITS = {**settings.LIMITS, limit: most}
    endpoint = EndpointFactory(owner=user, checked=True)

    answer = page.post("/runs/new/", given_for(endpoint, threads=8))

    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert words in text_of(answer)
    assert "or ask staff for more." in text_of(answer)
    assert not Run.objects.exists()


def test_the_form_of_a_run_states_the_limit_of_its_own_user(page, user, settings):
    settings.LIMITS = {**settings.LIMITS, "threads": 2000}
    EndpointFactory(owner=user, checked=True)
    everybodys = text_of(page.get("/runs/new/"))

    UserLimit.objects.create(user=user, limit="threads", most=300)
    own = text_of(page.get("/runs/new/"))

    assert "1 to 2,000, the most that a run of yours may have." in everybodys
    assert "1 to 300, the most that a run of yours may have." in own
    assert "10,000." not in own


def test_a_limit_above_what_a_tool_can_is_not_stated(page, user, settings):
    settings.LIMITS = {**settings.LIMITS, "threads": 20_000}
    EndpointFactory(owner=user, checked=True)

    assert "1 to 10,000." in text_of(page.get("/runs/new/"))


def test_one_upload_too_many_is_told_by_the_page_of_submissions(page, user, settings):
    settings.LIMITS = {**settings.LIMITS, "upload_mb": 0}

    answer = page.post("/submissions/new/", {"files": [sample(READ_ONLY)]})

    assert answer.status_code in (HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS)
    assert "MB of uploads a day: 0" in text_of(answer)
    assert not Submission.objects.exists()


def test_the_page_that_tells_of_a_limit_leads_to_all_of_them(page, user, settings):
    settings.LIMITS = {**settings.LIMITS, "tokens": 0}

    answer = page.post("/tokens/", {"name": "ci", "scope": "read", "lifetime": "30"})

    assert answer.status_code == HTTPStatus.CONFLICT
    assert f'href="{OWN}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("threads", "may have 1 thread at most; this one has"),
        ("data_gb", "may load 0 GB of data at most; this one loads"),
    ],
)
def test_a_published_row_that_is_too_large_to_repeat_says_so_and_what_to_do(
    page, user, settings, published, limit, words
):
    settings.LIMITS = {**settings.LIMITS, limit: int(limit == "threads")}
    endpoint = EndpointFactory(owner=user, checked=True)
    row = row_of("oltp_read_write", engine_version="8.0", regime="cached")

    answer = sent(page, row, endpoint)

    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert words in text_of(answer)
    assert "or ask staff for more." in text_of(answer)
    assert not Run.objects.exists()


def test_what_a_page_refuses_to_read_counts_as_uploaded(page, user):
    odd = SimpleUploadedFile("odd.txt", b"no report")

    answer = page.post("/submissions/new/", {"files": odd})

    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert LimitUse.objects.get(user=user).amount == odd.size
