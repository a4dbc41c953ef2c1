"""The addresses of pages, under the name ``portal``."""

from django.urls import URLPattern, path

from portal.pages import (
    account_urls,
    classes,
    engines,
    guide,
    overview,
    preferences,
    search,
)

app_name = "portal"

urlpatterns: list[URLPattern] = [
    path("", overview.home, name="home"),
    path("engines/", engines.engine_list, name="engines"),
    path("engines/<slug:engine>/", engines.engine_versions, name="engine-versions"),
    path(
        "engines/<slug:engine>/<str:version>/",
        engines.engine_version,
        name="engine-version",
    ),
    path("classes/", classes.class_list, name="classes"),
    path(
        "classes/<slug:provider>/<slug:engine>/<str:code>/",
        classes.class_detail,
        name="class-detail",
    ),
    path("guide/", guide.guide, name="guide"),
    path("guide/<slug:name>/", guide.workload, name="guide-workload"),
    path("search/", search.search, name="search"),
    path("theme/", preferences.theme, name="theme"),
    *account_urls.urlpatterns,
]
