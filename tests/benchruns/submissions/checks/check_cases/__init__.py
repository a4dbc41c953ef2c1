"""Checks of every code and outcome, with what is said of them."""

from tests.benchruns.submissions.checks.check_cases.of_figures import OF_FIGURES
from tests.benchruns.submissions.checks.check_cases.of_files import OF_FILES

CASES = (*OF_FILES, *OF_FIGURES)
