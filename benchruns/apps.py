"""The Django application of the benchruns wing."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_migrate

from benchruns.audit import trigger
from benchruns.data_version import triggers


class BenchrunsConfig(AppConfig):
    name = "benchruns"
    verbose_name = "Benchbook"

    def ready(self) -> None:
        register(trigger.check, Tags.database)
        pre_migrate.connect(trigger.before_migrations, sender=self)
        post_migrate.connect(trigger.after_migrations, sender=self)
        pre_migrate.connect(triggers.before_migrations, sender=self)
        post_migrate.connect(triggers.after_migrations, sender=self)
