"""The addresses of comparisons, and of what is ticked for one."""

from django.urls import path

from portal.pages.comparisons import ticks
from portal.pages.comparisons import views as compare

urlpatterns = [
    path("classes/tick/", ticks.tick_filtered, name="tick-filtered"),
    path("compare/", compare.compare, name="compare"),
    path("compare/keep/", compare.keep, name="compare-keep"),
    path("compare/embed/", compare.embed, name="compare-embed"),
    path("c/<slug:code>/", compare.saved, name="kept-comparison"),
    path("compare/tick/", ticks.tick, name="tick"),
    path("compare/clear/", ticks.clear, name="ticks-clear"),
]
