"""The figure that a load is known by, also of workloads that are not known here."""

from benchruns.workloads import WORKLOADS

OF_ANY_LOAD = ("tps", "qps")


def main_figures(workload: str, engine: str) -> tuple[str, ...]:
    """Names of figures; the first one that is known is the one to go by."""
    known = WORKLOADS.get(workload)
    return OF_ANY_LOAD if known is None else known.main_figures(engine)
