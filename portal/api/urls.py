"""The addresses of the REST API."""

from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter

import portal.web.converters  # noqa: F401 - lookups are of its kinds
from portal.api.catalogue.campaign_drafts import CampaignDraftViewSet
from portal.api.catalogue.nearest import NearestView
from portal.api.catalogue.providers import ProviderViewSet
from portal.api.description.document import schema_view
from portal.api.export.view import ExportView
from portal.api.generators.view import GeneratorViewSet
from portal.api.views.base import Index, UnknownAddress
from portal.api.views.catalog.campaigns import CampaignViewSet
from portal.api.views.catalog.classes import InstanceClassViewSet
from portal.api.views.catalog.engines import EngineViewSet
from portal.api.views.catalog.sources import SourceViewSet
from portal.api.views.catalog.workloads import WorkloadViewSet
from portal.api.views.compare import CompareView
from portal.api.views.data_sets import DataSetViewSet
from portal.api.views.endpoints import EndpointViewSet
from portal.api.views.needs import NeededView
from portal.api.views.results import ResultViewSet
from portal.api.views.runs import RunViewSet
from portal.api.views.schedules import ScheduleViewSet
from portal.api.views.series import RegressionRuleViewSet, SeriesViewSet
from portal.api.views.stop import StopView
from portal.api.views.submissions.views import SubmissionViewSet
from portal.api.views.sweeps import SweepViewSet
from portal.api.views.tokens import TokenViewSet
from portal.api.views.webhooks import WebhookViewSet


class Router(DefaultRouter):
    include_format_suffixes = False
    APIRootView = Index


router = Router(use_regex_path=False)
router.register("engines", EngineViewSet, basename="engine")
router.register("providers", ProviderViewSet, basename="provider")
router.register("instance-classes", InstanceClassViewSet, basename="instance-class")
router.register("campaigns", CampaignViewSet, basename="campaign")
router.register("campaign-drafts", CampaignDraftViewSet, basename="campaign-draft")
router.register("results", ResultViewSet, basename="result")
router.register("workloads", WorkloadViewSet, basename="workload")
router.register("sources", SourceViewSet, basename="source")
router.register("endpoints", EndpointViewSet, basename="endpoint")
router.register("runs", RunViewSet, basename="run")
router.register("sweeps", SweepViewSet, basename="sweep")
router.register("schedules", ScheduleViewSet, basename="schedule")
router.register("data-sets", DataSetViewSet, basename="data-set")
router.register("generators", GeneratorViewSet, basename="generator")
router.register("series", SeriesViewSet, basename="series")
router.register("regression-rules", RegressionRuleViewSet, basename="regression-rule")
router.register("submissions", SubmissionViewSet, basename="submission")
router.register("tokens", TokenViewSet, basename="token")
router.register("webhooks", WebhookViewSet, basename="webhook")

urlpatterns = [
    path("v1/compare/", CompareView.as_view(), name="compare"),
    path(
        "v1/instance-classes/needed/",
        NeededView.as_view(),
        name="instance-class-needed",
    ),
    path(
        "v1/instance-classes/nearest/",
        NearestView.as_view(),
        name="instance-class-nearest",
    ),
    path("v1/export/", ExportView.as_view(), name="export"),
    path("v1/stop/", StopView.as_view(), name="stop"),
    path("v1/", include(router.urls)),
    path("v1/schema/", schema_view, name="schema"),
    # Also keeps Django from redirecting, where a POST would lose its body.
    re_path("", UnknownAddress.as_view()),
]
