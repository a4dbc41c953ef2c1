"""How a server is set, in its own words."""

from collections.abc import Mapping
from dataclasses import dataclass

# Servers have 350 to 700, and sql_mode is the longest that figures depend on.
MOST = 2_000
LONGEST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Variables:
    """Names and values; ``changed`` are those that are not as the server was built.

    None of them is told by servers that do not say what they were built with.
    """

    values: Mapping[str, str]
    changed: frozenset[str] | None = None
