"""A role for which PostgreSQL sends all it has to say along with each answer."""

import zlib

import pytest

from benchruns.models import Output
from benchruns.vocabulary import RunState
from tests.targets import endpoint_of, queue
from tests.workers.accounts import execute, postgres_account
from tests.workers.runs.whole_runs import carry_out

MOST_OUTPUT_BYTES = 64 * 1024  # ten times what a quiet server leaves

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


def test_a_flood_of_notices_neither_ends_a_run_nor_fills_its_outputs(postgres_target):
    grant = f"CREATE ON DATABASE {postgres_target.database}"
    with postgres_account(postgres_target, grant) as talkative:
        execute(
            postgres_target,
            f"ALTER ROLE {talkative.username} SET client_min_messages = debug5",
        )
        assert execute(talkative, "SHOW client_min_messages") == [("debug5",)]
        run = carry_out(queue(endpoint_of(talkative), "oltp_read_write"))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    sizes = [
        len(zlib.decompress(content))
        for content in Output.objects.filter(attempt__run=run).values_list(
            "content", flat=True
        )
    ]
    assert 0 < sum(sizes) <= MOST_OUTPUT_BYTES
