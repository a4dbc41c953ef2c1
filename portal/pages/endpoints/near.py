"""The classes nearest to an endpoint's size, to be named as its own."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import by_name
from benchruns.catalogue.nearest import Size, nearest
from benchruns.endpoints import changes as endpoint_changes
from benchruns.endpoints.changes import EndpointGone
from benchruns.engines import ENGINES
from benchruns.errors import FieldError
from benchruns.models import Endpoint, InstanceClass
from portal.web.requests import UserRequest, login_to_post


@login_required
@require_safe
def nearest_classes(request: UserRequest) -> HttpResponse:
    """The part of the form that offers them, by what the form says so far."""
    query = request.GET
    engine = query.get("engine", "")
    found = nearest(_size(engine, query)) if engine in ENGINES else []
    return render(request, "endpoints/_nearest.html", {"nearest": found})


def _size(engine: str, query: QueryDict) -> Size:
    """What cannot be used is not known here: the form says so when it is sent."""
    known = by_name(columns.CLASS)
    values = {}
    for name in ("vcpus", "memory_gb"):
        try:
            values[name] = known[name].value_of(query.get(name, ""))
        except ValueError:
            values[name] = None
    return Size(engine=engine, provider=query.get("provider", ""), **values)


@require_POST
@login_to_post
def name_class(request: UserRequest, id: UUID) -> HttpResponse:
    """Names a class that the endpoint's page offered as its own."""
    own = Endpoint.objects.registered()
    endpoint = get_object_or_404(own, pk=id, owner=request.user)
    try:
        sold = InstanceClass.objects.filter(pk=UUID(request.POST.get("class", "")))
    except ValueError as error:
        raise Http404 from error
    values = {"instance_class": get_object_or_404(sold)}
    try:
        endpoint_changes.change(endpoint.pk, values)
    except FieldError as refusal:
        messages.error(request, refusal.message)
    except EndpointGone as gone:
        raise Http404 from gone
    else:
        messages.success(request, _("Its class is %s now.") % values["instance_class"])
    return redirect("portal:endpoint-detail", id)
