"""Findings of the data checks on a pair of rows that both stand in a comparison."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from benchruns.findings import Finding, read


def known_between(
    findings: Mapping[str, Iterable[Mapping[str, Any]]], ids: Iterable[str]
) -> list[Finding]:
    """Stored findings, by the id of their row, that name another compared row.

    One that stands on both rows comes once; its ``results`` name all rows it concerns,
    the one that carried it first.
    """
    compared = frozenset(ids)
    found: dict[tuple[str, frozenset[str]], Finding] = {}
    for row_id in filter(compared.__contains__, findings):
        for stored in findings[row_id]:
            others = tuple(key for key in stored.get("results", ()) if key in compared)
            key = (stored["code"], frozenset({row_id, *others}))
            if others and key not in found:
                found[key] = replace(read(stored), results=(row_id, *others))
    return list(found.values())
