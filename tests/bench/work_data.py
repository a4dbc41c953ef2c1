"""The rows of everyday work that ``scale`` measures with, beside classes and results.

Reports with their results, rewards, sweeps, schedules, data sets, webhooks, notices, entries
of the audit log: so many of each kind, half of which are those of the user staff, who reviews
reports too. Load generators are a hundredth of that.
"""

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import Group, User

from benchruns.encryption import encrypt
from benchruns.models import (
    AuditEntry,
    DataSet,
    Delivery,
    Endpoint,
    Generator,
    Notice,
    Occurrence,
    Result,
    Reward,
    Run,
    Schedule,
    Submission,
    SubmittedFile,
    Sweep,
    Webhook,
)
from benchruns.models.submissions import REVIEWERS
from benchruns.outbox.record import draw_number
from benchruns.vocabulary import AuditAction, PauseReason
from tests.factories import NOON, DataSetFactory, GeneratorFactory, ServerFactory
from tests.schedule_factories import LOAD, OccurrenceFactory, ScheduleFactory
from tests.submission_factories import (
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)
from tests.webhook_factories import DeliveryFactory, WebhookFactory

BATCH = 500
RUNS_OF_SWEEP = 4
ENTRIES_OF_AUDIT = 10  # of the log for each row of another kind


def submission_id(number: int) -> UUID:
    return UUID(int=0x6000_0000 + number)


def sweep_id(number: int) -> UUID:
    return UUID(int=0x7000_0000 + number)


def schedule_id(number: int) -> UUID:
    return UUID(int=0x8000_0000 + number)


def webhook_id(number: int) -> UUID:
    return UUID(int=0x9000_0000 + number)


def generator_id(number: int) -> UUID:
    return UUID(int=0xB000_0000 + number)


def fill(number: int, *, staff: User, endpoints: list[Endpoint]) -> None:
    """Rows of ``number`` of each kind; sweeps take their runs from those that are there."""
    staff.groups.add(Group.objects.get_or_create(name=REVIEWERS)[0])
    theirs = [each for each in endpoints if each.owner_id != staff.pk]
    own = [each for each in endpoints if each.owner_id == staff.pk]
    chosen = [(own, theirs or own)[n % 2][n // 2 % 10] for n in range(number)]
    _reports(chosen, staff)
    _sweeps(number)
    _schedules(chosen)
    _data_sets(chosen)
    _webhooks(chosen)
    _audit(number * ENTRIES_OF_AUDIT, staff)
    Generator.objects.bulk_create(
        GeneratorFactory.build(id=generator_id(n), name=f"runs@host-{n:04}")
        for n in range(max(number // 100, 1))
    )


def _reports(chosen: list[Endpoint], staff: User) -> None:
    """Every second is accepted, and rewarded; the others wait for a review."""
    reviewer = User.objects.exclude(pk=staff.pk).first() or User.objects.create(
        username="reviewer"
    )
    reports = [
        SubmissionFactory.build(
            id=submission_id(n),
            owner=endpoint.owner,
            submitted=True,
            submitted_at=NOON + timedelta(minutes=n),
            **_accepted(staff if endpoint.owner_id != staff.pk else reviewer)
            if n // 2 % 2 == 0
            else {},
        )
        for n, endpoint in enumerate(chosen)
    ]
    Submission.objects.bulk_create(reports, batch_size=BATCH)
    files = [SubmittedFileFactory.build(submission=each) for each in reports]
    SubmittedFile.objects.bulk_create(files, batch_size=BATCH)
    Result.objects.bulk_create(
        (
            SubmittedResultFactory.build(
                submission=report,
                submitted_file=file,
                owner=report.owner,
                tps=100.0 + n,
                qps=2000.0 + 20 * n,
                **{}
                if report.accepted_at
                else {"status": "draft", "visibility": "private"},
            )
            for n, (report, file) in enumerate(zip(reports, files, strict=True))
        ),
        batch_size=BATCH,
    )
    Reward.objects.bulk_create(
        (
            Reward(
                submission=report,
                owner=report.owner,
                grade=report.grade,
                discount_percent=5,
                code_encrypted=encrypt(f"CODE-{n}"),
                code_hash=f"{n:064x}",
            )
            for n, report in enumerate(reports)
            if report.accepted_at
        ),
        batch_size=BATCH,
    )


def _accepted(reviewer: User) -> dict[str, object]:
    times = dict.fromkeys(("decided_at", "accepted_at"), NOON)
    return {"state": "accepted", "grade": "accepted", "reviewer": reviewer} | times


def _sweeps(number: int) -> None:
    """Of the runs that are there, as far as they go."""
    runs = list(Run.objects.order_by("id").defer("parameters"))[
        : number * RUNS_OF_SWEEP
    ]
    sweeps = []
    for place, run in enumerate(runs):
        n, position = divmod(place, RUNS_OF_SWEEP)
        if position == 0:
            sweeps.append(
                Sweep(
                    id=sweep_id(n),
                    owner_id=run.owner_id,
                    endpoint_id=run.endpoint_id,
                    workload=run.workload,
                    parameters=LOAD["parameters"],
                    threads=[1, 8],
                    repetitions=RUNS_OF_SWEEP // 2,
                )
            )
        run.sweep, run.sweep_position = sweeps[-1], position
        run.repetition = position % 2 + 1
    Sweep.objects.bulk_create(sweeps, batch_size=BATCH)
    columns = ["sweep", "sweep_position", "repetition"]
    Run.objects.bulk_update(runs, columns, batch_size=BATCH)


def _schedules(chosen: list[Endpoint]) -> None:
    """Paused, each with a time that was started and is a notice to its owner."""
    rows = [
        ScheduleFactory.build(
            id=schedule_id(n), owner=endpoint.owner, endpoint=endpoint, paused=True
        )
        for n, endpoint in enumerate(chosen)
    ]
    Schedule.objects.bulk_create(rows, batch_size=BATCH)
    Occurrence.objects.bulk_create(
        (OccurrenceFactory.build(schedule=row, state="succeeded") for row in rows),
        batch_size=BATCH,
    )
    Notice.objects.bulk_create(
        (
            Notice(user=row.owner, schedule=row, code=PauseReason.FAILURES)
            for row in rows
        ),
        batch_size=BATCH,
    )


def _data_sets(chosen: list[Endpoint]) -> None:
    server = ServerFactory()
    DataSet.objects.bulk_create(
        (
            DataSetFactory.build(
                endpoint=endpoint,
                server=server,
                database="bench",
                workload="oltp_read_write",
                size={"tables": 4, "table_size": 25_000},
                data_bytes=25_000_000,
                is_ready=True,
                is_kept=True,
            )
            for endpoint in chosen
        ),
        batch_size=BATCH,
    )


def _webhooks(chosen: list[Endpoint]) -> None:
    """As many have been sent to the first, of staff, as there are."""
    rows = [
        WebhookFactory.build(id=webhook_id(n), owner=endpoint.owner)
        for n, endpoint in enumerate(chosen)
    ]
    Webhook.objects.bulk_create(rows, batch_size=BATCH)
    first = draw_number()
    Delivery.objects.bulk_create(
        (
            DeliveryFactory.build(webhook=rows[0], delivered=True, number=first)
            for _ in rows
        ),
        batch_size=BATCH,
    )


def _audit(number: int, staff: User) -> None:
    AuditEntry.objects.bulk_create(
        (
            AuditEntry(
                actor=staff,
                actor_name=staff.username,
                door="page",
                address="192.0.2.1",
                action=(AuditAction.CODE_ISSUED, AuditAction.RUN_DELETED)[n % 2],
                subject_kind="reward",
                subject_id=str(n),
                subject_name=f"reward {n}",
                details={"grade": "accepted"},
            )
            for n in range(number)
        ),
        batch_size=BATCH,
    )
