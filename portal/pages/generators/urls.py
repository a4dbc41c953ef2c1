"""The addresses of load generators."""

from django.urls import path

from portal.pages.generators import views

urlpatterns = [
    path("generators/", views.generators, name="generators"),
    path("generators/<uuid:id>/", views.detail, name="generator-detail"),
]
