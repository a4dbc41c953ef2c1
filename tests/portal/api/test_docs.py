"""The examples of docs/api.md are true: each request in it is answered with success."""

import json
import re
import threading
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from benchruns.models import ServerVariables
from benchruns.submissions.review import moves
from benchruns.trends import exclusions
from portal import dispatch
from tests import published_database
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.benchruns.submissions.review.under_review import STATED
from tests.factories import (
    GeneratorFactory,
    HistogramFactory,
    InstanceClassFactory,
    OutputFactory,
    ProviderFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.portal.api import examples
from tests.portal.api.conftest import client_of
from tests.portal.api.rows import kept_by, schedule_of
from tests.submission_factories import (
    CampaignDraftFactory,
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)
from tests.submission_files import SETTINGS, sysbench_text
from tests.webhook_factories import DeliveryFactory

# What is asked of a submission that was handed in; all else is asked of a draft.
OF_SUBMITTED = (
    "/comment/",
    "/take-back/",
    "/withdraw/",
    "/request-changes/",
    "/accept/",
    "/reject/",
)
DOCS = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
PART = re.compile(r"-F ([\"'])(\w+)=(@?)(.*?)\1(?= |$)")
CALL = re.compile(
    r"^curl -s (?:-X (?P<method>\w+) )?\"?\$api(?P<path>[^\s\"]+)\"?"
    r"(?P<headers>(?: -H \"[^\"]+\")*)"
    r"(?P<parts>(?: -F (?:\"[^\"]+\"|'[^']+'))*)(?: -d '(?P<body>\{.*?\})')?$",
    flags=re.MULTILINE | re.DOTALL,
)


def calls():
    """Every request of the document in its order, with its line as name."""
    found = []
    for block in re.findall(r"^```sh\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL):
        joined = re.sub(r"'(\$\w+)'", r"\1", block)
        matches = list(CALL.finditer(joined))
        assert len(matches) == joined.count("curl "), block
        found += [
            pytest.param(match, id=f"{index} {match['path']}")
            for index, match in enumerate(matches, start=len(found))
        ]
    return found


@pytest.fixture(scope="module")
def stored(django_db_setup, django_db_blocker):
    """Rows for all examples: to make them takes longer than to ask."""
    found = {}

    def store():
        found["user"] = UserFactory().pk
        found["rows"] = _rows(User.objects.get(pk=found["user"]))

    for _ in published_database.loaded(django_db_blocker, by=store):
        yield found


@pytest.fixture
def user(db, stored):
    return User.objects.get(pk=stored["user"])


@pytest.fixture
def known(stored, monkeypatch, sent):
    """What the variables of the examples stand for: rows that exist."""
    # No request waits for a check: there is no worker.
    monkeypatch.setattr(dispatch, "_waiting", threading.BoundedSemaphore(0))
    return dict(stored["rows"])


def _rows(user):
    run = RunFactory(owner=user, succeeded=True)
    OutputFactory(attempt=run.attempts.get())
    variables = ServerVariables.objects.stored({"fsync": "on"}, changed=())
    run.attempts.update(variables=variables)
    provider = ProviderFactory(slug="alibaba-cloud")
    for code in ("rds.mysql.c1.xlarge", "rds.mysql.c2.xlarge"):
        InstanceClassFactory(provider=provider, code=code)
    series = series_with(1000.0, owner=user)
    delivery = DeliveryFactory(webhook__owner=user, delivered=True)
    submission = SubmissionFactory(owner=user, statement=STATED)
    file = SubmittedFileFactory(submission=submission)
    SubmittedResultFactory(draft=True, submission=submission, submitted_file=file)
    return {
        "series": series.pk,
        "rule": rule_for(series, figure="qps").pk,
        "endpoint": run.endpoint_id,
        "run": run.pk,
        "published": ResultFactory().pk,
        "result": HistogramFactory(result=measure(series, 990.0)[0]).pk,
        "one": ResultFactory().pk,
        "other": ResultFactory().pk,
        "data_set": kept_by(run).pk,
        "schedule": schedule_of(run).pk,
        "webhook": delivery.webhook_id,
        "generator": GeneratorFactory().pk,
        "delivery": delivery.pk,
        "waiting": DeliveryFactory(webhook=delivery.webhook).pk,
        "submission": submission.pk,
        "file": file.pk,
    }


@pytest.mark.parametrize("call", calls())
def test_an_example_is_answered_with_success(client, user, known, call, schema):
    if "$sweep" in call["path"]:
        known["sweep"] = _sweep(client, known)
    if call["path"].endswith("/include/"):
        exclusions.exclude(known["result"], by=user, reason="a backup ran")
    if call["path"].endswith("/cancel/"):
        known["run"] = RunFactory(owner=user).pk
    if call["path"].endswith(OF_SUBMITTED):
        moves.submit(known["submission"], by=user)

    def fill(text):
        return re.sub(r"\$(\w+)", lambda match: str(known[match[1]]), text)

    body = json.loads(fill(call["body"])) if call["body"] else _parts(call["parts"])
    method = (call["method"] or ("post" if body else "get")).lower()
    caller = _caller(call, client, known)
    path = f"/api/v1{fill(call['path'])}"
    answer = getattr(caller, method)(
        path, body, format="multipart" if call["parts"] else None
    )

    assert answer.status_code in (200, 201, 202, 204), answer.content
    if method != "get":
        examples.hold(schema, method, path, body, answer)
    who = r"\$(auth|reviewer|staff|second)\b"
    assert re.search(who, call["headers"]) or method == "get"


def _caller(call, client, known):
    """Who asks; for staff what of a third provider is there already."""
    if "$reviewer" in call["headers"]:
        return client_of(ReviewerFactory())
    if not re.search(r"\$(staff|second)\b", call["headers"]):
        return client
    staff = UserFactory(staff=True)
    if call["path"] != "/providers/":
        provider = ProviderFactory(slug="aws", name="Amazon Web Services")
        if call["path"] != "/instance-classes/":
            known["class"] = InstanceClassFactory(
                provider=provider, code="db.t3.medium", source_text="a page",
                stated_on="2026-01-31",
            ).pk  # fmt: skip
            known["draft"] = CampaignDraftFactory(entered_by=staff).pk
    is_second = "$second" in call["headers"]
    return client_of(UserFactory(staff=True) if is_second else staff)


def _parts(text):
    """What curl's -F sends: files by their names, other parts as they stand."""
    parts = {}
    for number, (_, name, is_file, value) in enumerate(PART.findall(text)):
        part = value
        if is_file:
            report = sysbench_text(tps=100 + number).encode()
            part = SimpleUploadedFile(
                value, SETTINGS.encode() if "variables" in value else report
            )
        parts.setdefault(name, []).append(part)
    return parts or None


def _sweep(client, known):
    body = {
        "endpoint": str(known["endpoint"]),
        "workload": "oltp_read_write",
        "threads": [1],
    }
    return client.post("/api/v1/sweeps/", body).json()["id"]


def test_the_document_has_examples():
    assert len(calls()) > 15


def test_every_key_of_an_answer_is_named(schema):
    code = re.findall(r"```.*?```|``.+?``|`[^`]+`", DOCS, flags=re.DOTALL)
    named = set(re.findall(r"\w+", " ".join(code)))

    keys = {
        key
        for shape in schema["components"]["schemas"].values()
        for key in shape.get("properties", ())
    }

    assert len(keys) > 300
    assert sorted(keys - named) == []


@pytest.mark.parametrize(
    "shape",
    [
        "RunRequest",
        "SweepRequest",
        "PlanRequest",
        "ScheduleRequest",
        "Upload",
        "WebhookRequest",
    ],
)
def test_every_key_of_a_body_is_described(schema, shape):
    for name in schema["components"]["schemas"][shape]["properties"]:
        assert f"`{name}`" in DOCS, name
