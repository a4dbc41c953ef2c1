"""The addresses of the API's pages; those of the API itself are ``portal.api.urls``."""

from django.urls import path, re_path

from portal.pages.developer import views

urlpatterns = [
    path("", views.start, name="api-start"),
    path("docs/", views.operations, name="api-docs"),
    path("docs/<slug:name>/", views.operation, name="api-operation"),
    path("guide/", views.guide, name="api-guide"),
    path("guide/<slug:name>/", views.other_document, name="api-document"),
    # Before the API's own answer to an unknown address, which is for programs.
    re_path("^(?:docs|guide)(?:/.*)?$", views.unknown),
]
