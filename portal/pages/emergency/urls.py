"""The address of the emergency stop."""

from django.urls import path

from portal.pages.emergency import views

urlpatterns = [path("stop/", views.stop_page, name="stop")]
