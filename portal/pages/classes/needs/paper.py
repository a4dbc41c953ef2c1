"""The answer to a need as a PDF, to hand on: what was asked, what is known, what is not."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.catalogue.needs.report import Candidate, NeedReport
from benchruns.engines import version_slug
from portal.pages.answers.pdf import pdf_answer
from portal.pages.classes.needs.charts import need_chart
from portal.wording.needs import (
    answer_of,
    asked_text,
    candidate_doubt,
    reason_text,
    version_text,
)


def versions_of(report: NeedReport, given: Mapping[str, str]) -> list[tuple[str, str]]:
    """The answer of each version in words, and the question for it alone."""
    return [
        (
            version_text(each, report.need),
            urlencode({**given, "version": version_slug(each.engine_version)}),
        )
        for each in report.versions
    ]


def need_pdf(
    request: HttpRequest, report: NeedReport, given: Mapping[str, str]
) -> HttpResponse:
    return pdf_answer(
        "needs/pdf.html",
        partial(_paper, request, report, given),
        name="benchbook-class-needed",
    )


def _paper(
    request: HttpRequest, report: NeedReport, given: Mapping[str, str]
) -> dict[str, Any]:
    root = request.build_absolute_uri("/").rstrip("/")
    asked = {name: word for name, word in given.items() if name != "page"}
    return {
        "report": report,
        "root": root,
        "asked": asked_text(report.need),
        "address": f"{root}{reverse('portal:need')}?{urlencode(asked)}",
        "title": _("Which class do I need?"),
        "today": timezone.now().date(),
        "answer": answer_of(report),
        "versions": versions_of(report, asked),
        "chart": need_chart(report, root=root),
        "found": list(_lines(report.found, report, root)),
        "unproven": list(_lines(report.unproven, report, root)),
        "missed": list(_lines(report.missed, report, root)),
    }


def _lines(
    candidates: Iterable[Candidate], report: NeedReport, root: str
) -> Iterable[dict[str, object]]:
    for each in candidates:
        address = reverse("portal:result-detail", args=[each.result.pk])
        yield {
            "candidate": each,
            "reason": reason_text(each, report.need),
            "is_doubted": bool(candidate_doubt(each, report.need)),
            "address": f"{root}{address}",
        }
