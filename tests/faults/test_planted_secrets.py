"""Secrets that are planted and looked for wherever a whole journey leaves something."""

import gzip
import io
import json
import re
import threading
import zipfile
import zlib
from contextlib import contextmanager, suppress

import psutil
import pytest
import redis
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from pypdf import PdfReader
from rest_framework.test import APIClient

from benchruns.models import Endpoint, Run, Webhook
from benchruns.submissions.rewards import issue
from benchruns.vocabulary import RunState
from portal.pages.account import tokens as token_pages
from tests import waiting
from tests.benchruns.submissions.review.under_review import accepted, promise
from tests.factories import UserFactory
from tests.portal.accounts.account_steps import again, log_in
from tests.workers.accounts import execute, mysql_account, postgres_account

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]
PLANTED = "Planted-9f27c1-Of-An-Endpoint"
IN_QUERY, IN_PATH = "Planted-51ad07-Of-A-Query", "Planted-e2b893-Of-A-Path"
API = "/api/v1/"
TOOLS = frozenset({"sysbench", "pgbench"})


@pytest.fixture(params=["mysql", "postgresql"])
def account(request, mariadb_target, postgres_target):
    """One on a real server, whose password is planted; it is changed by calling it."""
    if request.param == "mysql":
        admin, made = (
            mariadb_target,
            mysql_account(mariadb_target, "ALL ON *.*", password=PLANTED),
        )
        change = [
            f"ALTER USER bb_test@'{host}' IDENTIFIED BY 'another'"
            for host in ("127.0.0.1", "localhost")
        ]
    else:
        admin = postgres_target
        grant = f"CREATE ON DATABASE {admin.database}"
        made = postgres_account(admin, grant, password=PLANTED)
        change = ["ALTER ROLE bb_test PASSWORD 'another'"]
    with made as target:
        yield target, lambda: execute(admin, *change)


@contextmanager
def watched(processes):
    """Arguments and environments of all that Benchbook's processes start meanwhile."""
    seen: set[tuple[str, str]] = set()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            for started in processes.processes.values():
                for child in psutil.Process(started.pid).children(recursive=True):
                    _note(child, seen)
            done.wait(0.02)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    yield seen
    done.set()
    waiting.for_thread(thread)


def _note(child: psutil.Process, seen: set[tuple[str, str]]) -> None:
    try:
        name, words = child.name(), "\0".join(child.cmdline())
        seen.add((name, words))
        seen.add((name, json.dumps(child.environ())))
    except psutil.Error:  # it ended while it was looked at
        return


def signed_in(user):
    page = Client(raise_request_exception=False)
    log_in(page, user.username)
    return page


def stored() -> str:
    """All that the database holds, raw outputs unpacked; sessions are their own keys."""
    found = []
    for model in apps.get_models():
        if model is not Session:
            for row in model._default_manager.values_list():
                found.extend(map(_text, row))
    return "\n".join(found)


def _text(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        content = bytes(value)
        with suppress(zlib.error):
            content = zlib.decompress(content)
        return content.decode(errors="replace")
    return json.dumps(value, default=str)


def in_redis() -> str:
    server = redis.Redis.from_url(settings.REDIS_URL)
    found = []
    for key in server.scan_iter():
        kind = server.type(key)
        found.append(repr(key))
        if kind == b"string":
            found.append(repr(server.get(key)))
        elif kind == b"list":
            found.append(repr(server.lrange(key, 0, -1)))
        elif kind == b"hash":
            found.append(repr(server.hgetall(key)))
    return "\n".join(found)


def carried_out(api, endpoint: Endpoint) -> Run:
    asked = {
        "endpoint": str(endpoint.pk),
        "workload": "oltp_read_write",
        "parameters": {
            "tables": 1,
            "table_size": 1000,
            "threads": 1,
            "duration_seconds": 1,
        },
    }
    made = api.post(f"{API}runs/", asked, format="json")
    assert made.status_code == 201, made.content
    return waiting.for_end(Run.objects.get(pk=made.json()["id"]))


def told_of_a_test(api) -> Webhook:
    """A webhook at whose address nothing listens; a worker has tried to send it a test."""
    address = f"http://127.0.0.1:9/hooks/{IN_PATH}?token={IN_QUERY}"
    asked = {"address": address, "events": ["run.failed"]}
    made = api.post(f"{API}webhooks/", asked, format="json")
    webhook = Webhook.objects.get(pk=made.json()["id"])
    assert webhook.target == address
    api.post(f"{API}webhooks/{webhook.pk}/test/")
    tried = webhook.deliveries.filter(attempts__gt=0)
    waiting.until(tried.exists, what="the test of the webhook")
    return webhook


def read_everywhere(page, api, endpoint, webhook, runs) -> str:
    paths = ["/", "/endpoints/", "/runs/", "/tokens/", "/account/", f"{API}endpoints/"]
    paths += ["/webhooks/", f"/webhooks/{webhook.pk}/", f"{API}webhooks/"]
    paths += [f"/webhooks/{webhook.pk}/change/", f"/webhooks/{webhook.pk}/delete/"]
    paths += [f"{API}webhooks/{webhook.pk}/deliveries/"]
    paths += [f"/endpoints/{endpoint.pk}/", f"/endpoints/{endpoint.pk}/edit/"]
    paths += [f"{API}endpoints/{endpoint.pk}/", f"{API}runs/", f"{API}tokens/"]
    for run in runs:
        paths += [f"/runs/{run.pk}/", f"/runs/{run.pk}/output/", f"{API}runs/{run.pk}/"]
        paths += [f"/runs/{run.pk}/samples.csv", f"{API}runs/{run.pk}/variables/"]
    return answered(page, api, paths)


def exported(page, api, staff, runs) -> str:
    """What is taken along: tables, papers, comparisons, the audit log."""
    compared = "&".join(f"result={run.result.pk}" for run in runs)
    kinds = ("csv", "json", "md")
    of_user = [f"/compare/?{compared}&format={kind}" for kind in kinds]
    of_user += ["/results/?format=csv", f"{API}results/"]
    texts = [answered(page, api, of_user), answered(staff, api, ["/audit/?format=csv"])]
    texts += [unpacked(each.get(f"{API}export/")) for each in (api, staff)]
    papers = [page.get(f"/runs/{run.pk}/pdf/").content for run in runs]
    texts.extend(map(text_of_pdf, papers))
    return "\n".join(texts)


def unpacked(answer) -> str:
    """Every file of an export."""
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def text_of_pdf(content: bytes) -> str:
    with io.BytesIO(content) as file:
        return "\n".join(each.extract_text() for each in PdfReader(file).pages)


def backed_up(folder) -> str:
    path = folder / "backup"
    call_command("backup", path)
    return gzip.decompress(path.read_bytes()).decode(errors="replace")


def answered(page, api, paths) -> str:
    answers = []
    for path in paths:
        answer = (api if path.startswith(API) else page).get(path)
        assert answer.status_code < 500, path
        answers.append(b"".join(answer).decode(errors="replace"))
    return "\n".join(answers)


@pytest.mark.long
@pytest.mark.cases_in_turn
def test_no_secret_is_left_where_it_can_be_read(
    processes, account, caplog, monkeypatch, tmp_path
):
    target, change_password = account
    user = UserFactory()
    page, staff = signed_in(user), signed_in(UserFactory(staff=True))
    session = page.cookies["sessionid"].value
    given = {"name": "journey", "scope": "write", "lifetime": "30"}
    page.post("/tokens/", given)
    answer = page.get(again(page, next="/tokens/")["Location"])
    token = re.search(r"bb_[\w-]{43}", answer.content.decode())[0]
    promise()
    code = issue.code_of(reward := accepted().reward, viewer=reward.owner)
    api = APIClient(HTTP_AUTHORIZATION=f"Token {token}")
    secrets = [PLANTED, IN_QUERY, IN_PATH, token, code]
    of_portal = [settings.SECRET_KEY, *settings.ENCRYPTION_KEYS]

    with watched(processes) as started:
        made = api.post(
            f"{API}endpoints/",
            {"name": "planted", "engine": target.engine, "host": target.host}
            | {"port": target.port, "username": target.username}
            | {"password": PLANTED, "database": target.database}
            | {"allow_cleartext_password": target.allow_cleartext_password},
            format="json",
        )
        endpoint = Endpoint.objects.get(pk=made.json()["id"])
        api.post(f"{API}endpoints/{endpoint.pk}/check/")
        waiting.until(lambda: endpoint.last_check, what="the check")
        api.patch(f"{API}endpoints/{endpoint.pk}/", {"consent": True}, format="json")
        succeeded, again_succeeded = (carried_out(api, endpoint) for _ in range(2))
        change_password()
        failed = carried_out(api, endpoint)
        webhook = told_of_a_test(api)

    def crash(*_args, **_options):
        held = PLANTED
        raise RuntimeError(f"a crash with {len(held)} letters in a frame")

    with monkeypatch.context() as broken:
        broken.setattr(token_pages, "TokenForm", crash)
        crashed = page.post("/tokens/", given | {"password": PLANTED})

    assert endpoint.last_check.ok, endpoint.last_check.detail
    assert succeeded.state == RunState.SUCCEEDED, succeeded.failure_detail
    assert (failed.state, failed.failure_code) == (RunState.FAILED, "wrong_password")
    assert crashed.status_code == 500
    assert {name for name, _words in started} & TOOLS
    everywhere = {
        "processes": "\n".join(words for _name, words in started),
        "database": stored(),
        "Redis": in_redis(),
        "logs": processes.log.read_text(errors="replace") + caplog.text,
        "pages and answers": read_everywhere(
            page, api, endpoint, webhook, [succeeded, failed]
        ),
        "exports": exported(page, api, staff, [succeeded, again_succeeded]),
        "backup": backed_up(tmp_path),
        "crash": crashed.content.decode(),
    }
    # what is looked at is there
    for place in ("database", "pages and answers", "backup"):
        assert "bb_test" in everywhere[place]
        assert webhook.address in everywhere[place]
    for name in ("planted", "endpoint_registered", "oltp_read_write", "exported_at"):
        assert name in everywhere["exports"]
    assert "a crash with" in everywhere["logs"]
    found = [
        (place, secret)
        for place, text in everywhere.items()
        for secret in [*secrets, session]
        if secret in text
    ]
    assert found == []
    of_tools = "\n".join(words for name, words in started if name in TOOLS)
    assert not [secret for secret in of_portal if secret in of_tools]
