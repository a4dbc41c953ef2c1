"""The command line and the connection on standard input: what is taken, what is refused."""

import io
import json
import os
from dataclasses import asdict

import pytest

from tests.workers.tpcc.memory_dialect import PLACE
from workers.tools.tpcc import arguments
from workers.tools.tpcc.options import Load, Profile, Run

DATA = ["--profile=spec", "--warehouses=3"]
RUN = ["run", *DATA, "--virtual-users=5", "--rampup-seconds=0", "--duration-seconds=9"]


def test_a_run_is_read():
    wanted = arguments.read([*RUN, "--seed=7", "--processes=2", "--all-warehouses"])

    assert wanted == Run(
        profile=Profile.SPEC,
        warehouses=3,
        virtual_users=5,
        rampup_seconds=0,
        duration_seconds=9,
        keying_and_thinking=False,
        all_warehouses=True,
        processes=2,
        seed=7,
    )


def test_processes_are_as_many_as_cores_but_no_more_than_have_work():
    cores = len(os.sched_getaffinity(0))

    assert arguments.read(RUN).processes == min(5, cores)
    load = arguments.read(["load", "--profile=spec", "--warehouses=1"])
    assert isinstance(load, Load)
    assert load.processes == 1


def test_another_mix_is_read():
    assert arguments.read([*RUN, "--weights=10:20:0:1:1"]).weights == (10, 20, 0, 1, 1)


def test_without_a_seed_one_is_drawn():
    assert arguments.read(RUN).seed != arguments.read(RUN).seed


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["run", *DATA], "--virtual-users"),
        ([*RUN, "--profile=tpc"], "--profile: give hammerdb or spec"),
        ([*RUN, "--warehouses=0"], "--warehouses: give a whole number, 1 or more"),
        ([*RUN, "--rampup-seconds=-1"], "--rampup-seconds: give a whole number, 0 or"),
        ([*RUN, "--duration-seconds=1.5"], "--duration-seconds: give a whole number"),
        ([*RUN, "--processes=6"], "--processes: 5 at most"),
        ([*RUN, "--weights=1:2"], "--weights: give 5 whole numbers, neword:payment"),
        ([*RUN, "--weights=0:1:1:1:1"], "--weights: give 5 whole numbers"),
        ([], "action"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(argv, told, capsys):
    with pytest.raises(SystemExit) as caught:
        arguments.read(argv)

    assert caught.value.code == 2
    assert told in capsys.readouterr().err


def test_a_place_is_read():
    assert arguments.read_place(io.StringIO(json.dumps(asdict(PLACE)))) == PLACE


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("secret", "no JSON"),
        ('["secret"]', "no JSON object of dialect, host"),
        (json.dumps(asdict(PLACE) | {"secret": 1}), "no JSON object of dialect, host"),
        (json.dumps(asdict(PLACE) | {"port": "secret"}), "port is no whole number"),
        (json.dumps(asdict(PLACE) | {"password": ["secret"]}), "password is no text"),
        (
            json.dumps(asdict(PLACE) | {"allow_tls_1_0": "secret"}),
            "allow_tls_1_0 is neither true nor false",
        ),
        (
            json.dumps(asdict(PLACE) | {"dialect": "secret"}),
            "none of mysql, postgresql",
        ),
        (json.dumps({"dialect": "mysql", "password": "secret"}), "'host'"),
    ],
)
def test_what_is_no_place_is_told_without_its_values(text, told):
    with pytest.raises(ValueError, match=told) as caught:
        arguments.read_place(io.StringIO(text))

    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None
