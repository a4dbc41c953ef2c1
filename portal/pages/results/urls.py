"""The addresses of results."""

from django.urls import path

from portal.pages.results import listed, nearest
from portal.pages.results import views as results

urlpatterns = [
    path("results/", listed.results, name="results"),
    path("results/<uuid:id>/", results.detail, name="result-detail"),
    path(
        "results/<uuid:id>/beside-published/",
        nearest.beside_published,
        name="result-beside-published",
    ),
    path("results/<uuid:id>/exclude/", results.exclude, name="result-exclude"),
    path("results/<uuid:id>/include/", results.include, name="result-include"),
]
