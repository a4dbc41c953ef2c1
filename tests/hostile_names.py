"""Rows of every kind with hostile names, as no door takes them: straight into the database."""

from dataclasses import dataclass, field
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from benchruns.comparison import Asked, compare, permanent
from benchruns.models import (
    Exclusion,
    KeptComparison,
    Notice,
    PublicAddress,
    Regression,
    Reward,
    ServerVariables,
    SubmissionEvent,
    Sweep,
)
from portal.accounts import feed_keys
from tests import factories as make
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.benchruns.submissions.review.under_review import accepted, promise
from tests.schedule_factories import OccurrenceFactory, ScheduleFactory
from tests.submission_factories import (
    CampaignDraftFactory,
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)
from tests.webhook_factories import DeliveryFactory, WebhookFactory

NAMES = (
    "4c/16g",
    "..",
    "%2f..%5c?a=1#b;c\\d",
    "<b>\"'&{{ 7 }}{% now %}",
    "a@b~2F:~",
    "\u202eevil\u200b\x07\n\t\x1b",
    "عربي עברית",
    "阿里云",
    "=1+1",
    " ",
    "x" * 300,
)
ENGINES = ("mysql", "postgresql", "mariadb", "sqlserver")
FINDING = {"severity": "caution", "results": [], "values": {}, "why": "", "remedy": ""}


@dataclass
class Site:
    """Who looks, and one row of each kind for the addresses that name one."""

    owner: User
    reviewer: User
    staff: User
    classes: list = field(default_factory=list)
    results: list = field(default_factory=list)
    campaigns: list = field(default_factory=list)
    submissions: list = field(default_factory=list)
    one: dict = field(default_factory=dict)

    @property
    def versions(self):
        return sorted({(each.engine, each.version_slug) for each in self.results})


def fill(names: tuple[str, ...] = NAMES) -> Site:
    site = Site(
        owner=make.UserFactory(username=NAMES[3]),
        reviewer=ReviewerFactory(username=NAMES[6]),
        staff=make.UserFactory(staff=True, username=NAMES[7], is_superuser=True),
    )
    for number, name in enumerate(names):
        _sell(site, name, engine=ENGINES[number % len(ENGINES)])
        _measure(site, name)
        _submit(site, name)
    _watch(site)
    site.one["campaign_draft"] = CampaignDraftFactory(
        slug=NAMES[7], title=NAMES[3], source_title=NAMES[2], source_text=NAMES[10],
        file_name=NAMES[2], notes=NAMES[3], entered_by=site.owner,
    )  # fmt: skip
    _review(site)
    _compare(site)
    return site


def _sell(site, name, *, engine):
    """A class of a paper, with a campaign of both regimes."""
    provider = make.ProviderFactory(slug=name[:50], name=name[:100])
    source = make.SourceFactory(slug=name[:80], title=name[:200])
    campaign = make.CampaignFactory(
        slug=name[:100], title=name[:200], provider=provider, engine=engine,
        engine_version=name[:40], tool=name[:40], tool_version=name[:40], source=source,
        region=name[:80], storage=name[:80], edition=name[:120], notes=name,
        client_instance=name[:80], parameter_settings={name: name},
    )  # fmt: skip
    for row in (
        make.CommandFactory(command=name, note=name, source=source),
        make.StatementFactory(script=name[:60], statement=name, source=source),
    ):
        row.campaigns.add(campaign)
    sold = make.InstanceClassFactory(
        provider=provider, engine=engine, code=name[:120], family=name[:60],
        edition=name[:60], storage_type=name[:80], source=source, vcpus=4, memory_gb=16,
    )  # fmt: skip
    site.one["price"] = make.PriceFactory(
        instance_class=sold, region=name[:80], term=name[:60], source=name[:300]
    )
    common = {
        "instance_class": sold, "campaign": campaign, "engine": engine,
        "engine_version": name[:40], "vcpus": 4, "memory_gb": 16, "tool": name[:40],
        "row_note": name, "region": name[:80], "network": name[:80], "zone": name[:80],
        "edition": name[:120], "source_section": name[:120],
        "findings": [{"code": name, "message": name, **FINDING}],
    }  # fmt: skip
    for regime, tps in (("cached", 6000.0), ("disk_io", 2000.0)):
        site.results.append(make.ResultFactory(regime=regime, tps=tps, **common))
    site.classes.append(sold)
    site.campaigns.append(campaign)


def _measure(site, name):
    """A run of an endpoint, and its public result."""
    endpoint = make.EndpointFactory(
        owner=site.owner, name=name[:120], host=name[:255], username=name[:128],
        database=name[:64], instance_class=site.classes[-1], provider_id=name[:50],
        engine=site.classes[-1].engine, region=name[:80], edition=name[:120],
    )  # fmt: skip
    make.CheckFactory(endpoint=endpoint, passed=True, values={"message": name})
    run = make.RunFactory(
        succeeded=True, endpoint=endpoint, owner=site.owner, visibility="public",
        name=name[:120], note=name, tags=name[:120],
    )  # fmt: skip
    found = ServerVariables.objects.stored({name: name}, changed={name})
    run.attempts.update(
        tool=name[:40], tool_version=name[:40], command=name, variables=found
    )
    run.result.__class__.objects.filter(pk=run.result.pk).update(
        engine=endpoint.engine, engine_version=name[:40], engine_version_full=name[:80],
        instance_class=endpoint.instance_class, provider=name[:50], tool=name[:40],
        tool_version=name[:40], region=name[:80], client={"instance": name, "os": name},
        parameter_settings={name: name}, tool_facts={name: name},
    )  # fmt: skip
    make.EventFactory(run=run, data={"message": name})
    make.SampleFactory(run=run)
    make.OutputFactory(attempt=run.attempts.get(), text=name)
    make.HistogramFactory(result=run.result)
    site.one |= {"endpoint": endpoint, "run": run, "measured": run.result}
    site.one["public_address"] = PublicAddress.objects.create(
        endpoint=endpoint, address="8.8.8.8", port=3306, reason=name[:500],
        is_allowed=False, decided_at=make.NOON, decided_by=site.owner,
    )  # fmt: skip
    site.one["data_set"] = make.DataSetFactory(
        endpoint=endpoint, server=run.server, database=name[:64]
    )
    schedule = ScheduleFactory(owner=site.owner, endpoint=endpoint, name=name[:120])
    done = OccurrenceFactory(schedule=schedule, state="succeeded")
    type(run).objects.filter(pk=run.pk).update(occurrence=done)
    OccurrenceFactory(schedule=schedule, state="refused", values={"text": name})
    site.one["schedule"] = schedule
    site.one["webhook"] = WebhookFactory(
        owner=site.owner, address=f"http://127.0.0.1/{name}"[:500]
    )
    site.one["generator"] = make.GeneratorFactory(
        name=name[:120], labels={name[:80]: name[:80]}, tools={"sysbench": name[:40]}
    )
    site.one["delivery"] = DeliveryFactory(
        webhook=site.one["webhook"],
        failed=True,
        code="unknown_host",
        detail=name[:500],
    )


def _submit(site, name):
    """An accepted report, a result of it and one of a load that nobody knows."""
    stated = {"provider": name[:50], "instance_class": name, "engine_version": name}
    submission = SubmissionFactory(
        owner=site.owner, credit=name[:80], statement=stated, accepted=True,
        parameter_settings={name: name},
    )  # fmt: skip
    file = SubmittedFileFactory(
        submission=submission, name=name[:200], archive=name[:200], tool=name[:40],
        tool_version=name[:40], text=name + "\n",
    )  # fmt: skip
    of = {
        "submission": submission, "submitted_file": file, "tool": name[:40],
        "engine_version": name[:40], "provider_id": name[:50], "client": {"os": name},
        "instance_class": site.classes[-1], "engine": site.classes[-1].engine,
    }  # fmt: skip
    site.results.append(SubmittedResultFactory(**of))
    site.results.append(
        SubmittedResultFactory(workload=name[:40], submitted_row=1, **of)
    )
    site.submissions.append(submission)
    site.one |= {"submission": submission, "file": file}


def _watch(site):
    """A trend that fell, with its rule, its regression and a result left out."""
    series = series_with(
        *[100.0] * 6, owner=site.owner, name=f"of {NAMES[2]}", visibility="public"
    )
    rule = rule_for(series)
    (first, *_others) = measure(series, *[50.0] * 4, engine_version_full=NAMES[3][:80])
    excluded = Exclusion.objects.create(
        result=first, reason=NAMES[5], excluded_by=site.owner
    )
    first.exclusion = excluded
    first.save()
    sweep = Sweep.objects.create(
        owner=site.owner, endpoint=series.endpoint, workload="oltp_read_write",
        parameters={}, threads=[1], repetitions=1,
    )  # fmt: skip
    run = make.RunFactory(
        endpoint=series.endpoint, owner=site.owner, sweep=sweep, sweep_position=0,
        repetition=1,
    )  # fmt: skip
    regression = Regression.objects.create(
        rule=rule, first_result=first, state="confirmed", before=100, after=50,
        confirmed_at=make.NOON, mail_error=NAMES[1],
    )  # fmt: skip
    feed_keys.renew(site.owner)
    site.one |= {
        "series": series, "rule": rule, "regression": regression, "sweep": sweep,
        "queued": run, "excluded": first,
    }  # fmt: skip


def _review(site):
    """A draft, a report under review, a reward and what is told of them."""
    name = NAMES[5]
    draft = SubmissionFactory(owner=site.owner, statement={"instance_class": name})
    file = SubmittedFileFactory(submission=draft, name=name)
    SubmittedResultFactory(
        draft=True, submission=draft, submitted_file=file, engine_version=name
    )
    waiting = SubmissionFactory(owner=site.owner, submitted=True, credit=name)
    SubmittedResultFactory(draft=True, submission=waiting, engine_version=NAMES[0])
    event = SubmissionEvent.objects.create(
        submission=waiting, step="commented", actor=site.owner, text=name
    )
    Notice.objects.create(user=site.reviewer, event=event, mail_error=name)
    promise(gift=name, terms=name)
    accepted(owner=site.owner, by=site.reviewer)
    site.one |= {"draft": draft, "draft_file": file, "waiting": waiting}
    site.one["reward"] = Reward.objects.get()
    site.one["token"] = make.ApiTokenFactory(user=site.owner, name=name)
    EmailAddress.objects.create(user=site.owner, email="a@b.example", verified=True)


def _compare(site):
    comparison = compare(
        Asked(classes=tuple(sold.class_key for sold in site.classes[:3])),
        user=site.owner,
    )
    site.one["kept"] = permanent.keep(
        comparison, options=[], title=NAMES[3], user=site.owner
    )
    assert KeptComparison.objects.count() == 1
    assert site.one["kept"].created_at > make.NOON - timedelta(days=1)
