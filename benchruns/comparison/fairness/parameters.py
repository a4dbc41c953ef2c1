"""Server parameters side by side: those that move the result most come first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchruns.comparison.fairness.context import Context
from benchruns.engines import setting_values
from benchruns.parsers.settings.groups import GROUP_OF, Group
from benchruns.vocabulary import Provenance


class State(StrEnum):
    SAME = "same"
    DIFFERS = "differs"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterLine:
    """One parameter of all contexts; ``values`` maps an id to its text, None unknown.

    ``matters``: a difference here moves figures by itself. ``state`` is unknown where
    one does not state it and those that do agree.
    """

    name: str
    group: Group
    state: State
    matters: bool
    values: Mapping[str, str | None]


ASKED = "max_connections"  # a server that was asked itself has it, whatever else
_ORDER = {name: place for place, name in enumerate(GROUP_OF)}
_WEIGHTY_GROUPS = frozenset(
    {Group.BUFFERS, Group.DURABILITY, Group.REPLICATION, Group.SESSION_BUFFERS}
)
# Of the others, those that decide how pages are written, or cost every statement time.
_WEIGHTY = frozenset(
    {
        "transaction_isolation",
        "default_transaction_isolation",
        "read_committed_snapshot",
        "innodb_flush_method",
        "innodb_io_capacity",
        "innodb_thread_concurrency",
        "thread_handling",
        "performance_schema",
        "slow_query_log",
    }
)
# Parameters under the name that other versions of the same engines give them, too.
_ALSO_CALLED = {
    "tmp_memory_table_size": "tmp_table_size",
    "rpl_semi_sync_source_enabled": "rpl_semi_sync_master_enabled",
    "tx_isolation": "transaction_isolation",
}
_SIZE_ENDINGS = ("_buffer_size", "_pool_size", "_table_size", "_page_size", "_mem")
_SIZES = frozenset(
    {
        "binlog_cache_size",
        "effective_cache_size",
        "innodb_log_file_size",
        "innodb_redo_log_capacity",
        "max_wal_size",
        "min_wal_size",
        "query_cache_size",
        "shared_buffers",
        "temp_buffers",
        "wal_buffers",
    }
)
# They say which server it is, not how it is set.
_NO_SETTINGS = frozenset({"version_comment"})


def group_of(name: str) -> Group:
    return GROUP_OF.get(name, Group.OTHER)


def settings_of(context: Context) -> dict[str, str]:
    """What those that are stated amount to, by one name each."""
    stated = {
        _ALSO_CALLED.get(name, name): str(value)
        for name, value in context.settings.items()
        if name not in _NO_SETTINGS
    }
    family = context.engine_family
    if family is None:
        return stated
    if _is_whole(context):
        stated = {**family.settings.unlisted, **stated}
    return dict(family.settings.meant(stated))


def _is_whole(context: Context) -> bool:
    """Whether the server itself was asked for them: people state some of them."""
    is_of_people = context.provenance == Provenance.SUBMITTED
    return ASKED in context.settings and not is_of_people


def parameter_diff(contexts: Sequence[Context]) -> list[ParameterLine]:
    """Every parameter that one of them states, the weighty ones first."""
    return [_line(name, values) for name, values in _values(contexts)]


def unlike(contexts: Sequence[Context]) -> list[ParameterLine]:
    """Those of ``parameter_diff`` that are not written alike in all; few of hundreds."""
    return [
        _line(name, values)
        for name, values in _values(contexts)
        if len(set(values.values())) > 1
    ]


def _values(
    contexts: Sequence[Context],
) -> Iterator[tuple[str, dict[str, str | None]]]:
    stated = {context.id: settings_of(context) for context in contexts}
    names = {name for settings in stated.values() for name in settings}
    for name in sorted(names, key=lambda name: (_ORDER.get(name, len(_ORDER)), name)):
        yield name, {key: settings.get(name) for key, settings in stated.items()}


def differing(lines: Sequence[ParameterLine]) -> list[ParameterLine]:
    return [line for line in lines if line.state == State.DIFFERS]


def _line(name: str, values: Mapping[str, str | None]) -> ParameterLine:
    group = group_of(name)
    is_size = name in _SIZES or name.endswith(_SIZE_ENDINGS)
    return ParameterLine(
        name=name,
        group=group,
        state=_state(list(values.values())),
        matters=group in _WEIGHTY_GROUPS or name in _WEIGHTY,
        values={
            key: None if value is None else setting_values.shown(value, is_size=is_size)
            for key, value in values.items()
        },
    )


def _state(values: Sequence[str | None]) -> State:
    """One known difference is enough; one unknown value makes no agreement."""
    known = {setting_values.comparable(value) for value in values if value is not None}
    if len(known) > 1:
        return State.DIFFERS
    return State.UNKNOWN if None in values or len(values) < 2 else State.SAME
