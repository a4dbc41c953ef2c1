"""The CSV files of the published figures as the csv module reads them."""

import csv

from benchruns.results.published.loader import DATA


def rows_of(file):
    with (DATA / file).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def number(cell):
    return float(cell) if cell else None


def items(cell):
    return cell.split(";") if cell else []
