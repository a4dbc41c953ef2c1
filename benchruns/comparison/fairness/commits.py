"""What a commit waits for and survives, told from a server's settings and edition."""

from collections.abc import Mapping
from enum import StrEnum

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.parameters import has_binary_log, settings_of
from benchruns.engines.setting_values import comparable, is_same


class Replication(StrEnum):
    """What a commit waits for.

    ``UNAWAITED``: nobody, whether there is no secondary or one that follows
    asynchronously; the papers pair the two.
    """

    UNAWAITED = "unawaited"
    SEMI_SYNCHRONOUS = "semi_synchronous"
    SYNCHRONOUS = "synchronous"


DURABILITY: Mapping[str, tuple[str, ...]] = {
    "mysql": ("innodb_flush_log_at_trx_commit", "sync_binlog", "innodb_doublewrite"),
    "postgresql": ("fsync", "synchronous_commit", "full_page_writes"),
    "sqlserver": ("delayed_durability", "recovery_model"),
}
# Without these nobody can say whether a commit survives; the rest only adds to them.
CORE = {
    "mysql": ("innodb_flush_log_at_trx_commit", "sync_binlog"),
    "postgresql": ("fsync", "synchronous_commit"),
}
ISOLATION = ("transaction_isolation", "default_transaction_isolation")
SEMI_SYNC = "rpl_semi_sync_master_enabled"
ENTERPRISE = "enterprise edition"  # of ApsaraDB RDS for MySQL: three nodes, synchronous
NOT_AWAITED = frozenset({0.0, "local"})  # synchronous_commit: no standby is waited for


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
    settings = settings_of(context)
    if context.engine_family == "mysql":
        return _of_mysql(context.edition or "", settings)
    if context.engine_family == "postgresql":
        return _of_postgresql(settings)
    return None


def _of_mysql(edition: str, settings: Mapping[str, str]) -> Replication | None:
    if edition.casefold() == ENTERPRISE:
        return Replication.SYNCHRONOUS
    semi_sync = settings.get(SEMI_SYNC)
    if semi_sync is None:
        return None
    if is_same(semi_sync, "ON"):
        return Replication.SEMI_SYNCHRONOUS
    return Replication.UNAWAITED


def _of_postgresql(settings: Mapping[str, str]) -> Replication | None:
    standbys = settings.get("synchronous_standby_names")
    awaited = settings.get("synchronous_commit")
    if standbys is None or awaited is None:
        return None
    if not standbys.strip() or comparable(awaited) in NOT_AWAITED:
        return Replication.UNAWAITED
    words = standbys.replace("(", " ( ").split()
    count = words[words.index("(") - 1] if "(" in words[1:] else "1"
    if count.isdigit() and int(count) > 1:
        return Replication.SYNCHRONOUS
    return Replication.SEMI_SYNCHRONOUS


def durability(context: Context) -> dict[str, str]:
    """The settings that are stated of those that decide it."""
    settings = settings_of(context)
    names = DURABILITY.get(context.engine_family or "", ())
    return {name: settings[name] for name in names if name in settings}


def is_durable(context: Context) -> bool | None:
    """Whether a commit that was acknowledged survives a crash of the host."""
    stated = durability(context)
    if any(name not in stated for name in CORE.get(context.engine_family or "", ())):
        return None
    if context.engine_family == "mysql":
        logged = is_same(stated["innodb_flush_log_at_trx_commit"], "1")
        is_synced = is_same(stated["sync_binlog"], "1")
        return logged and (is_synced or not has_binary_log(settings_of(context)))
    if context.engine_family == "postgresql":
        return is_same(stated["fsync"], "on") and not is_same(
            stated["synchronous_commit"], "off"
        )
    if context.engine_family == "sqlserver" and stated:
        # versions before 2014 have no such option: all their commits are durable
        return not is_same(stated.get("delayed_durability", ""), "FORCED")
    return None


def isolation(context: Context) -> str | None:
    settings = settings_of(context)
    value = next((settings[name] for name in ISOLATION if name in settings), None)
    return None if value is None else str(comparable(value))
