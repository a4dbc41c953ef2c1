"""The Django application of the portal wing."""

from django.apps import AppConfig
from django.core.checks import register


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        from portal.accounts import signals  # noqa: F401 - it connects itself
        from portal.pages.endpoints import to_try

        register(to_try.check)
