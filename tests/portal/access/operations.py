"""Every address of the portal by method, and how it answers one who asks it.

A write of the API says what its owner is let do, so that the owner's cell differs from those
of others; a page's form is sent empty where it is told what is missing after who sent it is
known. What was done is undone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve

from benchruns.models import Result, Run
from benchruns.workloads import WORKLOADS
from tests import hostile_names
from tests.addresses import HEALTH, addresses
from tests.factories import ApiTokenFactory, UserFactory
from tests.samples import SAMPLES
from tests.submission_factories import SubmittedFileFactory
from tests.undone import undone
from tests.webhook_factories import DeliveryFactory

API = "/api/v1/"
BY_TOKEN = ("read_token", "write_token", "expired_token")
ROLES = ("anonymous", "owner", "other", "reviewer", "staff", *BY_TOKEN)
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
LOGIN = "/login/"
UPLOADS = ("portal:submission-new", "submission-list", "submission-files")
REPORT = (SAMPLES / "sysbench-1.0-oltp-read-only.txt").read_bytes()
PARAMETERS = WORKLOADS["oltp_read_write"].clean({"duration_seconds": 60})
ENDPOINT = {
    "name": "new",
    "engine": "mysql",
    "host": "127.0.0.1",
    "port": 3306,
    "username": "bench",
    "password": "secret",
    "database": "bench",
}


@dataclass(frozen=True, slots=True, order=True)
class Operation:
    """``name`` is the address's name, or the address itself where it has none."""

    name: str
    method: str


@dataclass(frozen=True, slots=True)
class Place:
    operation: Operation
    path: str


def places(site: hostile_names.Site) -> list[Place]:
    """Each operation once, with an address to ask it at, in the order of names."""
    found: dict[Operation, Place] = {}
    for name, path in [("healthz", HEALTH), *addresses(site)]:
        for method in methods_of(path):
            operation = Operation(name if name.strip(":") else path, method)
            found.setdefault(operation, Place(operation, path))
    return [found[operation] for operation in sorted(found)]


def methods_of(path: str) -> Iterator[str]:
    """GET and POST of all, so that it shows who refuses which; of the API what is there."""
    yield "GET"
    view: Any = resolve(path).func
    offered = getattr(view, "actions", None) or {
        method.lower(): method
        for method in UNSAFE
        if path.startswith(API) and hasattr(getattr(view, "cls", None), method.lower())
    }
    writes = [method for method in UNSAFE if method.lower() in offered]
    yield from writes or ["POST"]


def site_of_private_rows() -> hostile_names.Site:
    """One row of each kind that is its owner's alone."""
    site = hostile_names.fill(hostile_names.NAMES[:6])
    site = replace(site, staff=UserFactory(staff=True))
    run = site.one["run"]
    Run.objects.filter(pk=run.pk).update(visibility="private")
    Result.objects.filter(run=run).update(visibility="private")
    waiting = site.one["waiting"]
    site.one["submission"] = site.one["draft"] = waiting
    site.one["file"] = SubmittedFileFactory(submission=waiting)
    site.one["data_set"].is_kept = site.one["data_set"].is_ready = True
    site.one["data_set"].save()
    # A name that is refused today may be stored from before.
    site.one["schedule"].name = "nightly"
    site.one["schedule"].save()
    site.one["waits"] = DeliveryFactory(webhook=site.one["webhook"], attempts=1)
    return site


def body_of(operation: Operation, site: hostile_names.Site) -> dict[str, Any]:
    """What a write says, where its form would be asked for before who sent it."""
    version = site.one["waiting"].version
    text = {"text": "Looked at."}
    if operation == Operation("endpoint-detail", "PUT"):
        return {**ENDPOINT, "engine": site.one["endpoint"].engine}
    failed, waits = ({"delivery": str(site.one[d].pk)} for d in ("delivery", "waits"))
    return {
        **_of_runs(site),
        "endpoint-list": ENDPOINT,
        **{key: {"files": [SimpleUploadedFile("a", REPORT)]} for key in UPLOADS},
        "portal:webhook-send-again": failed,
        "portal:webhook-skip": waits,
        "webhook-redeliver": failed,
        "webhook-skip": waits,
        "webhook-list": {
            "address": "http://127.0.0.1:9/hook",
            "events": ["run.failed"],
        },
        "regression-rule-list": {
            "series": str(site.one["series"].pk),
            "figure": "qps",
            "threshold_percent": 10,
        },
        "result-exclude": {"reason": "A backup ran beside it."},
        "token-list": {"name": "ci", "scope": "read"},
        "portal:endpoint-class": {"class": str(site.classes[0].pk)},
        "portal:submission-decide": {
            "version": version,
            "move": "reject",
            "is_sure": "reject",
            **text,
        },
        "submission-accept": {"version": version, "grade": "accepted"},
        "submission-reject": {"version": version, **text},
        "submission-request-changes": {"version": version, **text},
        "submission-comment": text,
        "submission-withdraw": {"reason": "Measured wrongly."},
        "submission-file": {"statement": {}},
    }.get(operation.name, {})


def _of_runs(site: hostile_names.Site) -> dict[str, dict[str, Any]]:
    """What begins runs on the owner's endpoint, now or again and again."""
    run = {
        "endpoint": str(site.one["endpoint"].pk),
        "workload": "oltp_read_write",
        "parameters": {"tables": 1, "table_size": 1000, "duration_seconds": 1},
    }
    one = {**run, "parameters": {**run["parameters"], "threads": 1}}
    return {
        "run-list": one,
        "run-plan": one,
        "sweep-list": {**run, "threads": [1, 2]},
        "schedule-list": {**one, "name": "nightly", "every_seconds": 3600},
        "schedule-detail": {"every_seconds": 3600},
        "portal:run-new": {
            "endpoint": str(site.one["endpoint"].pk),
            "workload": "oltp_read_write",
            "when": "now",
            **{n: v for n, v in PARAMETERS.items() if v not in (None, False)},
        },
    }


class Caller:
    """One role's browser or program."""

    def __init__(self, role: str, site: hostile_names.Site) -> None:
        self._site = site
        self._client = Client(**_headers(role, site))
        who = {
            "owner": site.owner,
            "other": UserFactory,
            "reviewer": site.reviewer,
            "staff": site.staff,
        }.get(role)
        if who is not None:
            self._client.force_login(who() if who is UserFactory else who)
        self._client.raise_request_exception = False

    def ask(self, place: Place) -> str:
        """How it was answered, in the matrix' words; what it did is undone."""
        cookies = self._client.cookies.copy()
        body: dict[str, Any] = {}
        if place.operation.method in UNSAFE:
            body = {"data": body_of(place.operation, self._site)}
            if place.path.startswith(API) and place.operation.name not in UPLOADS:
                body["content_type"] = "application/json"
        with undone():
            ask = getattr(self._client, place.operation.method.lower())
            answer = ask(place.path, **body)
            told = word_of(answer)
            if answer.streaming:
                b"".join(answer)  # an export holds a place until then
        self._client.cookies = cookies
        return told


def _headers(role: str, site: hostile_names.Site) -> dict[str, str]:
    if role not in BY_TOKEN:
        return {}
    key = f"bb_key-{role}"
    traits: dict[str, Any] = {
        "read_token": {"read_only": True},
        "expired_token": {"expired": True},
    }.get(role, {})
    ApiTokenFactory(user=site.owner, key=key, **traits)
    return {"HTTP_AUTHORIZATION": f"Token {key}"}


def word_of(answer: Any) -> str:
    """The class of what is answered, the status of what is refused, ``login`` for that."""
    status = answer.status_code
    if 300 <= status < 400:
        return "login" if LOGIN in answer.get("Location", "") else "3xx"
    return f"{status // 100}xx" if status < 300 else str(status)
