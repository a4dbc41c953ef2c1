"""All that PostgreSQL tells of how it is set."""

from collections.abc import Iterable

from workers.engines.variables import Variables

# What a connection sets for itself, as the name of its application, is not the server's.
ALL = """
    SELECT name, current_setting(name),
        source NOT IN ('default', 'override', 'client', 'session')
        AND setting IS DISTINCT FROM boot_val
    FROM pg_settings WHERE source NOT IN ('client', 'session')
"""


def variables(rows: Iterable[tuple[str, str, bool]]) -> Variables:
    told = list(rows)
    return Variables(
        values={name: value for name, value, _is_changed in told},
        changed=frozenset(name for name, _value, is_changed in told if is_changed),
    )
