"""Ways from other pages into a comparison; each is empty where there is nothing to."""

from django import template

from benchruns.comparison import Asked
from benchruns.names.class_words import ClassKey
from benchruns.reports.class_ import ClassReport
from benchruns.reports.engine import EngineReport
from benchruns.results.engine_versions import age_of
from portal.links.comparisons import View, address

register = template.Library()


@register.filter
def neighbours_url(report: ClassReport) -> str:
    """The class between the next sizes of its family, against the smallest."""
    found = {each.kind: each.instance_class for each in report.neighbours}
    beside = [found.get("smaller"), report.instance_class, found.get("larger")]
    classes = tuple(each.class_key for each in beside if each)
    return address(Asked(classes=classes), View()) if len(classes) > 1 else ""


@register.filter
def same_size_url(report: ClassReport) -> str:
    own = report.instance_class
    if not any(each.kind == "same" for each in report.neighbours):
        return ""
    asked = Asked(size=(own.vcpus, own.memory_gb), engine=own.engine)
    return address(asked, View())


@register.filter
def class_versions_url(report: ClassReport) -> str:
    versions = {each.row.engine_version for each in report.results}
    return _versions(report.instance_class.class_key, versions)


@register.filter
def versions_url(report: EngineReport) -> str:
    """The largest class of the page's first chart, on all versions of the engine."""
    rows = report.sections[0].rows if report.sections else ()
    keys = [row.class_key for row in rows if row.class_key and not row.is_beside]
    engine = report.version.engine
    versions = {each.version for each in report.versions if each.engine == engine}
    return _versions(keys[-1], versions) if keys else ""


def _versions(key: ClassKey, versions: set[str]) -> str:
    named = tuple(sorted(filter(None, versions), key=age_of))
    if len(named) < 2:
        return ""
    return address(Asked(classes=(key,), versions=named), View())
