"""What is kept from people who look at another's run."""

import pytest

from portal.permissions import conceal
from tests.factories import RunFactory


@pytest.fixture
def run(db):
    return RunFactory(
        endpoint__host="db.internal.example",
        endpoint__port=3306,
        endpoint__username="bench",
        claimed=True,
        server__address="10.1.2.3",
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Access denied for user 'bench'@'10.9.9.9'", "user '***'@"),
        ("unable to connect to host '10.1.2.3', port 3306, aborting", "port ***, "),
        ("lost DB.internal.example:3306", "lost ***:***"),
        ("--mysql-port=3306 --mysql-user=bench", "port=*** --mysql-user=***"),
    ],
    ids=str,
)
def test_host_port_and_account_are_concealed(run, text, shown):
    told = conceal(text, run)

    assert shown in told
    for secret in ("bench'", "10.1.2.3", "3306", "internal"):
        assert secret not in told


@pytest.mark.parametrize(
    "text",
    [
        "    queries: 3306   (3306.12 per sec.)",
        "[ 1s ] thds: 8 tps: 3306.00 qps: 66120.00",
        "workspace benchbook_1 was dropped",
    ],
)
def test_figures_and_other_words_stay(run, text):
    assert conceal(text, run) == text
