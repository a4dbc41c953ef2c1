"""The addresses of sweeps."""

from django.urls import path

from portal.pages.sweeps import actions as sweep_actions
from portal.pages.sweeps import views as sweeps

urlpatterns = [
    path("sweeps/", sweeps.sweeps, name="sweeps"),
    path("sweeps/<uuid:id>/", sweeps.detail, name="sweep-detail"),
    path("sweeps/<uuid:id>/cancel/", sweep_actions.cancel, name="sweep-cancel"),
    path("sweeps/<uuid:id>/publish/", sweep_actions.publish, name="sweep-publish"),
    path("sweeps/<uuid:id>/repeats.csv", sweep_actions.repeats_csv, name="sweep-csv"),
]
