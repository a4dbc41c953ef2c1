"""The addresses of engines, their versions and white papers."""

from django.urls import path

from portal.pages.engines import views as engines
from portal.pages.engines import whitepaper

urlpatterns = [
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
]
