"""Published rows, the form that one fills in, and the form as a browser sends it."""

from html import unescape

from benchruns.models import Result
from tests.portal.web.test_overview import text_of


def row_of(workload, **fields):
    return Result.objects.filter(workload=workload, **fields).order_by("-vcpus")[0]


def opened(page, row, **fields):
    return page.get("/runs/new/", {"reproduce": row.pk, **fields})


def sent(page, row, endpoint, **changes):
    """The form as a browser sends it: what it was filled in with, then changed."""
    draft = opened(page, row, endpoint=endpoint.pk).context["draft"]
    held = {n: v for n, v in draft.from_row.items() if v not in (None, False)}
    given = {
        "reproduce": row.pk,
        "endpoint": endpoint.pk,
        "workload": draft.workload.name,
        "filled": draft.filled,
        "when": "now",
        **held,
        **changes,
    }
    return page.post("/runs/new/", given)


def plain(answer):
    assert answer.status_code == 200
    return unescape(text_of(answer))
