"""Addresses of papers, of their facts, and of the places that show these."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from benchruns.engines import engine_title, version_slug
from benchruns.sources.facts import Fact
from benchruns.sources.sections import section_named
from benchruns.workloads.labels import workload_label

AT_PAPERS = "#papers"  # where such a page has its facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    label: str
    url: str


def source_url(slug: str, section: str = "") -> str:
    """The paper's page, at its section where that is one of those known."""
    url = reverse("portal:source", args=[slug])
    found = section_named(slug, section) if section else None
    return f"{url}#{found.anchor}" if found else url


def fact_url(fact: Fact) -> str:
    return f"{source_url(fact.source)}#{fact.key}"


def place_of(name: str) -> Place:
    """A page by its kind and what it is of: ``workload/tpcc``, ``fairness``."""
    kind, _slash, of = name.partition("/")
    return PLACES[kind](of)


def _workload(name: str) -> Place:
    url = reverse("portal:guide-workload", args=[name])
    return Place(label=workload_label(name), url=f"{url}{AT_PAPERS}")


def _engine(name: str) -> Place:
    engine, _slash, version = name.partition("/")
    url = reverse("portal:engine-version", args=[engine, version_slug(version)])
    return Place(label=engine_title(engine, version), url=f"{url}{AT_PAPERS}")


def _fairness(_nothing: str) -> Place:
    url = reverse("portal:guide-fairness")
    return Place(label=_("Fair comparisons"), url=f"{url}{AT_PAPERS}")


def _submissions(_nothing: str) -> Place:
    url = reverse("portal:guide-submissions")
    return Place(label=_("Submit a report"), url=f"{url}{AT_PAPERS}")


PLACES: Mapping[str, Callable[[str], Place]] = {
    "workload": _workload,
    "engine": _engine,
    "fairness": _fairness,
    "submissions": _submissions,
}
