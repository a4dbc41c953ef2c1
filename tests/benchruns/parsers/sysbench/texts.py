"""The texts of samples."""

from tests.benchruns.report_cases.case import SAMPLES


def text_of(name: str) -> str:
    return (SAMPLES / "sysbench" / f"{name}.txt").read_text()
