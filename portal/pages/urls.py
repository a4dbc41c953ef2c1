"""The addresses of pages, under the name ``portal``."""

from django.urls import URLPattern, path

import portal.web.converters  # noqa: F401 - its names of kinds stand below
from portal.pages import overview, search
from portal.pages.account import preferences
from portal.pages.account import urls as account_urls
from portal.pages.classes import needs, prices
from portal.pages.classes import views as classes
from portal.pages.comparisons import ticks
from portal.pages.comparisons import views as compare
from portal.pages.engines import views as engines
from portal.pages.engines import whitepaper
from portal.pages.guide import fairness as guide_fairness
from portal.pages.guide import views as guide
from portal.pages.results import views as results
from portal.pages.reviews import urls as review_urls
from portal.pages.submissions import urls as submission_urls
from portal.pages.trends import urls as trend_urls

app_name = "portal"

urlpatterns: list[URLPattern] = [
    path("", overview.home, name="home"),
    path("engines/", engines.engine_list, name="engines"),
    path("engines/<slug:engine>/", engines.engine_versions, name="engine-versions"),
    path(
        "engines/<slug:engine>/<name:version>/",
        engines.engine_version,
        name="engine-version",
    ),
    path(
        "engines/<slug:engine>/<name:version>/embed/",
        engines.engine_embed,
        name="engine-embed",
    ),
    path(
        "whitepaper/<slug:engine>/<name:version>/",
        whitepaper.whitepaper,
        name="whitepaper",
    ),
    path("classes/", classes.class_list, name="classes"),
    path("classes/need/", needs.needs, name="need"),
    path("classes/tick/", ticks.tick_filtered, name="tick-filtered"),
    path("classes/prices/", prices.price_list, name="prices"),
    path("classes/prices/new/", prices.price_new, name="price-new"),
    path("classes/prices/import/", prices.price_import, name="price-import"),
    path("classes/prices/<uuid:id>/delete/", prices.price_delete, name="price-delete"),
    path(
        "classes/<name:provider>/<slug:engine>/<name:code>/",
        classes.class_detail,
        name="class-detail",
    ),
    path("compare/", compare.compare, name="compare"),
    path("compare/keep/", compare.keep, name="compare-keep"),
    path("compare/embed/", compare.embed, name="compare-embed"),
    path("c/<slug:code>/", compare.kept, name="kept-comparison"),
    path("guide/", guide.guide, name="guide"),
    path("guide/fairness/", guide_fairness.fairness, name="guide-fairness"),
    *review_urls.urlpatterns,  # one of the guide: before its workloads
    path("guide/<name:name>/", guide.workload, name="guide-workload"),
    path("results/<uuid:id>/", results.detail, name="result-detail"),
    path("results/<uuid:id>/exclude/", results.exclude, name="result-exclude"),
    path("results/<uuid:id>/include/", results.include, name="result-include"),
    path("compare/tick/", ticks.tick, name="tick"),
    path("compare/clear/", ticks.clear, name="ticks-clear"),
    path("search/", search.search, name="search"),
    path("theme/", preferences.theme, name="theme"),
    *account_urls.urlpatterns,
    *submission_urls.urlpatterns,
    *trend_urls.urlpatterns,
]
