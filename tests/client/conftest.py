"""A live server, an account with a token, and the command that talks to it."""

import pytest
from typer.testing import CliRunner

from benchbook_client import follow
from benchbook_client.commands import app
from portal import dispatch
from tests.factories import ApiTokenFactory, UserFactory

TOKEN = "bb_token-of-the-command-line"


@pytest.fixture
def user(transactional_db):
    return UserFactory()


@pytest.fixture
def environment(live_server, user, monkeypatch):
    """What configures the command; no worker is woken."""
    monkeypatch.setattr(dispatch, "_send", lambda task, **message: None)
    ApiTokenFactory(user=user, key=TOKEN)
    return {"BENCHBOOK_URL": live_server.url, "BENCHBOOK_TOKEN": TOKEN}


@pytest.fixture
def benchbook(environment, monkeypatch, tmp_path):
    """The command in this process, which starts it in no time; nothing shows its token."""
    monkeypatch.setattr(follow, "PAUSE_SECONDS", 0.05)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("BENCHBOOK_CONFIG", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*words, **changes):
        env = environment | changes
        answer = CliRunner().invoke(app, [str(word) for word in words], env=env)
        assert TOKEN not in answer.output
        return answer

    return invoke
