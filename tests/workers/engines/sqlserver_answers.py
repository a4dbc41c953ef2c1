"""A SQL Server as the TDS server of the tests plays it, and targets that lead to it."""

from tests.tds_server import Answer, Failure, Rows, TdsServer
from workers.connecting.target import Target

NO_STATE = Failure(300, 1, 14, "VIEW SERVER STATE permission was denied on object.")
COUNTED = {
    "Page lookups/sec": 5_000,
    "Page reads/sec": 40,
    "Page writes/sec": 10,
    "Page life expectancy": 300,
    "Transactions/sec": 900,
    "Batch Requests/sec": 1_200,
    "waits for pages": 70,
    "waits for the log": 80,
    "waits for locks": None,
    "started": 800_000_000,
}


def product(
    version: str = "10.50.6000.34",
    edition: str = "Enterprise Edition (64-bit)",
    engine_edition: int = 3,
    banner: str = "Microsoft SQL Server 2008 R2 (SP3)",
) -> Rows:
    columns = [
        ("product_version", "nvarchar(128)"),
        ("edition", "nvarchar(128)"),
        ("engine_edition", "int"),
        ("banner", "nvarchar(300)"),
        ("most_connections", "int"),
    ]
    return Rows(columns, [(version, edition, engine_edition, banner, 32_767)])


def settings(**changes: str) -> Rows:
    told = {
        "max degree of parallelism": "1",
        "max server memory (MB)": "2048",
        "user connections": "0",
    } | changes
    columns = [("name", "nvarchar(70)"), ("value_in_use", "nvarchar(40)")]
    return Rows(columns, list(told.items()))


def options() -> Rows:
    columns = [
        ("name", "nvarchar(128)"),
        ("recovery_model_desc", "nvarchar(60)"),
        ("is_read_committed_snapshot_on", "bit"),
        ("snapshot_isolation_state_desc", "nvarchar(60)"),
        ("compatibility_level", "tinyint"),
    ]
    return Rows(columns, [("model", "FULL", 1, "OFF", 100)])


def rights(*, creates: int = 1, from_master: int = 0, sees: int = 1) -> Rows:
    columns = [
        ("creates_databases", "int"),
        ("creates_from_master", "int"),
        ("sees_state", "int"),
        ("sees_performance", "int"),
    ]
    return Rows(columns, [(creates, from_master, sees, None)])


def counters(**changes: int) -> Rows:
    rows = list((COUNTED | changes).items())
    return Rows([("name", "nvarchar(128)"), ("value", "bigint")], rows)


def value(kind: str, found: object) -> Rows:
    return Rows([("value", kind)], [(found,)])


def answers(**changes: Answer) -> dict[str, Answer]:
    """Of a 2008 R2 whose account may do everything; ``changes`` by the names here."""
    known: dict[str, tuple[str, Answer]] = {
        "product": ("SERVERPROPERTY.*most_connections", product()),
        "settings": (r"sys\.configurations", settings()),
        "options": ("N'model'", options()),
        "rights": ("HAS_PERMS_BY_NAME", rights()),
        "memory": ("Target Server Memory", value("bigint", 1_500 * 2**20)),
        "encryption": ("encrypt_option", value("nvarchar(40)", "FALSE")),
        "disk": ("available_bytes", value("bigint", 10**11)),
        "counters": ("Page lookups/sec", counters()),
        "turn": ("sp_getapplock", value("int", 0)),
        "ping": ("SELECT 1", value("int", 1)),
    }
    return {
        f"(?s){pattern}": changes.get(name, answer)
        for name, (pattern, answer) in known.items()
    }


def target_of(server: TdsServer, **changes: object) -> Target:
    fields = {
        "engine": "sqlserver",
        "host": "127.0.0.1",
        "address": "127.0.0.1",
        "port": server.port,
        "username": "bench",
        "password": server.password,
        "database": "bench",
        "allow_cleartext_password": True,
    }
    return Target(**(fields | changes))
