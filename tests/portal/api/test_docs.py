"""The examples of docs/api.md are true: each request in it is answered with success."""

import json
import re
import threading
from pathlib import Path

import pytest
from django.conf import settings

from benchruns import exclusions
from portal import dispatch
from tests.benchruns.watched import measure, rule_for, series_with
from tests.factories import (
    InstanceClassFactory,
    OutputFactory,
    ProviderFactory,
    ResultFactory,
    RunFactory,
)
from tests.portal.api.rows import kept_by

DOCS = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
CALL = re.compile(
    r"^curl -s (?:-X (?P<method>\w+) )?\"?\$api(?P<path>[^\s\"]+)\"?"
    r"(?P<headers>(?: -H \"[^\"]+\")*)(?: -d '(?P<body>\{.*?\})')?$",
    flags=re.MULTILINE | re.DOTALL,
)


def calls():
    """Every request of the document in its order, with its line as name."""
    found = []
    for block in re.findall(r"^```sh\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL):
        joined = re.sub(r"'(\$\w+)'", r"\1", block)
        matches = list(CALL.finditer(joined))
        assert len(matches) == joined.count("curl "), block
        found += [
            pytest.param(match, id=f"{index} {match['path']}")
            for index, match in enumerate(matches, start=len(found))
        ]
    return found


@pytest.fixture
def known(user, monkeypatch, sent):
    """What the variables of the examples stand for: rows that exist."""
    # No request waits for a check: there is no worker.
    monkeypatch.setattr(dispatch, "_waiting", threading.BoundedSemaphore(0))
    run = RunFactory(owner=user, succeeded=True)
    OutputFactory(attempt=run.attempts.get())
    provider = ProviderFactory(slug="alibaba-cloud")
    for code in ("rds.mysql.c1.xlarge", "rds.mysql.c2.xlarge"):
        InstanceClassFactory(provider=provider, code=code)
    series = series_with(1000.0, owner=user)
    return {
        "series": series.pk,
        "rule": rule_for(series, figure="qps").pk,
        "endpoint": run.endpoint_id,
        "run": run.pk,
        "published": ResultFactory().pk,
        "result": measure(series, 990.0)[0].pk,
        "one": ResultFactory().pk,
        "other": ResultFactory().pk,
        "data_set": kept_by(run).pk,
    }


@pytest.mark.parametrize("call", calls())
def test_an_example_is_answered_with_success(client, user, known, call):
    if "$sweep" in call["path"]:
        known["sweep"] = _sweep(client, known)
    if call["path"].endswith("/include/"):
        exclusions.exclude(known["result"], by=user, reason="a backup ran")
    if call["path"].endswith("/cancel/"):
        known["run"] = RunFactory(owner=user).pk

    def fill(text):
        return re.sub(r"\$(\w+)", lambda match: str(known[match[1]]), text)

    body = json.loads(fill(call["body"])) if call["body"] else None
    method = (call["method"] or ("post" if body else "get")).lower()
    answer = getattr(client, method)(f"/api/v1{fill(call['path'])}", body)

    assert answer.status_code in (200, 201, 202), answer.content
    assert ("$auth" in call["headers"]) or method == "get"


def _sweep(client, known):
    body = {
        "endpoint": str(known["endpoint"]),
        "workload": "oltp_read_write",
        "threads": [1],
    }
    return client.post("/api/v1/sweeps/", body).json()["id"]


def test_the_document_has_examples():
    assert len(calls()) > 15


@pytest.mark.parametrize("shape", ["RunRequest", "SweepRequest", "PlanRequest"])
def test_every_key_of_a_body_is_described(anonymous, shape):
    shapes = anonymous.get("/api/v1/schema/").json()["components"]["schemas"]

    for name in shapes[shape]["properties"]:
        assert f"`{name}`" in DOCS, name
