"""The address of the audit log."""

from django.urls import path

from portal.pages.audit import views

urlpatterns = [path("audit/", views.audit_log, name="audit")]
