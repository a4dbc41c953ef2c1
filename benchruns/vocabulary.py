"""Words of the field that rows and programs share."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Provenance(models.TextChoices):
    PUBLISHED = "published", _("vendor")
    MEASURED = "measured", _("measured")
    SUBMITTED = "submitted", _("submitted")


class Visibility(models.TextChoices):
    PRIVATE = "private", _("private")
    PUBLIC = "public", _("public")


class ResultStatus(models.TextChoices):
    """Where a result stands: only a current one is in lists, charts and maxima.

    A withdrawn or superseded result keeps its address, and says so there.
    """

    CURRENT = "current", _("current")
    DRAFT = "draft", _("not accepted yet")
    WITHDRAWN = "withdrawn", _("withdrawn")
    SUPERSEDED = "superseded", _("superseded")


class Regime(models.TextChoices):
    """Where the data was read from; null on a row means not determined."""

    CACHED = "cached", _("cached")
    DISK_IO = "disk_io", _("disk I/O")
    MIXED = "mixed", _("mixed")
    OS_CACHE = "os_cache", _("OS cache")


class Variant(models.TextChoices):
    """A load that is not the workload's own; empty on a row for the plain one."""

    NO_TRANSACTIONS = "no_transactions", _("without BEGIN and COMMIT")
    RATE_LIMITED = "rate_limited", _("rate-limited")
    NO_TRX_RATE_LIMITED = (
        "no_trx_rate_limited",
        _("without BEGIN and COMMIT, rate-limited"),
    )
    # of tpcc, whose own load is the mix of HammerDB without waits
    SPEC = "spec", _("spec profile")
    WAITS = "waits", _("with keying and think time")
    SPEC_WAITS = "spec_waits", _("spec profile, with keying and think time")
    OTHER_MIX = "other_mix", _("another mix")


WITHOUT_TRANSACTIONS = (Variant.NO_TRANSACTIONS, Variant.NO_TRX_RATE_LIMITED)
LIMITED = (Variant.RATE_LIMITED, Variant.NO_TRX_RATE_LIMITED)


def variant_of(*, skips_transactions: bool, is_limited: bool) -> str:
    """The variant of a load by what was asked of it; empty for the workload's own."""
    if skips_transactions and is_limited:
        return Variant.NO_TRX_RATE_LIMITED.value
    if skips_transactions:
        return Variant.NO_TRANSACTIONS.value
    return Variant.RATE_LIMITED.value if is_limited else ""


class RunState(models.TextChoices):
    SCHEDULED = "scheduled", _("scheduled")
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    SUCCEEDED = "succeeded", _("succeeded")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


TERMINAL_STATES = (RunState.SUCCEEDED, RunState.FAILED, RunState.CANCELLED)


class Phase(models.TextChoices):
    PREFLIGHT = "preflight", _("Preflight")
    PREPARE = "prepare", _("Prepare")
    WARMUP = "warmup", _("Warm-up")
    MEASURE = "measure", _("Measure")
    CLEANUP = "cleanup", _("Cleanup")


class Outcome(models.TextChoices):
    """How an attempt ended; empty while it runs."""

    SUCCEEDED = "succeeded", _("succeeded")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
    LOST = "lost", _("lost")


class Tls(models.TextChoices):
    DISABLE = "disable", _("off")
    PREFER = "prefer", _("if offered")
    REQUIRE = "require", _("required")
    VERIFY_FULL = "verify-full", _("required, certificate verified")


class Severity(models.TextChoices):
    NOTE = "note", _("note")
    CAUTION = "caution", _("caution")
    REFUSED = "refused", _("not comparable")


class Doubt(models.TextChoices):
    """What the cautions on a row leave open; empty where it bears none."""

    REGIME = "regime", _("regime")
    FIGURE = "figure", _("figure")


class PriceUnit(models.TextChoices):
    HOUR = "hour", _("an hour")
    MONTH = "month", _("a month")


class WatchedFigure(models.TextChoices):
    """Figures that a regression rule may watch."""

    TPS = "tps", _("TPS")
    QPS = "qps", _("QPS")
    NOPM = "nopm", _("NOPM")
    TPM = "tpm", _("TPM")
    LATENCY_P95_MS = "latency_p95_ms", _("p95 latency")


class RegressionState(models.TextChoices):
    SUSPECTED = "suspected", _("suspected")
    CONFIRMED = "confirmed", _("confirmed")
    REFUTED = "refuted", _("refuted")
    ENDED = "ended", _("ended")


class SubmissionState(models.TextChoices):
    DRAFT = "draft", _("draft")
    SUBMITTED = "submitted", _("submitted")
    CHANGES_REQUESTED = "changes_requested", _("changes requested")
    ACCEPTED = "accepted", _("accepted")
    REJECTED = "rejected", _("rejected")
    WITHDRAWN = "withdrawn", _("withdrawn")
    SUPERSEDED = "superseded", _("superseded")


class Grade(models.TextChoices):
    """What a reviewer rates an accepted submission."""

    ACCEPTED = "accepted", _("accepted")
    EXCELLENT = "excellent", _("excellent")


class SubmissionStep(models.TextChoices):
    """What may happen to a submission, as its history tells it."""

    CREATED = "created", _("draft begun")
    FILE_ADDED = "file_added", _("file added")
    FILE_REMOVED = "file_removed", _("file removed")
    STATED = "stated", _("statement changed")
    SUBMITTED = "submitted", _("submitted")
    TAKEN_BACK = "taken_back", _("taken back")
    COMMENTED = "commented", _("comment")
    CHANGES_REQUESTED = "changes_requested", _("changes requested")
    ACCEPTED = "accepted", _("accepted")
    REJECTED = "rejected", _("rejected")
    WITHDRAWN = "withdrawn", _("withdrawn")
    SUPERSEDED = "superseded", _("superseded by a newer one")
    REPARSED = "reparsed", _("read again by a newer parser")


class AuditAction(models.TextChoices):
    """What the audit log notes; the column holds any, so that one more asks no migration."""

    POLICY_CHANGED = "policy_changed", _("reward policy changed")
    CODE_ISSUED = "code_issued", _("code issued")
    CODE_REDEEMED = "code_redeemed", _("code redeemed")
    CODE_REVOKED = "code_revoked", _("code revoked")
    CODE_REFUSED = "code_refused", _("redeeming refused")
    RUN_DELETED = "run_deleted", _("run deleted")
    RUN_CANCELLED = "run_cancelled", _("run cancelled")
    LOAD_STOPPED = "load_stopped", _("all load stopped")
    LOAD_STOP_LIFTED = "load_stop_lifted", _("stop of all load lifted")
    CONSENT_GIVEN = "consent_given", _("consent to runs given")
    CONSENT_WITHDRAWN = "consent_withdrawn", _("consent to runs withdrawn")
    ADDRESS_ALLOWED = "address_allowed", _("public address allowed")
    ADDRESS_REFUSED = "address_refused", _("public address refused")
    LIMIT_CHANGED = "limit_changed", _("limit changed")
    TOKEN_ISSUED = "token_issued", _("API token made")
    TOKEN_REVOKED = "token_revoked", _("API token revoked")
    FEED_KEY_MADE = "feed_key_made", _("key of a private feed made")
    FEED_KEY_REVOKED = "feed_key_revoked", _("key of a private feed revoked")
    ACCOUNT_MADE = "account_made", _("account made")
    ACCOUNT_CHANGED = "account_changed", _("account changed by staff")
    ACCOUNT_DELETED = "account_deleted", _("account deleted")
    MAIL_CHANGED = "mail_changed", _("mail address of an account changed")
    SECOND_FACTOR_CHANGED = (
        "second_factor_changed",
        _("two-factor authentication changed"),
    )
    ROLES_CHANGED = "roles_changed", _("roles of a user changed")
    ENDPOINT_REGISTERED = "endpoint_registered", _("endpoint registered")
    ENDPOINT_CHANGED = "endpoint_changed", _("endpoint changed")
    DATA_SET_DROPPED = "data_set_dropped", _("kept data told to be dropped")
    ENDPOINT_DELETED = "endpoint_deleted", _("endpoint deleted")
    RUN_PUBLISHED = "run_published", _("run made public")
    RUN_UNPUBLISHED = "run_unpublished", _("public run made private")
    RESULT_EXCLUDED = "result_excluded", _("result left out")
    RESULT_INCLUDED = "result_included", _("result counted again")
    SCHEDULE_MADE = "schedule_made", _("schedule made")
    SCHEDULE_CHANGED = "schedule_changed", _("schedule changed")
    SCHEDULE_PAUSED = "schedule_paused", _("schedule paused")
    SCHEDULE_RESUMED = "schedule_resumed", _("schedule resumed")
    SCHEDULE_DELETED = "schedule_deleted", _("schedule deleted")
    WEBHOOK_MADE = "webhook_made", _("webhook made")
    WEBHOOK_CHANGED = "webhook_changed", _("webhook changed")
    WEBHOOK_ALLOWED = "webhook_allowed", _("public address of a webhook allowed")
    WEBHOOK_DELETED = "webhook_deleted", _("webhook deleted")
    CLASS_MATCHED = "class_matched", _("class of a report matched to the catalogue's")
    PRICE_ENTERED = "price_entered", _("price entered")
    PRICE_DELETED = "price_deleted", _("price deleted")
    PRICES_IMPORTED = "prices_imported", _("prices imported")
    CATALOGUE_CHANGED = "catalogue_changed", _("catalogue changed")
    CAMPAIGN_MOVED = "campaign_moved", _("campaign moved")
    REPORT_MOVED = "report_moved", _("test report moved")
    PASSWORD_CHANGED = "password_changed", _("password changed")
    SECRETS_ENCRYPTED = "secrets_encrypted", _("secrets encrypted anew")
    BACKUP_MADE = "backup_made", _("backup made")
    BACKUP_RESTORED = "backup_restored", _("backup restored")
    RECORDS_REMOVED = "records_removed", _("records removed by a rule of retention")


class RetentionKind(models.TextChoices):
    """What a rule may delete; ``settings.RETENTION_DAYS`` has after how many days."""

    SAMPLES = "samples", _("Samples of private runs")
    OUTPUT = "output", _("Raw output of private runs")
    DRAFTS = "drafts", _("Drafts of test reports that were never handed in")
    AUDIT = "audit", _("Entries of the audit log")


class Limit(models.TextChoices):
    """What one user may have at most; ``settings.LIMITS`` has the value of each."""

    RUNS = "runs", _("Runs that wait or run")
    ENDPOINT_RUNS = "endpoint_runs", _("Runs that wait or run on one endpoint")
    THREADS = "threads", _("Threads of a run")
    LOAD_SECONDS = "load_seconds", _("Seconds of load a day")
    DATA_GB = "data_gb", _("GB of data of a run")
    ENDPOINTS = "endpoints", _("Endpoints")
    CHECKS = "checks", _("Checks a minute")
    TOKENS = "tokens", _("API tokens")
    WEBHOOKS = "webhooks", _("Webhooks")
    UPLOAD_MB = "upload_mb", _("MB of uploads a day")
    COMMENTS = "comments", _("Comments and reports handed in a day")


class WhenBusy(models.TextChoices):
    """What a schedule does when its server has other runs."""

    SKIP = "skip", _("skip this time")
    QUEUE = "queue", _("wait in the queue")


class PauseReason(models.TextChoices):
    """Why a schedule stands still."""

    BY_HAND = "by_hand", _("paused by hand")
    FAILURES = "failures", _("paused itself: it failed too often in a row")
    ENDPOINT_GONE = "endpoint_gone", _("paused itself: its endpoint was deleted")
    BY_STAFF = "by_staff", _("paused by staff")
    ACCOUNT_CLOSED = (
        "account_closed",
        _("paused itself: the account of its owner was closed"),
    )
    TOKEN_ENDED = (
        "token_ended",
        _("paused itself: an API token that asked for it ended"),
    )


class OccurrenceState(models.TextChoices):
    """What came of one time of a schedule."""

    STARTED = "started", _("started")
    SUCCEEDED = "succeeded", _("succeeded")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
    SKIPPED = "skipped", _("skipped")
    MISSED = "missed", _("missed")
    REFUSED = "refused", _("refused")


class WebhookEvent(models.TextChoices):
    """What a webhook may be told of, by the names that its body gives."""

    RUN_STARTED = "run.started", _("a run started")
    RUN_SUCCEEDED = "run.succeeded", _("a run succeeded")
    RUN_FAILED = "run.failed", _("a run failed")
    RUN_CANCELLED = "run.cancelled", _("a run was cancelled")
    SWEEP_ENDED = "sweep.ended", _("all runs of a sweep have ended")
    SUBMISSION_SUBMITTED = "submission.submitted", _("a report was submitted")
    SUBMISSION_CHANGES_REQUESTED = (
        "submission.changes_requested",
        _("a reviewer asks for changes of a report"),
    )
    SUBMISSION_ACCEPTED = "submission.accepted", _("a report was accepted")
    SUBMISSION_REJECTED = "submission.rejected", _("a report was rejected")
    SUBMISSION_WITHDRAWN = "submission.withdrawn", _("a report was withdrawn")
    SUBMISSION_SUPERSEDED = "submission.superseded", _("a newer report took its place")
    REGRESSION_SUSPECTED = "regression.suspected", _("a regression is suspected")
    REGRESSION_CONFIRMED = "regression.confirmed", _("a regression is confirmed")
    REGRESSION_REFUTED = "regression.refuted", _("a regression is refuted")
    REGRESSION_ENDED = "regression.ended", _("a regression has ended")


class DeliveryState(models.TextChoices):
    """What became of an event that a webhook is told of."""

    WAITING = "waiting", _("waits")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


class GeneratorState(models.TextChoices):
    """What a load generator does."""

    IDLE = "idle", _("idle")
    BUSY = "busy", _("makes a run")
    AWAY = "away", _("away")


class PartState(models.TextChoices):
    """What one of several generators of a run does: waits to be taken, for the phase that
    it is called to, for the agreed instant, is done with it; or how it ended."""

    OFFERED = "offered", _("wanted")
    JOINED = "joined", _("there")
    CALLED = "called", _("gets ready")
    READY = "ready", _("loads the server")
    DONE = "done", _("done")
    ENDED = "ended", _("ended")
    LOST = "lost", _("lost")
    FAILED = "failed", _("failed")


PARTS_HELD = (PartState.JOINED, PartState.CALLED, PartState.READY, PartState.DONE)


class PartKind(models.TextChoices):
    SAMPLE = "sample", _("sample")
    COUNTERS = "counters", _("counters")


class CatalogueKind(models.TextChoices):
    """What staff enter into the catalogue."""

    PROVIDER = "provider", _("provider")
    INSTANCE_CLASS = "instance_class", _("instance class")
    CAMPAIGN = "campaign", _("campaign")


class DraftState(models.TextChoices):
    """Of a campaign that waits for its review."""

    WAITING = "waiting", _("waiting for review")
    RETURNED = "returned", _("given back")
    ACCEPTED = "accepted", _("public")
    WITHDRAWN = "withdrawn", _("withdrawn")
