"""Which classes reached what a program needs."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError as InvalidField
from django.core.paginator import Page
from django.forms import ChoiceField
from django.http import QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from benchruns.catalogue.needs.need import NEED_WORKLOADS
from benchruns.catalogue.needs.report import find
from benchruns.catalogue.needs.standings import Standing
from benchruns.catalogue.pricing.prices import SEPARATOR
from benchruns.vocabulary import Provenance
from benchruns.workloads import MAIN
from portal.api.faults import Faults
from portal.api.filter_kinds import no_choice
from portal.api.schema import ENGINE
from portal.api.serializers.needs import NeededSerializer, describe
from portal.api.views.base import StrictView
from portal.forms.needs import REGIMES, NeedForm, program_words
from portal.links.needs import FORM_NAMES, OF_A_PRICE

PARAMETERS = [
    OpenApiParameter("tps", float, required=True, description="At least."),
    OpenApiParameter("regime", required=True, enum=[word for word, _label in REGIMES]),
    OpenApiParameter("p95_ms", float, description="At most."),
    ENGINE,
    OpenApiParameter("engine_version"),
    OpenApiParameter("workload", enum=NEED_WORKLOADS, default=MAIN),
    OpenApiParameter("provider"),
    OpenApiParameter("provenance", enum=Provenance.values),
    OpenApiParameter("budget", float, description="An hour; with the next three."),
    OpenApiParameter("currency", description="With region and term: adds prices."),
    OpenApiParameter("region"),
    OpenApiParameter("term"),
    OpenApiParameter("page", OpenApiTypes.INT),
]
API_NAMES = {form: name for name, form in FORM_NAMES.items()} | {"price_in": "currency"}


class NeededView(StrictView):
    """Smallest first, 50 a page, each with the result that shows it."""

    is_public = True
    query_names = frozenset(parameter.name for parameter in PARAMETERS)

    @extend_schema(parameters=PARAMETERS, responses=NeededSerializer)
    def get(self, request: Request) -> Response:
        faults = Faults()
        form = _read(request, faults)
        wanted = 1
        with faults.gathered():
            wanted = _page(request.query_params)
        faults.refuse()
        report = find(form.need, user=request.user, page=wanted)
        if wanted > report.page.paginator.num_pages:
            raise ValidationError({"page": [_("There is no such page.")]})
        return Response(describe(report, **_links(report.page, request)))

    def look_at_query(self, faults: Faults) -> None:
        _read(self.request, faults)
        with faults.gathered():
            _page(self.request.query_params)


def _read(request: Request, faults: Faults) -> NeedForm:
    with faults.gathered():
        _refuse_half_a_price(request.query_params)
    form = NeedForm(_as_form(request.query_params), user=request.user)
    for name, errors in form.errors.as_data().items():
        texts = [text for error in errors for text in _told(form, name, error)]
        faults.add({API_NAMES.get(name, name): texts})
    return form


def _told(form: NeedForm, name: str, error: InvalidField) -> list[str]:
    """With what may be chosen, which a form's own sentence leaves to its page."""
    field = form.fields.get(name)
    if error.code != "invalid_choice" or not isinstance(field, ChoiceField):
        return program_words(error)
    choices: Any = field.choices  # a pair each, none of them a group
    return list(no_choice(str(form[name].data), choices).messages)


def _refuse_half_a_price(query: QueryDict) -> None:
    missing = [name for name in OF_A_PRICE if not query.get(name)]
    if 0 < len(missing) < len(OF_A_PRICE):
        message = _("Give currency, region and term together.")
        raise ValidationError({name: [message] for name in missing})


def _as_form(query: QueryDict) -> Mapping[str, str]:
    given = {FORM_NAMES.get(name, name): str(query[name]) for name in query}
    price = [given.pop(name, "") for name in OF_A_PRICE]
    if all(price):
        given["price_in"] = SEPARATOR.join(price)
    return given


def _page(query: QueryDict) -> int:
    word = query.get("page", "1")
    if word.isascii() and word.isdecimal() and 0 < len(word) < 7 and int(word) > 0:
        return int(word)
    raise ValidationError({"page": [_("Give an integer from 1 on.")]})


def _links(page: Page[Standing], request: Request) -> dict[str, str | None]:
    url = request.build_absolute_uri()
    number = page.number
    return {
        "next": replace_query_param(url, "page", number + 1)
        if page.has_next()
        else None,
        "previous": replace_query_param(url, "page", number - 1)
        if page.has_previous()
        else None,
    }
