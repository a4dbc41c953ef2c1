"""How a tool that is linked with libpq reaches PostgreSQL: by environment and files.

The password lies in a file of mode 0600, everything else in variables, so a command
line names neither. The host's name is kept for TLS, the checked address is connected
to.
"""

import ctypes
import re
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from benchruns.failures.failure import BenchbookError, failure
from workers.connecting.target import ABSENT_FILE, SYSTEM_CAS, Target
from workers.engines.probe import checked_workspace

CONNECT_SECONDS = 10
_OBEYING_VERSION = 160_000  # of libpq: the first that knows require_auth
NO_CLEAR_TEXT = "!password"  # of require_auth: any method but this one
PASSWORD_FILE = "pgpass"  # noqa: S105 - a file's name
CA_FILE = "ca.pem"

# The variables whose values are the endpoint owner's business, or say nothing.
PRIVATE = frozenset(
    {
        "PGHOST",
        "PGHOSTADDR",
        "PGPORT",
        "PGUSER",
        "PGDATABASE",
        "PGPASSFILE",
        "LD_PRELOAD",
    }
)

# libpq uses nothing of the worker's own account, such as ~/.pgpass or ~/.postgresql.
NOTHING_OF_ITS_OWN = {
    "PGGSSENCMODE": "disable",
    **dict.fromkeys(
        ("PGPASSFILE", "PGSSLCERT", "PGSSLKEY", "PGSSLCRL", "PGSSLROOTCERT"),
        ABSENT_FILE,
    ),
}

# A list, an option or a URI of another server, where libpq expects one name.
_UNSAFE = re.compile(r"[,=\s\x00-\x1f\x7f]|://")
_LINE_END = re.compile(r"[\r\n\0]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """``files`` (name -> text) belong into the folder that the tool runs in."""

    env: dict[str, str]
    files: dict[str, str] = field(repr=False)


def connection(target: Target, workspace: str | None) -> Connection:
    """``workspace`` None leaves names to be found where the account finds them."""
    _check_names(target)
    env = {
        **NOTHING_OF_ITS_OWN,
        "PGHOST": target.host,
        "PGHOSTADDR": target.address,
        "PGPORT": str(target.port),
        "PGUSER": target.username,
        "PGDATABASE": target.database,
        "PGPASSFILE": PASSWORD_FILE,
        "PGCONNECT_TIMEOUT": str(CONNECT_SECONDS),
        "PGSSLMODE": target.tls,
        **guarded_password(target),
    }
    files = {PASSWORD_FILE: _password_line(target.password)}
    if workspace is not None:
        env["PGOPTIONS"] = f"-c search_path={checked_workspace(workspace)}"
    if target.tls_ca is not None:
        env["PGSSLROOTCERT"], files[CA_FILE] = CA_FILE, target.tls_ca
    elif target.tls == "verify-full":
        env["PGSSLROOTCERT"] = SYSTEM_CAS
    return Connection(env=env, files=files)


def tls_of(target: Target) -> str:
    """What a load's connections use: "none", "required", "as the server offers"."""
    if target.tls in {"require", "verify-full"}:
        return "required"
    return "as the server offers" if target.tls == "prefer" else "none"


def guarded_password(target: Target) -> dict[str, str]:
    """The variables by which a tool keeps its password to itself where it must.

    A libpq before 16, as Debian 12 has it, knows no such order: the tool gets that of
    psycopg then, whose release requirements.txt pins.
    """
    if target.may_have_password:
        return {}
    return {"PGREQUIREAUTH": NO_CLEAR_TEXT, **_obedient_library()}


@cache
def _obedient_library() -> dict[str, str]:
    try:
        if ctypes.CDLL("libpq.so.5").PQlibVersion() >= _OBEYING_VERSION:
            return {}
    except OSError:  # each tool brings its own, or there is none here
        return {}
    found = find_spec("psycopg_binary")
    origin = Path(found.origin) if found and found.origin else None
    if origin is None:
        return {}
    folder = origin.parent.with_name("psycopg_binary.libs")
    library = next(folder.glob("libpq-*.so.*"), None)
    return {} if library is None else {"LD_PRELOAD": str(library)}


def _password_line(password: str) -> str:
    if _LINE_END.search(password):
        raise BenchbookError(failure("password_unsupported"))
    escaped = password.replace("\\", "\\\\").replace(":", "\\:")
    return f"*:*:*:*:{escaped}\n"


def _check_names(target: Target) -> None:
    for what, text in (
        ("host", target.host),
        ("address", target.address),
        ("username", target.username),
        ("database", target.database),
    ):
        if _UNSAFE.search(text):
            raise BenchbookError(failure("unsafe_name", what=what))
