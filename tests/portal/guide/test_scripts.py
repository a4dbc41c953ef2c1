"""The scripts of our own are served where commands to repeat a run fetch them."""

import re
import shlex

import pytest

from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import FAMILIES
from benchruns.workloads.sysbench_lua import NAMES, text_of

SITE = "https://bench.example"


@pytest.mark.parametrize(
    "script", ["./oltp_legacy.lua", "./hot_row_update.lua", "./a.lua"]
)
def test_each_script_that_a_command_fetches_is_there(client, db, settings, script):
    settings.SITE_URL = SITE
    command = (
        f"sysbench {script} --db-driver=mysql --tables=4 --threads=8 --time=60 run"
    )

    told = commands_to_repeat(command, family=FAMILIES["mysql"])

    fetched = [
        word for word in shlex.split(told, comments=True) if word.startswith(SITE)
    ]
    assert len(fetched) == 3
    for address in fetched:
        answer = client.get(address.removeprefix(SITE))
        name = address.rpartition("/")[2]
        assert answer.status_code == 200
        assert answer.content.decode() == text_of(name)
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert re.search(rf'filename="{name}"', answer["Content-Disposition"])


@pytest.mark.parametrize("name", ["none.lua", "__init__.py"])
def test_of_what_is_none_the_scripts_are_named(client, db, name):
    answer = client.get(f"/guide/scripts/{name}")

    assert answer.status_code == 404
    text = answer.content.decode()
    assert "There is no script" in text
    assert all(each in text for each in NAMES)
