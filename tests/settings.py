"""The settings of the tests: the portal's own, in an environment made for one session.

The environment is set here because pytest-django loads the settings before any
conftest.py. Processes that tests start inherit it.
"""

import os
import shutil
import socket
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.fernet import Fernet

from local import ports

PREFIX = "benchbook-test-"
_FOLDER, _WORKER = "BENCHBOOK_TEST_FOLDER", "BENCHBOOK_TEST_WORKER"
# The folder of the process that started the workers, or of several such processes.
_SHARED = "BENCHBOOK_TEST_SHARED"


DISK = Path("/var/tmp")  # noqa: S108 - folders are made with mkdtemp
MEMORY = Path("/dev/shm")  # noqa: S108
# Servers of a whole run write 10 GB, and hold 2 of them at a time.
PLENTY_BYTES = 6 * 2**30


def _place() -> Path:
    """Where folders of a session lie: in memory where there is plenty, else on disk."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= PLENTY_BYTES:
        return MEMORY
    return DISK


def _is_new_session() -> bool:
    """Not in what a test has started, but in each of several workers of pytest."""
    return os.environ.get(_WORKER) != os.environ.get("PYTEST_XDIST_WORKER", "")


def _session_folder() -> Path:
    """One folder a session, which the users of private servers can pass through."""
    if _is_new_session():
        os.environ[_WORKER] = os.environ.get("PYTEST_XDIST_WORKER", "")
        prefix = f"{PREFIX}{os.getpid()}-"
        os.environ[_FOLDER] = tempfile.mkdtemp(prefix=prefix, dir=_place())
        Path(os.environ[_FOLDER]).chmod(0o711)
        os.environ.setdefault(_SHARED, os.environ[_FOLDER])
        os.environ["REDIS_PORT"] = str(ports.choose())
    return Path(os.environ[_FOLDER])


FOLDER = _session_folder()
SHARED_FOLDER = Path(os.environ[_SHARED])
STATIC_ROOT_FOLDER = FOLDER / "static"
STATIC_ROOT_FOLDER.mkdir(exist_ok=True)

os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
os.environ.setdefault("ENCRYPTION_KEYS", Fernet.generate_key().decode())
os.environ["REDIS_URL"] = f"redis://:for-tests@127.0.0.1:{os.environ['REDIS_PORT']}/0"
os.environ["ENDPOINT_NETWORKS"] = "127.0.0.0/8"
if "://" in (_named := os.environ.get("BENCHBOOK_TEST_SERVER", "")):
    _address = socket.gethostbyname(urlsplit(_named).hostname or "127.0.0.1")
    os.environ["ENDPOINT_NETWORKS"] += f",{_address}/32"
os.environ["STATIC_ROOT"] = str(STATIC_ROOT_FOLDER)
# As in production, wherever the tests run.
os.environ["DEBUG"] = "0"
os.environ["HTTPS"] = "0"

from portal.settings import *  # noqa: E402, F403
from portal.settings import CACHES, DATABASES, STORAGES  # noqa: E402

# A file, not memory: workers and the browser's server are other processes and threads.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    # It need not outlive the machine, and waits for its turn on a busy one.
    DATABASES["default"]["OPTIONS"] |= {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
        "timeout": 300,
    }
DATABASES["default"]["CONN_MAX_AGE"] = 0
# What is late because the machine is busy is not away.
CACHES["default"]["OPTIONS"] = {"socket_connect_timeout": 60, "socket_timeout": 60}
# What one test put by is nothing to the next, whose rows are others; see tests/portal/web/page_cache.
del CACHES["pages"]
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 300
# Found in the source folders: no collectstatic before the tests.
STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Each client of a test would look through all of those folders first.
WHITENOISE_AUTOREFRESH = True
