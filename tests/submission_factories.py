"""Valid rows of uploaded test reports."""

import hashlib
import zlib

import factory
from django.contrib.auth.models import Group
from factory.django import DjangoModelFactory

from benchruns.models import CampaignDraft, Result, Submission, SubmittedFile
from benchruns.models.submissions import REVIEWERS
from benchruns.parsers.stored import report as stored_report
from benchruns.results.datachecks.claims import regime_not_shown, time_not_stated
from benchruns.results.datachecks.results import row_of
from benchruns.submissions.template import read_csv
from tests.benchruns.submissions.campaigns.paper_values import table
from tests.factories import NOON, UserFactory

REPORT = {"format": "sysbench", "tool": "sysbench", "figures": {"tps": 100.0}}


class ReviewerFactory(UserFactory):
    @factory.post_generation
    def reviewing(user, create, _extracted, **_kwargs):
        if create:
            user.groups.add(Group.objects.get_or_create(name=REVIEWERS)[0])


class SubmissionFactory(DjangoModelFactory[Submission]):
    class Meta:
        model = Submission

    class Params:
        submitted = factory.Trait(state="submitted", version=1, submitted_at=NOON)
        accepted = factory.Trait(
            state="accepted",
            version=1,
            submitted_at=NOON,
            decided_at=NOON,
            accepted_at=NOON,
            grade="accepted",
            reviewer=factory.SubFactory(ReviewerFactory),
        )

    owner = factory.SubFactory(UserFactory)


class SubmittedFileFactory(DjangoModelFactory[SubmittedFile]):
    """``text`` (not a column) is what the file holds."""

    class Meta:
        model = SubmittedFile

    class Params:
        text = factory.Sequence(lambda n: f"report {n}")

    submission = factory.SubFactory(SubmissionFactory)
    name = factory.Sequence(lambda n: f"run-{n}.txt")
    content = factory.LazyAttribute(lambda file: zlib.compress(file.text.encode()))
    size_bytes = factory.LazyAttribute(lambda file: len(file.text.encode()))
    sha256 = factory.LazyAttribute(
        lambda file: hashlib.sha256(file.text.encode()).hexdigest()
    )
    format = "sysbench"
    tool = "sysbench"
    tool_version = "1.0.20"
    parser_version = "1"
    report = factory.LazyFunction(lambda: dict(REPORT))


class SubmittedResultFactory(DjangoModelFactory[Result]):
    """A result of an accepted submission; ``draft`` for one that is under review."""

    class Meta:
        model = Result
        skip_postgeneration_save = True

    class Params:
        draft = factory.Trait(
            submission=factory.SubFactory(SubmissionFactory, submitted=True),
            status="draft",
            visibility="private",
        )

    provenance = "submitted"
    visibility = "public"
    status = "current"
    submission = factory.SubFactory(SubmissionFactory, accepted=True)
    submitted_file = factory.SubFactory(
        SubmittedFileFactory, submission=factory.SelfAttribute("..submission")
    )
    submitted_row = 0
    owner = factory.SelfAttribute("submission.owner")
    engine = "mysql"
    engine_version = "8.0"
    workload = "oltp_read_write"
    tps = 100.0
    qps = 2000.0
    threads = 8
    tool = "sysbench"
    measured_at = NOON
    duration_s = 60.0

    @factory.post_generation
    def checked(result, create, _extracted, **_kwargs):
        """As any upload is: it bears what it does not state."""
        row = row_of(result)
        claims = [*time_not_stated([row]), *regime_not_shown([row])]
        if create and claims:
            result.findings += [finding.as_dict() for _id, finding in claims]
            result.save(update_fields=["findings", "doubt"])


class CampaignDraftFactory(DjangoModelFactory[CampaignDraft]):
    """One row, of a provider and class that are not in the catalogue."""

    class Meta:
        model = CampaignDraft

    slug = factory.Sequence(lambda n: f"their-paper-{n}")
    title = "A paper of others"
    source_slug = factory.SelfAttribute("slug")
    source_title = "Their paper"
    source_text = "https://paper.example"
    language = "en"
    stated_on = factory.LazyFunction(lambda: NOON.date())
    file_name = "paper.csv"
    report = factory.LazyFunction(
        lambda: stored_report.as_json(read_csv(table().decode()))
    )
    entered_by = factory.SubFactory(UserFactory, staff=True)
