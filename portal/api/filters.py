"""Filters named as the fields of an answer that hold one plain value each."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from benchruns.engines import ENGINE_CHOICES
from benchruns.models import Run, Series
from benchruns.vocabulary import (
    DraftState,
    Grade,
    Provenance,
    ResultStatus,
    RunState,
    SubmissionState,
    Tls,
    Visibility,
    WatchedFigure,
)
from portal.api.filter_kinds import (
    ChoiceFilter,
    ClassFilter,
    DateFilter,
    ExcludedFilter,
    IdFilter,
    MineFilter,
    MomentFilter,
    NameFilter,
    NumberFilter,
    NumberTextFilter,
    OwnFilter,
    ProviderFilter,
    RegimeFilter,
    TextFilter,
    VariantFilter,
    VersionFilter,
    WholeNumberFilter,
    WorkloadFilter,
)
from portal.api.json_parser import check_text
from portal.queries import runs as run_queries
from portal.queries import trends as trend_queries
from portal.web.address_words import unknown_names


def query_faults(
    params: QueryDict,
    known: frozenset[str],
    *,
    repeatable: frozenset[str] = frozenset(),
) -> dict[str, list[str]]:
    """Each parameter which is unknown, empty or doubled, with its sentence.

    ``repeatable`` ones may be given several times.
    """
    errors = {}
    meant = {name: asked for name, asked in unknown_names(params, known) if asked}
    for name, values in params.lists():
        if name not in known and not known:
            errors[name] = _("This address takes no parameters.")
        elif name not in known:
            told = _("There is no such parameter. Known: %(known)s.") % {
                "known": ", ".join(sorted(known))
            }
            errors[name] = " ".join(filter(None, [meant.get(name), told]))
        elif len(values) > 1 and name not in repeatable:
            errors[name] = _("Give this parameter once.")
        elif not all(value.strip() for value in values):
            errors[name] = _("Give a value, or leave the parameter out.")
        elif not all(map(_is_storable, values)):
            errors[name] = _("This value holds characters that cannot be used.")
    return {name: [text] for name, text in errors.items()}


def _is_storable(text: str) -> bool:
    try:
        check_text(text)
    except ValueError:
        return False
    return True


class EngineFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    """Of results, whose engines are listed."""

    engine = ChoiceFilter(choices=ENGINE_CHOICES)
    engine_version = VersionFilter()


class ProviderFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    slug = NameFilter()
    name = django_filters.CharFilter()
    source_text = TextFilter()
    stated_on = DateFilter()
    entered_at = MomentFilter()


class InstanceClassFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    provider = ProviderFilter(field_name="provider_id")
    engine = ChoiceFilter(choices=ENGINE_CHOICES)
    code = TextFilter()
    family = TextFilter()
    edition = TextFilter()
    vcpus = WholeNumberFilter()
    memory_gb = NumberFilter()
    storage_gb = NumberFilter()
    storage_type = TextFilter()
    max_connections = WholeNumberFilter()
    iops = WholeNumberFilter()
    max_records = WholeNumberFilter()
    vcpus_where = NumberTextFilter(field_name="vcpus")
    memory_gb_where = NumberTextFilter(field_name="memory_gb")
    storage_gb_where = NumberTextFilter(field_name="storage_gb")
    max_connections_where = NumberTextFilter(field_name="max_connections")
    iops_where = NumberTextFilter(field_name="iops")
    burst_baseline_percent = NumberFilter()
    burst_credits_per_hour = NumberFilter()
    most_burst_credits = NumberFilter()
    sale_ends_on = DateFilter()
    source = NameFilter(field_name="source_id")
    source_section = TextFilter()
    source_text = TextFilter()
    stated_on = DateFilter()
    entered_at = MomentFilter()


class CampaignFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    provider = ProviderFilter(field_name="provider_id")
    engine = ChoiceFilter(choices=ENGINE_CHOICES)
    engine_version = VersionFilter()
    tool = TextFilter()
    tool_version = TextFilter()
    regime_dimension = TextFilter()
    duration_seconds = WholeNumberFilter()
    client_instance = TextFilter()
    client_vcpus = WholeNumberFilter()
    client_memory_gb = NumberFilter()
    client_os = TextFilter()
    region = TextFilter()
    zone = TextFilter()
    network = TextFilter()
    storage = TextFilter()
    edition = TextFilter()
    source = NameFilter(field_name="source_id")
    source_section = TextFilter()
    published_on = DateFilter()


class CampaignDraftFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    state = ChoiceFilter(choices=DraftState.choices)
    slug = NameFilter()
    source_slug = NameFilter()


class ResultFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    provenance = ChoiceFilter(choices=Provenance.choices)
    visibility = ChoiceFilter(choices=Visibility.choices)
    status = ChoiceFilter(choices=ResultStatus.choices)
    engine = ChoiceFilter(choices=ENGINE_CHOICES)
    engine_version = VersionFilter()
    provider = ProviderFilter(field_name="provider_id")
    instance_class = ClassFilter(field_name="instance_class__code")
    vcpus = WholeNumberFilter()
    memory_gb = NumberFilter()
    campaign = NameFilter(field_name="campaign__slug")
    workload = WorkloadFilter()
    variant = VariantFilter()
    regime = RegimeFilter()
    tables = WholeNumberFilter()
    table_size = WholeNumberFilter()
    scale = WholeNumberFilter()
    hot_records = WholeNumberFilter()
    data_bytes = WholeNumberFilter()
    buffer_bytes = WholeNumberFilter()
    threads = WholeNumberFilter()
    replication = TextFilter()
    run = IdFilter(field_name="run_id")
    submission = IdFilter(field_name="submission_id")
    endpoint = OwnFilter(field_name="endpoint_id")
    reproduces = IdFilter(field_name="reproduces_id")
    series = IdFilter(field_name="series_id")
    excluded = ExcludedFilter()
    tool = TextFilter()
    tool_version = TextFilter()
    source = NameFilter(field_name="source_id")
    source_section = TextFilter()
    published_on = DateFilter()
    measured_at = MomentFilter()


class RunFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    name = django_filters.CharFilter(method="of_name")
    tag = django_filters.CharFilter(method="of_tag")
    state = ChoiceFilter(choices=RunState.choices)
    workload = WorkloadFilter()
    endpoint = OwnFilter(field_name="endpoint_id")
    engine = ChoiceFilter(choices=ENGINE_CHOICES, field_name="endpoint__engine")
    visibility = ChoiceFilter(choices=Visibility.choices)
    sweep = IdFilter(field_name="sweep_id")
    reproduces = IdFilter(field_name="reproduces_id")
    data_set = OwnFilter(field_name="data_set_id")

    def of_name(self, found: QuerySet[Run], _name: str, value: str) -> QuerySet[Run]:
        return run_queries.named(found, self.request.user, value)

    def of_tag(self, found: QuerySet[Run], _name: str, value: str) -> QuerySet[Run]:
        return run_queries.tagged(found, self.request.user, value)


class SubmissionFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    state = ChoiceFilter(choices=SubmissionState.choices)
    grade = ChoiceFilter(choices=Grade.choices)
    mine = MineFilter()
    replaces = IdFilter(field_name="replaces_id")


class SweepFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    workload = WorkloadFilter()
    endpoint = OwnFilter(field_name="endpoint_id")
    engine = ChoiceFilter(choices=ENGINE_CHOICES, field_name="endpoint__engine")


class ScheduleFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    endpoint = IdFilter(field_name="endpoint_id")
    name = NameFilter()


class DataSetFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    endpoint = IdFilter(field_name="endpoint_id")
    run = IdFilter(field_name="run_id")
    sweep = IdFilter(field_name="run__sweep_id")
    workload = WorkloadFilter()
    database = django_filters.CharFilter()
    workspace = django_filters.CharFilter()


class SeriesFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    engine = ChoiceFilter(choices=ENGINE_CHOICES, field_name="endpoint__engine")
    workload = WorkloadFilter()
    endpoint = django_filters.UUIDFilter(method="of_endpoint")

    def of_endpoint(
        self, found: QuerySet[Series], _name: str, value: UUID
    ) -> QuerySet[Series]:
        return trend_queries.of_endpoint(found, self.request.user, value)


class RegressionRuleFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    series = IdFilter(field_name="series_id")
    figure = ChoiceFilter(choices=WatchedFigure.choices)


class EndpointFilters(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    mine = MineFilter()
    name = django_filters.CharFilter()
    engine = ChoiceFilter(choices=ENGINE_CHOICES)
    host = django_filters.CharFilter()
    port = WholeNumberFilter()
    username = django_filters.CharFilter()
    database = django_filters.CharFilter()
    tls = ChoiceFilter(choices=Tls.choices)
    instance_class = ClassFilter(field_name="instance_class__code")
    provider = ProviderFilter(field_name="provider_id")
    region = TextFilter()
    zone = TextFilter()
    network = TextFilter()
    storage = TextFilter()
    edition = TextFilter()
