"""Filters named as fields. A value that cannot match is an error, never ignored."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.exceptions import ValidationError

from benchruns.engines import UNSTATED, EngineName
from benchruns.vocabulary import Provenance, Regime, RunState, Visibility
from portal.api.parsing import check_text

NULL = "null"


def check_query(params: QueryDict, known: frozenset[str]) -> None:
    """ValidationError that names each parameter which is unknown, empty or doubled."""
    errors = {}
    for name, values in params.lists():
        if name not in known:
            errors[name] = _("There is no such parameter. Known: %(known)s.") % {
                "known": ", ".join(sorted(known)) or "-"
            }
        elif len(values) > 1:
            errors[name] = _("Give this parameter once.")
        elif not values[0].strip():
            errors[name] = _("Give a value, or leave the parameter out.")
        elif not _is_storable(values[0]):
            errors[name] = _("This value holds characters that cannot be used.")
    if errors:
        raise ValidationError({name: [text] for name, text in errors.items()})


def _is_storable(text: str) -> bool:
    try:
        check_text(text)
    except ValueError:
        return False
    return True


class FilterBackend(DjangoFilterBackend):  # type: ignore[misc]  # django-filter is untyped
    """django-filter, with its forms' errors under the parameters' names."""


class StrictFilterSet(django_filters.FilterSet):  # type: ignore[misc]  # untyped
    """Filters of one kind of row."""


class WholeNumberFilter(django_filters.NumberFilter):  # type: ignore[misc]  # untyped
    field_class = forms.IntegerField

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=-(2**31), max_value=2**31 - 1, **kwargs)

    def get_max_validator(self) -> None:
        return None


class NumberFilter(django_filters.NumberFilter):  # type: ignore[misc]  # untyped
    field_class = forms.FloatField


class VersionFilter(django_filters.CharFilter):  # type: ignore[misc]  # untyped
    """``null``, or ``unstated`` as in page addresses, finds rows that name none."""

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        if value in (NULL, UNSTATED):
            return qs.filter(**{self.field_name: ""})
        found: QuerySet[Any] = super().filter(qs, value)
        return found


class RegimeFilter(django_filters.ChoiceFilter):  # type: ignore[misc]  # untyped
    """``null`` finds rows whose regime is not determined."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [*Regime.choices, (NULL, gettext_lazy("not determined"))]
        super().__init__(choices=choices, null_value=NULL, **kwargs)


class InstanceClassFilters(StrictFilterSet):
    provider = django_filters.CharFilter(field_name="provider_id")
    engine = django_filters.ChoiceFilter(choices=EngineName.choices)
    code = django_filters.CharFilter()
    family = django_filters.CharFilter()
    edition = django_filters.CharFilter()
    vcpus = WholeNumberFilter()
    memory_gb = NumberFilter()
    storage_type = django_filters.CharFilter()


class CampaignFilters(StrictFilterSet):
    provider = django_filters.CharFilter(field_name="provider_id")
    engine = django_filters.ChoiceFilter(choices=EngineName.choices)
    engine_version = VersionFilter()
    tool = django_filters.CharFilter()


class ResultFilters(StrictFilterSet):
    engine = django_filters.ChoiceFilter(choices=EngineName.choices)
    engine_version = VersionFilter()
    workload = django_filters.CharFilter()
    regime = RegimeFilter()
    provenance = django_filters.ChoiceFilter(choices=Provenance.choices)
    provider = django_filters.CharFilter(field_name="provider_id")
    instance_class = django_filters.CharFilter(field_name="instance_class__code")
    campaign = django_filters.CharFilter(field_name="campaign__slug")
    threads = WholeNumberFilter()
    vcpus = WholeNumberFilter()
    memory_gb = NumberFilter()
    run = django_filters.UUIDFilter(field_name="run_id")
    reproduces = django_filters.UUIDFilter(field_name="reproduces_id")
    visibility = django_filters.ChoiceFilter(choices=Visibility.choices)


class RunFilters(StrictFilterSet):
    state = django_filters.ChoiceFilter(choices=RunState.choices)
    workload = django_filters.CharFilter()
    endpoint = django_filters.UUIDFilter(method="of_own_endpoint")
    engine = django_filters.ChoiceFilter(
        choices=EngineName.choices, field_name="endpoint__engine"
    )
    visibility = django_filters.ChoiceFilter(choices=Visibility.choices)

    def of_own_endpoint(
        self, queryset: QuerySet[Any], name: str, value: Any
    ) -> QuerySet[Any]:
        """Only where the caller may know it: an endpoint's id says whose a run is."""
        user = self.request.user
        mine = Q() if getattr(user, "is_staff", False) else Q(owner_id=user.pk)
        return queryset.filter(mine, endpoint_id=value)


class EndpointFilters(StrictFilterSet):
    name = django_filters.CharFilter()
    engine = django_filters.ChoiceFilter(choices=EngineName.choices)
