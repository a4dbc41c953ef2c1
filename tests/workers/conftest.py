"""A real mail server for what is mailed, and the SQL Server that MSSQL_URL names."""

import asyncio
import email
import email.policy
import secrets
import socket
from collections.abc import Iterator
from dataclasses import replace
from html import escape

import pytest
from aiosmtpd.controller import Controller

from local import ports
from tests import waiting
from tests.looks import dates
from tests.workers.accounts import execute
from tests.workers.tpcc.places import sql_server_place
from workers import probes
from workers.connecting.target import Target
from workers.engines.registry import CLIENTS
from workers.runs import preparation


@pytest.fixture(autouse=True)
def patient_cancels(monkeypatch):
    """A cancelled run's data is dropped, however slow the machine is."""
    monkeypatch.setattr(preparation, "CANCELLED_SECONDS", waiting.HANG_SECONDS)


class Mailbox:
    """What came in; ``refusal`` is answered instead of taking it."""

    def __init__(self):
        self.messages = []
        self.refusal = ""

    async def handle_DATA(self, _server, _session, envelope):
        if self.refusal:
            return self.refusal
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.messages.append((envelope.rcpt_tos, parsed))
        return "250 OK"


class MailServer(Controller):
    """Leaves no connection open, though a client's end is noticed a round later."""

    def factory(self):
        session = super().factory()
        self.sessions.append(session)
        return session

    def start(self):
        self.sessions = []
        super().start()

    def stop(self, no_assert=False):
        asyncio.run_coroutine_threadsafe(self._hang_up(), self.loop).result()
        super().stop(no_assert)

    async def _hang_up(self):
        for session in self.sessions:
            if session.transport is not None:
                session.transport.abort()
        await asyncio.sleep(0)


@pytest.fixture
def mailbox(settings):
    box = Mailbox()
    server = MailServer(box, hostname="127.0.0.1", port=ports.choose())
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.hostname, server.port
    settings.MAIL_IS_ON = True
    settings.SITE_URL = "https://bench.example/"
    yield box
    server.stop()
    for _to, message in box.messages:
        assert dates.otherwise(escape(message.get_content())) == set()


@pytest.fixture
def unconfined(monkeypatch):
    """Probes work in this process, where a test can change what they do."""

    def connect(target, *, timeout_seconds=10, go_on=None):
        return CLIENTS[target.engine].probe(target, timeout_seconds=timeout_seconds)

    monkeypatch.setattr(probes, "connect", connect)


@pytest.fixture(scope="session")
def mssql_target() -> Iterator[Target]:
    """A database for the tests on the SQL Server that MSSQL_URL names, with an account
    that may do everything; skips, and says why, where none is named."""
    named = sql_server_place(space="")
    admin = Target(
        engine="sqlserver",
        host=named.host,
        address=socket.gethostbyname(named.host),
        port=named.port,
        username=named.username,
        password=named.password,
        database="master",
        allow_cleartext_password=True,
    )
    database = f"bb_tests_{secrets.token_hex(4)}"
    execute(admin, f"CREATE DATABASE {database}")
    yield replace(admin, database=database)
    execute(
        admin,
        f"ALTER DATABASE {database} SET SINGLE_USER WITH ROLLBACK IMMEDIATE",
        f"DROP DATABASE {database}",
    )
