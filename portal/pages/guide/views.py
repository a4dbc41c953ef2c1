"""How to test: the guide, and one page a workload, with commands for one's endpoint."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.engines import ENGINES, engine_title, version_slug
from benchruns.figures.metrics import METRICS
from benchruns.models import Campaign, Endpoint, Result
from benchruns.runs.plan import server_found
from benchruns.workloads import WORKLOADS, Parameter, Workload
from portal.pages.guide import commands as guide_commands
from portal.pages.guide import rules as guide_rules
from portal.pages.guide.printed import printed
from portal.pages.runs.new.views import PRESETS
from portal.web.page_cache.anonymous import kept_for_anonymous
from portal.web.permissions import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkloadRow:
    """``engines`` are those that it runs on, in words."""

    workload: Workload
    engines: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterRow:
    """One parameter; ``limits`` is empty where it has none."""

    parameter: Parameter
    default: str
    limits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRow:
    """A published campaign that ran a workload; ``slug`` is its version's address."""

    campaign: Campaign
    title: str
    slug: str
    rows: int


@require_safe
@kept_for_anonymous
def guide(request: HttpRequest) -> HttpResponse:
    endpoint = _endpoint(request)
    workload = _fitting(endpoint)
    usable = endpoint if endpoint and _runs_on(workload, endpoint) else None
    server = server_found(usable) if usable else {}
    root = _root(request)
    return render(
        request,
        "guide/guide.html",
        {
            **_choice(request, endpoint),
            "workloads": [
                WorkloadRow(workload=each, engines=_engines(each))
                for each in WORKLOADS.values()
            ],
            "regime_rules": guide_rules.regime_rules(),
            "limit_rules": guide_rules.limit_rules(),
            "size_rules": guide_rules.size_rules(
                family=ENGINES[usable.engine].family if usable else None,
                buffer_bytes=server.get("buffer_bytes"),
            ),
            "is_unfit": endpoint is not None and usable is None,
            "buffer_bytes": server.get("buffer_bytes"),
            "numbers": guide_rules.numbers(),
            "workload": workload,
            "examples": [
                *guide_commands.by_api(workload, endpoint=usable, root=root),
                guide_commands.of_row(endpoint=usable, root=root),
            ],
            "by_hand": guide_commands.by_hand(workload, endpoint=usable),
        },
    )


@require_safe
@kept_for_anonymous
def workload(request: HttpRequest, name: str) -> HttpResponse:
    """What a workload does and says, its parameters, and how to run it."""
    if name not in WORKLOADS:
        raise Http404
    load = WORKLOADS[name]
    endpoint = _endpoint(request)
    is_unfit = endpoint is not None and not _runs_on(load, endpoint)
    usable = None if is_unfit else endpoint
    return render(
        request,
        "guide/workload.html",
        {
            **_choice(request, endpoint),
            "is_unfit": is_unfit,
            "workload": load,
            "engines": _engines(load),
            "parameters": [_parameter_row(each) for each in load.parameters],
            "presets": [
                (key, label, _preset(load, key))
                for key, label in PRESETS
                if key in load.presets
            ],
            "metrics": [
                (name, METRICS.get(name), text) for name, text in load.metrics.items()
            ],
            "campaigns": _campaigns(load),
            "printed": printed(load),
            "examples": guide_commands.by_api(
                load, endpoint=usable, root=_root(request)
            ),
            "by_hand": guide_commands.by_hand(load, endpoint=usable),
        },
    )


# The endpoint that commands are filled in for ---------------------------------------


def _choice(request: HttpRequest, endpoint: Endpoint | None) -> dict[str, Any]:
    return {"endpoints": _own(request.user), "endpoint": endpoint}


def _own(viewer: Viewer) -> Sequence[Endpoint]:
    if not viewer.is_authenticated:
        return []
    return list(
        Endpoint.objects.registered().filter(owner_id=viewer.pk).order_by("name")
    )


def _endpoint(request: HttpRequest) -> Endpoint | None:
    """One's own that the address asks for; none for any other."""
    try:
        wanted = UUID(request.GET.get("endpoint", ""))
    except ValueError:
        return None
    return next((each for each in _own(request.user) if each.pk == wanted), None)


def _fitting(endpoint: Endpoint | None) -> Workload:
    """The first workload that runs on it; the first of all where none does."""
    known = WORKLOADS.values()
    return next(
        (each for each in known if endpoint is None or _runs_on(each, endpoint)),
        next(iter(known)),
    )


def _runs_on(load: Workload, endpoint: Endpoint) -> bool:
    return ENGINES[endpoint.engine].family in load.families


def _root(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


# A workload in words ----------------------------------------------------------------


def _engines(load: Workload) -> str:
    return ", ".join(
        engine.label for engine in ENGINES.values() if engine.family in load.families
    )


def _parameter_row(parameter: Parameter) -> ParameterRow:
    limits = ""
    if parameter.minimum is not None and parameter.maximum is not None:
        limits = _("%(minimum)s to %(maximum)s") % {
            "minimum": f"{parameter.minimum:,}",
            "maximum": f"{parameter.maximum:,}",
        }
    elif parameter.choices:
        limits = ", ".join(parameter.choices)
    elif parameter.pattern:
        limits = str(parameter.limit_reason)
    return ParameterRow(
        parameter=parameter, default=_value(parameter.default), limits=limits
    )


def _value(value: float | str | None) -> str:
    """As the form takes it; empty for what has no default."""
    if value is None:
        return _("empty")
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return f"{value:,}"


def _preset(load: Workload, key: str) -> list[tuple[str, str]]:
    labels = {each.name: each.label for each in load.parameters}
    return [
        (str(labels[name]), _value(value)) for name, value in load.presets[key].items()
    ]


def _campaigns(load: Workload) -> list[CampaignRow]:
    published = Result.objects.of_papers().filter(
        workload=load.name, campaign__isnull=False
    )
    by_campaign = published.order_by().values("campaign").annotate(count=Count("*"))
    counts = dict(by_campaign.values_list("campaign", "count"))
    campaigns = Campaign.objects.filter(pk__in=counts).select_related("source")
    return [
        CampaignRow(
            campaign=campaign,
            title=engine_title(campaign.engine, campaign.engine_version),
            slug=version_slug(campaign.engine_version),
            rows=counts[campaign.pk],
        )
        for campaign in campaigns
    ]
