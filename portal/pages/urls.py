"""The addresses of pages, under the name ``portal``; each room has its own."""

from itertools import chain

from django.urls import URLPattern, path

import portal.web.converters  # noqa: F401 - its names of kinds stand in addresses
from portal.pages import overview
from portal.pages.account import urls as account
from portal.pages.audit import urls as audit
from portal.pages.catalogue import urls as catalogue
from portal.pages.classes import urls as classes
from portal.pages.comparisons import urls as comparisons
from portal.pages.emergency import urls as emergency
from portal.pages.endpoints import urls as endpoints
from portal.pages.engines import urls as engines
from portal.pages.generators import urls as generators
from portal.pages.guide import urls as guide
from portal.pages.results import urls as results
from portal.pages.retention import urls as retention
from portal.pages.reviews import urls as reviews
from portal.pages.rewards import urls as rewards
from portal.pages.runs import urls as runs
from portal.pages.schedules import urls as schedules
from portal.pages.search import views as search
from portal.pages.sources import urls as sources
from portal.pages.submissions import urls as submissions
from portal.pages.sweeps import urls as sweeps
from portal.pages.trends import urls as trends
from portal.pages.webhooks import urls as webhooks

app_name = "portal"

ROOMS = (
    catalogue,
    classes,
    comparisons,
    engines,
    generators,
    guide,
    sources,
    results,
    endpoints,
    runs,
    schedules,
    sweeps,
    submissions,
    reviews,
    rewards,
    trends,
    account,
    webhooks,
    emergency,
    audit,
    retention,
)
urlpatterns: list[URLPattern] = [
    path("", overview.home, name="home"),
    path("search/", search.search, name="search"),
    path("search/suggestions/", search.suggest, name="search-suggestions"),
    *chain.from_iterable(room.urlpatterns for room in ROOMS),
]
