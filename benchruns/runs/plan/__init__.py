"""What a run will create and take, by what is known of its server and of earlier runs there."""

from benchruns.runs.plan.earlier_runs import load_rate, overhead_of
from benchruns.runs.plan.problems import Problem
from benchruns.runs.plan.run_plan import (
    FITS,
    MISSES,
    NOTHING_MEASURED,
    ONCE,
    Climb,
    Overhead,
    RunPlan,
    plan_of,
    server_found,
    spare_connections,
    usable_connections,
)

__all__ = [
    "FITS",
    "MISSES",
    "NOTHING_MEASURED",
    "ONCE",
    "Climb",
    "Overhead",
    "Problem",
    "RunPlan",
    "load_rate",
    "overhead_of",
    "plan_of",
    "server_found",
    "spare_connections",
    "usable_connections",
]
