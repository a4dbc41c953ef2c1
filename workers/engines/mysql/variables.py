"""All that MySQL and MariaDB tell of how they are set."""

from collections.abc import Callable

from benchruns.failures.failure import BenchbookError
from workers.engines.variables import Variables

ALL = "SHOW GLOBAL VARIABLES"
# What MariaDB works out for itself, as the size of a cache from another, is nobody's
# choice.
_CHANGED_ON_MARIADB = """
    SELECT variable_name FROM information_schema.system_variables
    WHERE global_value_origin NOT IN ('COMPILE-TIME', 'AUTO')
    AND NOT (global_value <=> default_value)
"""
# MySQL tells no defaults, but where a value comes from; a session's own is nobody's, too.
_CHANGED_ON_MYSQL = """
    SELECT variable_name FROM performance_schema.variables_info
    WHERE variable_source NOT IN ('COMPILED', 'LOGIN')
"""

Rows = tuple[tuple[object, ...], ...]


def read(ask: Callable[[str], Rows], *, version: str) -> Variables:
    return Variables(
        values={str(name).lower(): str(value) for name, value in ask(ALL)},
        changed=_changed(ask, is_mariadb="mariadb" in version.lower()),
    )


def _changed(ask: Callable[[str], Rows], *, is_mariadb: bool) -> frozenset[str] | None:
    """None before MySQL 8 and MariaDB 10.1, which do not tell."""
    statement = _CHANGED_ON_MARIADB if is_mariadb else _CHANGED_ON_MYSQL
    try:
        return frozenset(str(name).lower() for (name,) in ask(statement))
    except BenchbookError:
        return None
