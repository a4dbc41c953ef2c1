"""The calls of the API's door, sent by a shell as they are copied from its pages."""

import html
import json
import re
import subprocess

from portal import dispatch
from tests.factories import EndpointFactory, RunFactory
from tests.portal.accounts.account_steps import again, log_in


def test_they_lead_from_a_token_to_the_figure_of_a_run(
    client, user, live_server, monkeypatch
):
    monkeypatch.setattr(dispatch, "_send", lambda task, **message: None)
    endpoint = EndpointFactory(owner=user)
    ended = RunFactory(endpoint=endpoint, owner=user, succeeded=True)
    log_in(client, user.username)
    again(client)
    host = live_server.url.removeprefix("http://")
    door = client.get("/api/", HTTP_HOST=host).content.decode()
    made = client.post("/tokens/", _asked(door), HTTP_HOST=host, follow=True)
    shown = _calls(made.content.decode())
    calls = {**_calls(door), **shown}

    endpoints, plan = _shell(f"{calls['token']}\necho\n{calls['plan']}").splitlines()
    answer, kept = _shell(
        f"{calls['token']} > /dev/null\n{calls['start']}\necho $run"
    ).splitlines()
    run = user.runs.exclude(pk=ended.pk).get()
    figure = _shell(
        f"{calls['token']} > /dev/null\nrun={ended.pk}\n{calls['figure']}"
    ).splitlines()

    assert shown.keys() == {"token", "plan", "start", "figure"}
    assert calls.keys() == {"read", "token", "plan", "start", "figure"}
    assert json.loads(_shell(_calls(door)["read"]))["results"] == []
    assert json.loads(endpoints)["results"][0]["id"] == str(endpoint.pk)
    assert json.loads(plan)["parameters"]["threads"] == 8
    assert json.loads(plan)["parameters"]["duration_seconds"] == 30
    assert "measures 30 s" in door
    assert json.loads(answer)["id"] == kept == str(run.pk)
    assert figure == ['"state":"succeeded"', '"tps":336.98', '"doubts":[]']


def _asked(door: str) -> dict[str, str]:
    """What the form of the door sends."""
    form = re.search(r'<form[^>]*action="/tokens/".*?</form>', door, flags=re.DOTALL)[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def _calls(page: str) -> dict[str, str]:
    found = re.findall(r'<code id="call-(\w+)">(.*?)</code>', page, flags=re.DOTALL)
    return {name: html.unescape(text) for name, text in found}


def _shell(script: str) -> str:
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout
