"""Callers and rows for each operation of the description, by its path and method."""

import re

from benchruns.models import Counter, ServerVariables
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.benchruns.submissions.review.under_review import STATED
from tests.factories import (
    ApiTokenFactory,
    CampaignFactory,
    EventFactory,
    GeneratorFactory,
    HistogramFactory,
    InstanceClassFactory,
    OutputFactory,
    ProviderFactory,
    RunFactory,
    SampleFactory,
    UserFactory,
)
from tests.portal.api.conftest import client_of
from tests.portal.api.rows import climbed, kept_by, made_by_two, schedule_of
from tests.submission_factories import (
    CampaignDraftFactory,
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)
from tests.webhook_factories import DeliveryFactory

BY_STAFF = ("/providers/", "/instance-classes/", "/campaigns/", "/campaign-drafts/")
BY_REVIEWERS = ("/accept/", "/reject/", "/request-changes/")


def rows_of(user, staff):
    """The ids that stand in paths, by the list that they are of."""
    run = RunFactory(owner=user, succeeded=True)
    made_by_two(run)
    series = series_with(1000.0, owner=user)
    submission = SubmissionFactory(owner=user, statement=STATED)
    file = SubmittedFileFactory(submission=submission)
    SubmittedResultFactory(draft=True, submission=submission, submitted_file=file)
    attempt = run.attempts.get()
    SampleFactory(run=run, attempt=attempt.number)
    EventFactory(run=run, attempt=attempt.number)
    Counter.objects.create(
        run=run, attempt=attempt.number, second=1, values={"round_trip_ms": 0.4}
    )
    OutputFactory(attempt=attempt)
    variables = ServerVariables.objects.stored({"fsync": "on"}, changed=())
    run.attempts.update(variables=variables)
    result = measure(series, 990.0)[0]
    HistogramFactory(result=result)
    campaign = CampaignFactory()
    provider = ProviderFactory(slug="third", name="Third")
    sold = InstanceClassFactory(provider=provider, code="t.1", source_text="a page")
    return {
        "endpoints": run.endpoint_id,
        "runs": run.pk,
        "results": result.pk,
        "series": series.pk,
        "regression-rules": rule_for(series, figure="qps").pk,
        "submissions": submission.pk,
        "data-sets": kept_by(run).pk,
        "schedules": schedule_of(run).pk,
        "webhooks": DeliveryFactory(webhook__owner=user, delivered=True).webhook_id,
        "generators": GeneratorFactory().pk,
        "providers": provider.pk,
        "instance-classes": sold.pk,
        "campaigns": campaign.slug,
        "sources": campaign.source_id,
        "workloads": "oltp_read_write",
        "sweeps": climbed(user, threads=(1, 2), tps=(500.0, 900.0)).pk,
        "tokens": ApiTokenFactory(user=user).pk,
        "campaign-drafts": CampaignDraftFactory(entered_by=staff).pk,
        "{file}": file.pk,
    }


def address(path, rows):
    kind = re.match(r"/api/v1/([a-z-]+)/", path)[1]
    named = path.replace("{file}", str(rows["{file}"]))
    return re.sub(r"\{(id|slug|name)\}", lambda _: str(rows[kind]), named)


def operations(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "operationId" in operation:
                yield path, method, operation


def shape_of(schema, operation, media_type="application/json"):
    """The object that a body is; None where there is none."""
    content = operation.get("requestBody", {}).get("content", {})
    if media_type not in content:
        return None
    name = content[media_type]["schema"]["$ref"].rsplit("/", 1)[1]
    return schema["components"]["schemas"][name]


def fields_of(answer):
    assert answer.status_code == 400, answer.content
    return {error["field"] for error in answer.json()["errors"]}


def asker(client, user):
    """As ``sender``, and answers the faults' fields."""
    send = sender(client, user)
    return lambda path, method, body: fields_of(send(path, method, body))


def sender(client, user):
    """Sends a body to an operation as one who may."""
    staff = UserFactory(staff=True)
    rows = rows_of(user, staff)
    callers = {BY_STAFF: client_of(staff), BY_REVIEWERS: client_of(ReviewerFactory())}

    def send(path, method, body):
        caller = client
        for part, other in callers.items():
            if any(word in path for word in part):
                caller = other
        return getattr(caller, method)(address(path, rows), body)

    return send
