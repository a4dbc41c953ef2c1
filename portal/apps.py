"""The Django application of the portal wing."""

from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"
