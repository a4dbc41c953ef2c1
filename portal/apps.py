"""The Django application of the portal wing."""

from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        from portal.accounts import signals  # noqa: F401 - it connects itself
