"""A real mail server for the tests of what is mailed."""

import email
import email.policy

import pytest
from aiosmtpd.controller import Controller

from local import ports


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


@pytest.fixture
def mailbox(settings):
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=ports.choose())
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.hostname, server.port
    settings.MAIL_IS_ON = True
    settings.SITE_URL = "https://bench.example/"
    yield box
    server.stop()
