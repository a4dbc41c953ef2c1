"""The settings of programs whose clock a test can step.

libfaketime would do it for any program, but Python 3.11 cannot sleep under it. So it is
the clock of the rows alone: leases, times of runs, what is due; messages keep theirs.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from tests.settings import *  # noqa: F403

CLOCK = Path(os.environ["BENCHBOOK_TEST_CLOCK"])
_right = timezone.now


def _stepped() -> datetime:
    return _right() + timedelta(seconds=float(CLOCK.read_text() or 0))


timezone.now = _stepped
