"""The Django application of the workers wing; it has no rows of its own."""

from django.apps import AppConfig


class WorkersConfig(AppConfig):
    name = "workers"
