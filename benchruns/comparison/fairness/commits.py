"""What a commit waits for and survives, told from a server's settings and edition."""

from collections.abc import Mapping

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.parameters import settings_of
from benchruns.engines.server_settings import Replication
from benchruns.engines.setting_values import comparable

ISOLATION = ("transaction_isolation", "default_transaction_isolation")

STATED: Mapping[str | None, Replication] = {
    "none": Replication.UNAWAITED,
    "async": Replication.UNAWAITED,
    "semi_sync": Replication.SEMI_SYNCHRONOUS,
    "sync": Replication.SYNCHRONOUS,
}


def replication(context: Context) -> Replication | None:
    """By the settings, else as stated; where the two disagree it is not known."""
    told, stated = _of_settings(context), STATED.get(context.replication)
    if told is not None and stated is not None and told != stated:
        return None
    return told or stated


def _of_settings(context: Context) -> Replication | None:
    family = context.engine_family
    if family is None:
        return None
    return family.settings.replication(context.edition or "", settings_of(context))


def durability(context: Context) -> dict[str, str]:
    """The settings that are stated of those that decide it."""
    family = context.engine_family
    if family is None:
        return {}
    settings = settings_of(context)
    names = family.settings.durability
    return {name: settings[name] for name in names if name in settings}


def core_durability(context: Context) -> tuple[str, ...]:
    """The settings without which nobody can say whether a commit survives."""
    return context.engine_family.settings.core if context.engine_family else ()


def is_durable(context: Context) -> bool | None:
    """Whether a commit that was acknowledged survives a crash of the host."""
    stated, family = durability(context), context.engine_family
    if family is None or any(name not in stated for name in family.settings.core):
        return None
    return family.settings.is_durable(stated, settings_of(context))


def isolation(context: Context) -> str | None:
    settings = settings_of(context)
    value = next((settings[name] for name in ISOLATION if name in settings), None)
    return None if value is None else str(comparable(value))
