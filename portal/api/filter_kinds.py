"""Kinds of filters. A value that cannot match is an error, never ignored.

``null`` finds the rows where the field is null in an answer.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_filters.fields import ChoiceField
from rest_framework.exceptions import ValidationError as Refusal

from benchruns.catalogue.number_filter import NumberFilterError, parse
from benchruns.engines import UNSTATED
from benchruns.models import InstanceClass, Provider
from benchruns.vocabulary import LIMITED, WITHOUT_TRANSACTIONS, Regime, Variant
from benchruns.workloads import WORKLOADS
from portal.api.fields import Moment

NULL = "null"
LARGEST = 2**63 - 1


class OrNull:
    """A form field that takes ``null`` beside its own values."""

    def clean(self, value: Any) -> Any:
        return value if value == NULL else super().clean(value)  # type: ignore[misc]  # of the form field


class IntegerOrNull(OrNull, forms.IntegerField):
    pass


class FloatOrNull(OrNull, forms.FloatField):
    pass


class DateOrNull(OrNull, forms.DateField):
    pass


class UuidOrNull(OrNull, forms.UUIDField):
    pass


class MomentOrNull(OrNull, forms.Field):
    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        try:
            return Moment().run_validation(value)
        except Refusal as refusal:
            words = [_in_these_words(str(text)) for text in refusal.detail]
            raise ValidationError(words) from refusal


class NullableFilter(django_filters.Filter):  # type: ignore[misc]  # untyped
    """Of a column that holds NULL where the field is null."""

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        if value == NULL:
            return qs.filter(**{f"{self.field_name}__isnull": True})
        found: QuerySet[Any] = super().filter(qs, value)
        return found


class WholeNumberFilter(NullableFilter):
    field_class = IntegerOrNull

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=-LARGEST, max_value=LARGEST, **kwargs)


class NumberFilter(NullableFilter):
    field_class = FloatOrNull


class DateFilter(NullableFilter):
    field_class = DateOrNull


class MomentFilter(NullableFilter):
    field_class = MomentOrNull


class IdFilter(NullableFilter):
    field_class = UuidOrNull


class NameFilter(NullableFilter):
    """Of a relation that is shown by its name."""

    field_class = forms.CharField


class ProviderFilter(NameFilter):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[_require_provider], **kwargs)


class ClassFilter(NameFilter):
    """Of the code of an instance class.

    Its classes are named, so that an index finds their rows: in a join a database goes
    through all rows in their order.
    """

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        if not value or value == NULL:
            return super().filter(qs, value)
        classes = InstanceClass.objects.filter(code=value).order_by()
        return qs.filter(instance_class__in=list(classes.values_list("pk", flat=True)))


class WorkloadFilter(django_filters.CharFilter):  # type: ignore[misc]  # untyped
    """Of one that is in the registry: there are no results of another."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[_require_workload], **kwargs)


def _require_provider(slug: str) -> None:
    known = Provider.objects.order_by("slug").values_list("slug", flat=True)
    if slug != NULL and slug not in known:
        text = _("There is no provider “%(word)s”. Known: %(known)s.")
        raise _refusal(text, slug, known)


def _require_workload(name: str) -> None:
    if name not in WORKLOADS:
        text = _("There is no workload “%(word)s”. Known: %(known)s.")
        raise _refusal(text, name, WORKLOADS)


def _refusal(text: str, word: str, known: Iterable[str]) -> ValidationError:
    listed = ", ".join(known) or "–"
    return _in_these_words(text % {"word": word[:60], "known": listed})


def no_choice(word: str, choices: Iterable[tuple[str, Any]]) -> ValidationError:
    """Of a word that is none of them; an empty one stands for none at all."""
    text = _("There is no “%(word)s” here. Known: %(known)s.")
    return _refusal(text, word, [each for each, _label in choices if each])


def _in_these_words(text: str) -> ValidationError:
    """Django-filter puts values into every message, so that none may hold a ``%`` itself."""
    return ValidationError("%(text)s", params={"text": text})


class TextFilter(django_filters.CharFilter):  # type: ignore[misc]  # untyped
    """Of a column that is empty where the field is null."""

    nulls: tuple[str, ...] = (NULL,)

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        if value in self.nulls:
            return qs.filter(**{self.field_name: ""})
        found: QuerySet[Any] = super().filter(qs, value)
        return found


class VersionFilter(TextFilter):
    """``unstated``, as in page addresses, is null as well."""

    nulls = (NULL, UNSTATED)


class ListedChoice(ChoiceField):  # type: ignore[misc]  # untyped
    """Names what may be chosen where something else is given."""

    def validate(self, value: Any) -> None:
        forms.Field.validate(self, value)
        if value and not self.valid_value(value):
            raise no_choice(value, self.choices)


class ChoiceFilter(django_filters.ChoiceFilter):  # type: ignore[misc]  # untyped
    field_class = ListedChoice


class RegimeFilter(ChoiceFilter):
    """``null`` finds rows whose regime is not determined."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [*Regime.choices, (NULL, gettext_lazy("not determined"))]
        super().__init__(choices=choices, null_value=NULL, **kwargs)


class VariantFilter(ChoiceFilter):
    """``null`` finds the rows of the workload as it is, a word those of two words, too."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [*Variant.choices, (NULL, gettext_lazy("none"))]
        super().__init__(choices=choices, **kwargs)

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        for words in (WITHOUT_TRANSACTIONS, LIMITED):
            if value == words[0]:
                return qs.filter(variant__in=words)
        found: QuerySet[Any] = super().filter(qs, value)
        return qs.filter(variant="") if value == NULL else found


class ExcludedFilter(ChoiceFilter):
    """``true`` finds the results that their owners left out, ``false`` all others."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("true", gettext_lazy("yes")), ("false", gettext_lazy("no"))]
        super().__init__(choices=choices, **kwargs)

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        if not value:
            return qs
        excluded = Q(exclusion__isnull=False)
        return qs.filter(excluded if value == "true" else ~excluded)


class NumberTextFilter(django_filters.CharFilter):  # type: ignore[misc]  # untyped
    """Of a column of numbers, by an expression: ``2..8``, ``>=4 <=16``, ``2, 4, 8``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[_read_expression], **kwargs)

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        return qs.filter(parse(value).as_q(self.field_name)) if value else qs


def _read_expression(text: str) -> None:
    try:
        parse(text)
    except NumberFilterError as error:
        raise _in_these_words(str(error)) from error


class MineFilter(ChoiceFilter):
    """``true`` finds what the caller owns, ``false`` what others own."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("true", gettext_lazy("yes")), ("false", gettext_lazy("no"))]
        super().__init__(choices=choices, **kwargs)

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        if not value:
            return qs
        mine = Q(owner_id=self.parent.request.user.pk)
        return qs.filter(mine if value == "true" else ~mine)


class OwnFilter(django_filters.UUIDFilter):  # type: ignore[misc]  # untyped
    """Of what only the owner may know: an endpoint's id says whose a row is."""

    def filter(self, qs: QuerySet[Any], value: UUID | None) -> QuerySet[Any]:
        if value is None:
            return qs
        user = self.parent.request.user
        mine = Q() if getattr(user, "is_staff", False) else Q(owner_id=user.pk)
        return qs.filter(mine, **{self.field_name: value})
