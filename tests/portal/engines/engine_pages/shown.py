"""The charts and rows that a page shows, and a measured row for it."""

import csv
import io
import json
import re

from tests.factories import ResultFactory


def charts_of(response):
    """The chart specifications of a page, by their ids."""
    pattern = r'<script id="(chart-[^"]+)" type="application/json">(.*?)</script>'
    found = re.findall(pattern, response.content.decode(), flags=re.S)
    return {name: json.loads(spec) for name, spec in found}


def csv_of(response):
    return list(csv.DictReader(io.StringIO(response.content.decode())))


def measured(**columns):
    return ResultFactory(
        measured=True,
        visibility="public",
        **{"vcpus": 4, "memory_gb": 16, **columns},
    )
