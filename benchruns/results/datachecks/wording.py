"""Numbers as the messages of findings write them."""

from benchruns.figures.metrics import METRICS
from benchruns.results.datachecks.row import Row


def number(value: float) -> str:
    """With thousands separators, two decimals at most, none where they are zero."""
    text = f"{value:,.2f}"
    return text.rstrip("0").rstrip(".")


def with_unit(figure: str, value: float) -> str:
    return f"{number(value)} {METRICS[figure].unit}"


def class_and_size(row: Row) -> str:
    """``rds.mysql.c1.xlarge (8 vCPU, 32 GB)``, as far as it is known."""
    if row.size is None:
        return row.class_code
    vcpus, memory_gb = row.size
    return f"{row.class_code} ({vcpus} vCPU, {memory_gb:g} GB)"
