"""One upgrade from beginning to end, each release in a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from local import places, ports
from local.servers import PostgreSql, Redis, running

# The last release before what endpoints, limits, schedules and webhooks brought.
OLD = "ad5164446138"
DATABASES = ("sqlite", "postgresql")
AUDIT = "benchruns_auditentry"  # of the consent that an upgrade takes for given
# Applications that it has installed and this one has not.
WITHOUT_ROWS = ("drf_spectacular_sidecar",)
LINKED = (".venv", "node_modules", "static/vendor")


class NoHistory(Exception):
    """The old release is not to be had; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """Facts of both releases, as ``plant`` and ``look`` tell them; seconds of a migrate."""

    before: dict
    after: dict
    seconds: float

    @property
    def rows(self) -> int:
        return sum(table["rows"] for table in self.before["tables"].values())

    @property
    def lost(self) -> list[str]:
        """Tables with another number of rows than before."""
        after = self.after["tables"]
        return [
            f"{name}: {table['rows']} rows, then {after.get(name, {}).get('rows')}"
            for name, table in self.before["tables"].items()
            if after.get(name, {}).get("rows") != table["rows"] and name != AUDIT
        ]

    @property
    def columns(self) -> dict[str, bool]:
        """By each column that both have: whether it holds the same."""
        after = self.after["tables"]
        return {
            f"{table}.{name}": digest == after[table]["columns"][name]
            for table, found in self.before["tables"].items()
            for name, digest in found["columns"].items()
            if table in after and name in after[table]["columns"] and table != AUDIT
        }


def upgrade(database: str) -> Upgrade:
    """NoHistory without the old release."""
    # Below /var/tmp the server's own user can enter, whoever's /tmp is set up how.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = places.ours(Path(name))
        old = old_release(folder / "old")
        redis = Redis(folder / "redis", ports.choose(), "for-tests")
        with (
            running(redis, log=folder / "redis.log"),
            _url(database, folder) as url,
        ):
            environment = _environment(url, folder, redis.port)
            return _upgrade(old, folder, environment)


def _upgrade(old: Path, folder: Path, environment: dict[str, str]) -> Upgrade:
    before, after = folder / "before.json", folder / "after.json"
    here = Path(__file__).parent
    _call(old, environment, str(here / "plant.py"), str(before))
    began = time.monotonic()
    _call(places.ROOT, environment, "manage.py", "migrate", "--verbosity=0")
    seconds = time.monotonic() - began
    _call(places.ROOT, environment, "-m", "tests.upgrade.look", str(before), str(after))
    return Upgrade(
        before=json.loads(before.read_text()),
        after=json.loads(after.read_text()),
        seconds=seconds,
    )


def old_release(folder: Path) -> Path:
    """Taken out into ``folder``, which is made; NoHistory where it is not there."""
    git = ["git", "-C", str(places.ROOT), "archive", OLD]
    try:
        done = subprocess.run(git, capture_output=True, check=False)
    except FileNotFoundError:
        raise NoHistory("there is no git here") from None
    if done.returncode:
        told = done.stderr.decode().strip()
        raise NoHistory(f"the commit {OLD} is not in this copy's history: {told}")
    folder.mkdir()
    tar = ["tar", "--extract", f"--directory={folder}"]
    subprocess.run(tar, input=done.stdout, check=True)
    for name in WITHOUT_ROWS:
        (folder / name).mkdir()
        (folder / name / "__init__.py").touch()
    for name in LINKED:
        (folder / name).symlink_to(places.ROOT / name)
    return folder


@contextmanager
def _url(database: str, folder: Path) -> Iterator[str]:
    if database == "sqlite":
        yield f"sqlite:///{folder / 'benchbook.db'}"
        return
    server = PostgreSql(folder / "data", ports.choose(), "for-one-upgrade")
    with running(server, log=folder / "postgresql.log"):
        yield server.url


def _environment(url: str, folder: Path, redis_port: int) -> dict[str, str]:
    """``tests.settings`` of both take the same folder, Redis and keys from it."""
    from cryptography.fernet import Fernet

    shared = places.ours(folder / "session")
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": url,
        "BENCHBOOK_TEST_FOLDER": str(shared),
        "BENCHBOOK_TEST_SHARED": str(shared),
        "BENCHBOOK_TEST_WORKER": os.environ.get("PYTEST_XDIST_WORKER", ""),
        "REDIS_PORT": str(redis_port),
        "SECRET_KEY": "of-both-releases-" + "x" * 50,
        "ENCRYPTION_KEYS": Fernet.generate_key().decode(),
    }


def _call(release: Path, environment: dict[str, str], *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=release,
        env=environment | {"PYTHONPATH": str(release)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{arguments}:\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
