"""The database moved to another release's tables, and back to today's."""

from collections.abc import Sequence

from django.db import connection
from django.db.migrations import RunPython
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

from benchruns.audit import trigger
from benchruns.data_version import triggers

Release = Sequence[tuple[str, str]]
NEWEST: Release = []
OF_SENTENCES = [("benchruns", "0012_codes_of_findings")]  # of failures, that is
OF_CODES = [("benchruns", "0014_codes_of_checks")]
OF_EQUAL_NAMES = [("benchruns", "0023_campaigns_withdrawn")]  # of drafts of campaigns
OLDEST = [("benchruns", "0007_reward_policies"), ("portal", "0003_feed_keys")]


class StepByStep(MigrationLoader):
    """As it is for an older install: without the one that stands for all of its steps."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {
            name: each for name, each in self.disk_migrations.items() if not each.replaces
        }


def migrate(release: Release) -> None:
    """To these migrations; to the newest where none is named."""
    # as ``manage.py migrate`` does
    trigger.remove()
    triggers.remove()
    executor = MigrationExecutor(connection)
    executor.loader = StepByStep(connection)
    executor.migrate(release or executor.loader.graph.leaf_nodes())


def models_of(release: Release) -> StateApps:
    """The models as they were then."""
    return StepByStep(connection).project_state(list(release)).apps


def upgrade_rows(name: str) -> None:
    """What the upgrade to this step, which changes no table, makes of the rows."""
    trigger.remove()
    _step(name).code(models_of([("benchruns", name)]), None)


def downgrade_rows(name: str) -> None:
    trigger.remove()
    _step(name).reverse_code(models_of([("benchruns", name)]), None)


def _step(name: str) -> RunPython:
    [step] = StepByStep(connection).get_migration("benchruns", name).operations
    assert isinstance(step, RunPython), f"{name} changes tables"
    return step

