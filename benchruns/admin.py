"""The admin shows rows to staff; what changes them are pages, the API and commands."""

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest

from benchruns.models import (
    AuditEntry,
    Campaign,
    CampaignDraft,
    CatalogueChange,
    Check,
    DataSet,
    Endpoint,
    InstanceClass,
    Provider,
    Result,
    Reward,
    Run,
    Submission,
)
from benchruns.sentences.failures.table import drop_error


class ShownOnly(admin.ModelAdmin):
    """Rows to look at: a figure or a run changed by hand could not be trusted."""

    # Counts beside filters make names of SQL out of keys, which users have named.
    show_facets = admin.ShowFacets.NEVER

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self, _request: HttpRequest, _obj: models.Model | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, _request: HttpRequest, _obj: models.Model | None = None
    ) -> bool:
        return False


@admin.register(Provider)
class ProviderAdmin(ShownOnly):
    list_display = ["slug", "name"]


@admin.register(InstanceClass)
class InstanceClassAdmin(ShownOnly):
    list_display = ["code", "provider", "engine", "vcpus", "memory_gb"]
    list_filter = ["provider", "engine", "family"]
    search_fields = ["code"]


@admin.register(Campaign)
class CampaignAdmin(ShownOnly):
    list_display = ["slug", "engine", "engine_version", "source", "published_on"]


@admin.register(CampaignDraft)
class CampaignDraftAdmin(ShownOnly):
    list_display = ["title", "state", "entered_by", "entered_at", "reviewed_by"]
    list_filter = ["state"]


@admin.register(CatalogueChange)
class CatalogueChangeAdmin(ShownOnly):
    list_display = ["at", "actor", "kind", "key"]
    list_filter = ["kind"]


@admin.register(Result)
class ResultAdmin(ShownOnly):
    list_display = [
        "engine",
        "engine_version",
        "workload",
        "regime",
        "tps",
        "provenance",
    ]
    list_filter = ["provenance", "engine", "workload"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Result]:
        """Without those of drafts that were never submitted."""
        return Result.objects.at_address(request.user)


@admin.register(Endpoint)
class EndpointAdmin(ShownOnly):
    list_display = ["name", "owner", "engine", "created_at", "deleted_at"]
    exclude = ["password_encrypted"]


@admin.register(Check)
class CheckAdmin(ShownOnly):
    list_display = ["endpoint", "requested_at", "ok", "code"]


@admin.register(Run)
class RunAdmin(ShownOnly):
    list_display = ["id", "owner", "workload", "state", "attempt", "created_at"]
    list_filter = ["state", "workload"]


@admin.register(DataSet)
class DataSetAdmin(ShownOnly):
    """What is still on somebody's server has no time of dropping."""

    list_display = ["workspace", "endpoint", "created_at", "dropped_at", "drop_error"]
    list_filter = [("dropped_at", admin.EmptyFieldListFilter)]

    @admin.display(ordering="drop_code")
    def drop_error(self, data_set: DataSet) -> str:
        return drop_error(data_set)


@admin.register(Submission)
class SubmissionAdmin(ShownOnly):
    list_display = ["id", "owner", "state", "grade", "reviewer", "submitted_at"]
    list_filter = ["state", "grade"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Submission]:
        """Without the drafts of others: they are their owners' alone."""
        return Submission.objects.visible_to(request.user)


@admin.register(Reward)
class RewardAdmin(ShownOnly):
    list_display = ["submission", "owner", "grade", "issued_at", "redeemed_at"]
    list_filter = ["grade", ("redeemed_at", admin.EmptyFieldListFilter)]
    exclude = ["code_encrypted", "code_hash"]


@admin.register(AuditEntry)
class AuditEntryAdmin(ShownOnly):
    list_display = ["at", "actor", "action", "reward"]
    list_filter = ["action"]
