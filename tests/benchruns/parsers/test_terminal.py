"""The command that a copied terminal shows above what it printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.commands.terminal import commands_above

COMMAND = "sysbench oltp_read_write --tables=4 --threads=16 run"


@pytest.mark.parametrize(
    "line",
    [
        COMMAND,
        f"$ {COMMAND}",
        f"root@ecs-01:~# {COMMAND}",
        f"[dba@client bench]$ sudo {COMMAND}",
        f"mysql-client> time {COMMAND}",
        "$ sysbench oltp_read_write \\\n    --tables=4 --threads=16 run",
    ],
)
def test_it_is_found_behind_any_prompt(line):
    text = f"Last login: today\n{line}\nsysbench 1.0.20 (using system LuaJIT 2.1.0)\n"

    assert commands_above(text, program="sysbench") == COMMAND


def test_several_are_a_line_each_and_one_that_is_repeated_is_one():
    prepare = COMMAND.replace(" run", " prepare")
    text = f"$ {prepare}\nCreating table 'sbtest1'...\n$ {COMMAND}\n$ {COMMAND}\n"

    assert commands_above(text, program="sysbench") == f"{prepare}\n{COMMAND}"


def test_its_path_is_part_of_it():
    line = f"/opt/sysbench/bin/{COMMAND}"

    assert commands_above(f"# {line}\n", program="sysbench") == line


@pytest.mark.parametrize(
    "text",
    [
        "sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n",
        "pgbench (15.3 (Debian 15.3-1.pgdg120+1))\n",
        "the tool sysbench was run with --threads=4\n",
        "",
    ],
)
def test_what_the_tool_says_of_itself_is_none(text):
    assert commands_above(text, program="sysbench") == ""
    assert commands_above(text, program="pgbench") == ""


@given(st.text(st.sampled_from("sysbench run-$#>% \\\n\r/.="), max_size=300))
def test_any_text_can_be_looked_through(text):
    commands_above(text, program="sysbench")
