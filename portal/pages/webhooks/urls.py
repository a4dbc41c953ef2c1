"""The addresses of webhooks."""

from django.urls import path

from portal.pages.webhooks import actions, views

urlpatterns = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/new/", views.new, name="webhook-new"),
    path("webhooks/<uuid:id>/", views.detail, name="webhook-detail"),
    path("webhooks/<uuid:id>/change/", views.change, name="webhook-change"),
    path("webhooks/<uuid:id>/pause/", actions.pause, name="webhook-pause"),
    path("webhooks/<uuid:id>/resume/", actions.resume, name="webhook-resume"),
    path("webhooks/<uuid:id>/test/", actions.test, name="webhook-test"),
    path("webhooks/<uuid:id>/send-again/", actions.again, name="webhook-send-again"),
    path("webhooks/<uuid:id>/skip/", actions.skip, name="webhook-skip"),
    path("webhooks/<uuid:id>/secret/", views.secret, name="webhook-secret"),
    path("webhooks/<uuid:id>/allow/", actions.allow, name="webhook-allow"),
    path("webhooks/<uuid:id>/delete/", actions.delete, name="webhook-delete"),
]
