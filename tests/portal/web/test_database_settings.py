"""A database server that is away is noticed, not waited for without end."""

import json
import os
import subprocess
import sys

from local.places import ROOT

ASK = (
    "import json; from portal.settings import DATABASES;"
    "print(json.dumps(DATABASES['default']['OPTIONS']))"
)


def options_of(url: str) -> dict:
    told = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(told.stdout)


def test_every_wait_for_postgresql_ends_within_a_lease(settings):
    options = options_of("postgresql://bench:secret@db.example/bench")

    assert options["connect_timeout"] < settings.RUN_LEASE_SECONDS
    assert options["tcp_user_timeout"] < settings.RUN_LEASE_SECONDS * 1000
    assert options["options"] == "-c statement_timeout=15s"
    dead_after = options["keepalives_idle"] + (
        options["keepalives_interval"] * options["keepalives_count"]
    )
    assert dead_after < settings.RUN_LEASE_SECONDS


def test_what_the_url_says_of_the_connection_wins():
    options = options_of("postgresql://bench:secret@db.example/bench?connect_timeout=9")

    assert int(options["connect_timeout"]) == 9
    assert "tcp_user_timeout" in options
