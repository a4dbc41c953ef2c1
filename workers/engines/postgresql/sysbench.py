"""How sysbench reaches PostgreSQL: by its options, libpq's environment and files.

The name is kept for TLS, the checked address is connected to.
"""

from workers.connecting.target import SYSTEM_CAS, Target
from workers.engines import libpq
from workers.engines.client import Sysbench, Way


def way(target: Target, workspace: str | None) -> Way:
    env = {
        "PGHOSTADDR": target.address,
        "PGCONNECT_TIMEOUT": str(libpq.CONNECT_SECONDS),
        "PGSSLMODE": target.tls,
        **libpq.NOTHING_OF_ITS_OWN,
        **libpq.guarded_password(target),
    }
    files: dict[str, str] = {}
    if workspace is not None:
        env["PGOPTIONS"] = f"-c search_path={workspace}"
    if target.tls_ca is not None:
        env["PGSSLROOTCERT"], files[libpq.CA_FILE] = libpq.CA_FILE, target.tls_ca
    elif target.tls == "verify-full":
        env["PGSSLROOTCERT"] = SYSTEM_CAS
    return Way(
        argv=(
            "--db-driver=pgsql",
            f"--pgsql-host={target.host}",
            f"--pgsql-port={target.port}",
            f"--pgsql-user={target.username}",
            f"--pgsql-db={target.database}",
        ),
        env=env,
        files=files,
    )


SYSBENCH = Sysbench(way=way, tls_of=libpq.tls_of)
