"""The pages of the API's door."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from benchruns.models import Endpoint
from benchruns.workloads import MAIN
from portal.pages.developer import markdown
from portal.pages.developer.reference import operations as all_operations
from portal.pages.developer.reference import parts

LONGEST = 100
NO_ENDPOINT = "00000000-0000-0000-0000-000000000000"


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    endpoint = _endpoint(request)
    context = {"endpoint": endpoint, "calls": _calls(_host(request), endpoint)}
    return render(request, "developer/start.html", context)


@require_safe
def operations(request: HttpRequest) -> HttpResponse:
    """``q`` keeps those in whose line or address all of its words occur."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    context = {"parts": parts(text), "text": text, "count": len(all_operations())}
    return render(request, "developer/operations.html", context)


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    found = all_operations().get(name)
    if found is None:
        raise Http404
    context = {
        "operation": found,
        "text": markdown.to_html(found.text),
        "curl": found.curl(_host(request)),
    }
    return render(request, "developer/operation.html", context)


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    return _document(request, "api")


@require_safe
def other_document(request: HttpRequest, name: str) -> HttpResponse:
    if name not in markdown.NAMES or name == "api":
        raise Http404
    return _document(request, name)


@require_safe
def unknown(request: HttpRequest) -> HttpResponse:
    """The site's own page, not the API's JSON; a forgotten slash at the end is put there."""
    if not request.path.endswith("/"):
        return redirect(f"{request.path}/")
    raise Http404


def _document(request: HttpRequest, name: str) -> HttpResponse:
    found = markdown.document(name, host=_host(request))
    return render(request, "developer/document.html", {"document": found})


def _host(request: HttpRequest) -> str:
    """As the reader's browser and programs reach this Benchbook."""
    return request.build_absolute_uri("/").rstrip("/")


def _endpoint(request: HttpRequest) -> Endpoint | None:
    """The newest of the reader's own, for an example that can be sent as it stands."""
    if not request.user.is_authenticated:
        return None
    own = Endpoint.objects.registered().filter(owner_id=request.user.pk)
    return own.order_by("-created_at").first()


def _calls(host: str, endpoint: Endpoint | None) -> dict[str, str]:
    """Three to try, each complete but for the reader's key."""
    api = f"{host}/api/v1"
    header = '-H "Authorization: Token $BENCHBOOK_TOKEN"'
    body = {
        "endpoint": str(endpoint.pk) if endpoint else NO_ENDPOINT,
        "workload": MAIN,
        "parameters": {"tables": 4, "table_size": 25_000, "threads": 8},
    }
    return {
        "read": f'curl -s "{api}/results/?engine=mysql&regime=disk_io&page_size=1"',
        "own": f"BENCHBOOK_TOKEN=bb_...\ncurl -s {api}/endpoints/ \\\n  {header}",
        "plan": f"curl -s {api}/runs/plan/ \\\n  {header} \\\n"
        f"""  -H "Content-Type: application/json" \\\n  -d '{json.dumps(body, indent=2)}'""",
    }
