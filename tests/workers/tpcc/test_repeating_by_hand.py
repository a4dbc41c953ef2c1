"""What people copy to repeat a run by hand is what the tool takes."""

import io
import re
import shlex

import pytest

from benchruns.commands.example import measuring_command
from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import FAMILIES
from benchruns.workloads import WORKLOADS
from tests.workers.tpcc.test_driver import PLACE, TARGET, driver_with
from workers.tools.tpcc import arguments
from workers.tools.tpcc.options import Load, Profile, Run

GIVEN = {"profile": "spec", "warehouses": 4, "all_warehouses": True}
TPCC = WORKLOADS["tpcc"]


@pytest.fixture(params=["of a run", "of the guide"])
def text(request):
    if request.param == "of a run":
        shown = driver_with(**GIVEN).measure(TARGET, PLACE).displayed
        return commands_to_repeat(shown, family=FAMILIES["postgresql"])
    example = measuring_command(TPCC, TPCC.clean(GIVEN), family=FAMILIES["postgresql"])
    return commands_to_repeat(example, family=FAMILIES["postgresql"])


def wanted(text, action):
    line = re.search(rf"^python -m workers\.tools\.tpcc {action} .*$", text, re.M)
    words = shlex.split(line[0].removesuffix(" < place.json"))
    return arguments.read(words[3:])


def test_the_measuring_command_asks_for_the_same_run(text):
    found = wanted(text, "run")

    assert isinstance(found, Run)
    assert (found.profile, found.warehouses) == (Profile.SPEC, 4)
    assert (found.virtual_users, found.rampup_seconds) == (8, 20)
    assert found.all_warehouses
    assert not found.keying_and_thinking


def test_the_preparing_command_loads_the_same_data(text):
    found = wanted(text, "load")

    assert isinstance(found, Load)
    assert (found.profile, found.warehouses) == (Profile.SPEC, 4)


def test_the_place_needs_only_its_capitals_filled_in(text):
    place = re.search(r"<<'JSON'\n(.*?)\nJSON\n", text, re.S)[1]
    filled = place.replace(": PORT", ": 5432")

    found = arguments.read_place(io.StringIO(filled))

    assert (found.dialect, found.port, found.host) == ("postgresql", 5432, "HOST")
    assert (found.password, found.space) == ("PASSWORD", "benchbook_0a")
