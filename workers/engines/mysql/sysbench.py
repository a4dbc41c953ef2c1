"""How sysbench reaches MySQL and MariaDB."""

from benchruns.failures.failure import BenchbookError, failure
from workers.connecting.target import ABSENT_FILE, Target
from workers.engines.client import Sysbench, Way
from workers.engines.mysql import client_certificate

# MariaDB's client loads what a login method needs from here. It is built with that of a
# hashed password; others send the password itself, some after asking for a key.
_NO_PLUGINS = {"MARIADB_PLUGIN_DIR": ABSENT_FILE, "LIBMYSQL_PLUGIN_DIR": ABSENT_FILE}
# Without a transaction two threads may insert the row that both deleted: sysbench
# ignores that on PostgreSQL (23505) by itself, on MySQL (1062) only when told to.
_IGNORED = "1213,1020,1205,1062"


def way(target: Target, workspace: str | None) -> Way:
    """Without the option there is no TLS at all, so ``prefer`` is plain here; with it,
    the three files must lie in the working folder and the CA is verified.
    """
    files: dict[str, str] = {}
    tls: tuple[str, ...] = ()
    if target.tls in {"require", "verify-full"}:
        tls, files = ("--mysql-ssl=on",), _tls_files(target)
    return Way(
        argv=(
            "--db-driver=mysql",
            f"--mysql-host={target.address}",
            f"--mysql-port={target.port}",
            f"--mysql-user={target.username}",
            f"--mysql-db={workspace or target.database}",
            *tls,
        ),
        env={} if target.may_have_password else _NO_PLUGINS,
        files=files,
    )


def tls_of(target: Target) -> str:
    return "required" if target.tls in {"require", "verify-full"} else "none"


def _tls_files(target: Target) -> dict[str, str]:
    if target.tls == "verify-full":
        raise BenchbookError(failure("tls_unsupported"))
    if target.tls_ca is None:
        raise BenchbookError(failure("tls_ca_missing"))
    key, certificate = client_certificate.make()
    return {
        "client-key.pem": key,
        "client-cert.pem": certificate,
        "cacert.pem": target.tls_ca,
    }


SYSBENCH = Sysbench(
    way=way,
    tls_of=tls_of,
    without_transactions=(f"--mysql-ignore-errors={_IGNORED}",),
)
