"""How many examples hypothesis tries: few each time, and many with pytest's ``--long``.

No example has a deadline, since that would judge the machine.
"""

import os
from typing import TypeVar

from hypothesis import HealthCheck, settings

_LONG = "BENCHBOOK_TEST_LONG"  # what pytest's workers and test modules go by


T = TypeVar("T")


def choose(*, is_long: bool) -> None:
    """Before test modules are read."""
    if is_long:
        os.environ[_LONG] = "1"
    settings.register_profile(
        "benchbook",
        max_examples=few_or(1_000, few=25),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("benchbook")


def few_or(many: T, *, few: T) -> T:
    return many if os.environ.get(_LONG) else few
