"""The address of the rules of retention."""

from django.urls import path

from portal.pages.retention import views

urlpatterns = [path("retention/", views.retention, name="retention")]
