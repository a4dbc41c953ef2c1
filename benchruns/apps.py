"""The Django application of the benchruns wing."""

from django.apps import AppConfig


class BenchrunsConfig(AppConfig):
    name = "benchruns"
    verbose_name = "Benchbook"
