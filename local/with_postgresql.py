"""Runs a command with DATABASE_URL naming a private, empty PostgreSQL.

    python -m local.with_postgresql COMMAND [ARGUMENT...]

The server and its data are gone afterwards.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from local import places, ports
from local.servers import PostgreSql, running


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    # Below /var/tmp the server's own user can enter, whoever's /tmp is set up how.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = places.ours(Path(name))
        server = PostgreSql(folder / "data", ports.choose(), "for-one-command")
        with running(server, log=folder / "postgresql.log"):
            environment = os.environ | {"DATABASE_URL": server.url}
            return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
