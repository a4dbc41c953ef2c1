"""The whole fleet of rogue servers, by protocol and harm: what tests and bench-rogue meet.

    with rogue("mysql", "then rows") as server:
        probes.connect(server.target)

"then" is harm after a login that went well (rogue_servers.py), all else comes before it
(rogue_logins.py); "password" asks for it in clear (greedy_servers.py), "redirection" names
another place.
"""

from contextlib import AbstractContextManager

import pytest

from tests.workers.probes import rogue_logins, rogue_servers
from tests.workers.probes.greedy_servers import ASKING, GreedyServer, greedy_server
from tests.workers.probes.rogue_servers import RogueServer

TOOLS = {
    "mysql": ("sysbench", "benchbook-tpcc"),
    "postgresql": ("sysbench", "pgbench", "benchbook-tpcc"),
    "sqlserver": ("benchbook-tpcc",),
}
PROGRAMS = {
    "sysbench": "sysbench",
    "pgbench": "pgbench",
    "benchbook-tpcc": "workers.tools.tpcc",
}
CODES = {
    "answer_too_large",
    "connection_refused",
    "connection_timeout",
    "led_elsewhere",
    "no_server",  # of one that let nobody in yet, refused or silent
    "password_in_clear",
    "server_gone",
    "statement_timeout",
    "tool_died",
    "tool_memory",
    "unexpected_answer",
    "unknown",  # of a refusal that is the server's own text
    "wrong_password",  # MariaDB's client proves it another way, which the server denies
}
_LOGINS, _THEN = rogue_logins.HARMS, rogue_servers.HARMS
CASES = [
    (engine, harm)
    for engine in TOOLS
    for harm in (
        *_LOGINS[engine],
        "password",
        *(f"then {each}" for each in _THEN[engine]),
    )
]


def rogue(engine: str, harm: str) -> AbstractContextManager[RogueServer | GreedyServer]:
    if harm == "password":
        return greedy_server(engine, ASKING[engine][0])
    if harm in _LOGINS[engine]:
        return rogue_logins.rogue_login(engine, harm)
    return rogue_servers.rogue_server(engine, harm.removeprefix("then "))


def fleet(short: set[tuple[str, str]]) -> list[object]:
    """Parameters of a test: ``make test`` has the short set, ``--long`` all."""
    assert short <= set(CASES)
    return [
        pytest.param(*case, marks=() if case in short else pytest.mark.long)
        for case in CASES
    ]
