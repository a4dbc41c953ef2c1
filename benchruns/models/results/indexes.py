"""What results are looked up, counted and put in order by."""

from django.db import models
from django.db.models import Q

from benchruns.models.figures import HasFindings

INDEXES = [
    models.Index(fields=["engine", "engine_version", "workload", "regime"]),
    models.Index(fields=["-created_at", "-id"], name="result_newest_first"),
    # Holds what classes are chosen and ordered by, so that no row is read for it.
    models.Index(
        fields=[
            *("instance_class", "workload", "regime", "-tps"),
            *("created_at", "id", "status", "visibility", "owner", "variant"),
            *("exclusion", "doubt", "qps", "tpm", "latency_p95_ms"),
            *("engine", "engine_version", "provenance"),
        ],
        name="result_best_of_class",
    ),
    models.Index(
        fields=["instance_class", "status", "visibility", "owner", "id"],
        name="result_count_of_class",
    ),
    models.Index(
        fields=["submission"],
        condition=Q(submission__isnull=False),
        name="result_of_submission",
    ),
    models.Index(fields=["series", "measured_at"], name="result_over_time"),
    models.Index(
        fields=["-measured_at"],
        condition=Q(measured_at__isnull=False),
        name="result_newest_measured",
    ),
    models.Index(
        fields=["engine", "engine_version", "published_key"],
        condition=Q(HasFindings(), published_key__isnull=False),
        name="result_flagged",
    ),
    # Hold what the list of results is ordered and counted by. They begin with the
    # order: SQLite would look up the many that are current by their status.
    models.Index(
        fields=[
            *("-day", "-created_at", "id"),
            *("status", "visibility", "owner", "provenance", "workload"),
        ],
        name="result_by_day",
    ),
    models.Index(
        fields=[
            *("-tps", "-created_at", "id"),
            *("status", "visibility", "owner", "provenance", "workload"),
        ],
        name="result_by_tps",
    ),
    models.Index(
        fields=["-qps", "-created_at", "id", "status", "visibility", "owner"],
        name="result_by_qps",
    ),
    models.Index(
        fields=[
            *("latency_p95_ms", "-created_at", "id"),
            *("status", "visibility", "owner"),
        ],
        name="result_by_latency",
    ),
    models.Index(
        fields=["-day", "-created_at", "id", "status", "visibility", "owner"],
        condition=~Q(doubt=""),
        name="result_in_doubt",
    ),
    # What a campaign printed of a load is counted from here alone.
    models.Index(
        fields=["workload", "campaign", "provenance", "status"],
        condition=Q(campaign__isnull=False),
        name="result_of_campaign_load",
    ),
    # Of those the newest first, so that a page of them is read and not all.
    models.Index(
        fields=["provider", "-day", "-created_at", "id"],
        name="result_of_provider",
    ),
    models.Index(
        fields=["provider", "-created_at", "-id"],
        name="result_written_of_provider",
    ),
    models.Index(
        fields=["engine", "-created_at", "-id"],
        name="result_written_of_engine",
    ),
    models.Index(
        fields=["engine", "-day", "-created_at", "id"],
        name="result_of_engine",
    ),
    models.Index(
        fields=["engine", "engine_version", "-day", "-created_at", "id"],
        name="result_of_version",
    ),
    *(
        models.Index(
            fields=[of, by, "-created_at", "id"],
            name=f"result_of_{of}_by_{by.strip('-').split('_')[0]}",
        )
        for of in ("provider", "engine")
        for by in ("-tps", "-qps", "latency_p95_ms")
    ),
]
