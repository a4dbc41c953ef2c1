"""The addresses of the queue and of schedules."""

from django.urls import path

from portal.pages.schedules import actions, edit, views

urlpatterns = [
    path("schedules/", views.schedules, name="schedules"),
    path("schedules/new/", edit.new, name="schedule-new"),
    path("schedules/<uuid:id>/", views.detail, name="schedule-detail"),
    path("schedules/<uuid:id>/change/", edit.change, name="schedule-change"),
    path("schedules/<uuid:id>/run-now/", actions.run_now, name="schedule-run-now"),
    path("schedules/<uuid:id>/pause/", actions.pause, name="schedule-pause"),
    path("schedules/<uuid:id>/resume/", actions.resume, name="schedule-resume"),
    path("schedules/<uuid:id>/delete/", actions.delete, name="schedule-delete"),
]
