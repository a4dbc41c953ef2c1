"""The addresses of the papers."""

from django.urls import path

from portal.pages.sources import views as sources

urlpatterns = [
    path("sources/", sources.index, name="sources"),
    path("sources/<name:slug>/", sources.source, name="source"),
]
