"""What a report names and the catalogue lacks: to accept the report enters it there."""

from django.utils.translation import gettext as _

from benchruns.models import InstanceClass
from benchruns.names.class_words import class_word
from benchruns.submissions.report_parts import RunReport, SubmissionReport
from benchruns.units import size_text

OF_A_CLASS = ("instance_class", "vcpus", "memory_gb")


def names_new_to_the_catalogue(report: SubmissionReport) -> list[str]:
    """``provider our own rack``, ``class vm-small (2 vCPU, 23.5 GB)``, each once."""
    names = [name for run in report.runs for name in _names(run)]
    return list(dict.fromkeys(names))


def classes_to_match(report: SubmissionReport) -> list[str]:
    """provider/engine/code of each class that a new one of its engine may be."""
    engines = {
        run.result.engine
        for run in report.runs
        if run.result is not None and run.result.instance_class_id is None
    }
    known = InstanceClass.objects.filter(engine__in=engines).order_by(
        "provider", "code"
    )
    return [class_word(each.class_key) for each in known]


def _names(run: RunReport) -> list[str]:
    result = run.result
    if result is None or result.instance_class_id is not None:
        return []
    stated = {condition.name: condition.value for condition in run.conditions}
    names = []
    if result.provider_id is None and stated.get("provider"):
        names.append(_("provider %(name)s") % {"name": stated["provider"]})
    if stated.get("provider") and all(stated.get(name) for name in OF_A_CLASS):
        code, vcpus, memory_gb = (stated[name] for name in OF_A_CLASS)
        words = {"name": code, "size": size_text(vcpus, memory_gb)}
        names.append(_("class %(name)s (%(size)s)") % words)
    return names
