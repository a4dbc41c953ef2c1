"""What errors of PostgreSQL mean."""

from collections.abc import Mapping

from benchruns.engines.errors import Errors, rules

SQLSTATES: Mapping[int | str, str] = {
    "08001": "connection_refused",
    "08003": "server_gone",
    "08006": "server_gone",
    "25006": "server_read_only",
    "28000": "host_not_allowed",
    "28P01": "wrong_password",
    "3D000": "unknown_database",
    "40001": "deadlock",
    "40P01": "deadlock",
    "42501": "no_privilege",
    "42P01": "table_missing",
    "42P07": "table_exists",
    "53100": "disk_full",
    "53200": "out_of_memory",
    "53300": "too_many_connections",
    "55P03": "deadlock",
    "57014": "statement_timeout",
    "57P01": "server_gone",
    "57P02": "server_gone",
    "57P03": "server_starting",
    "58P01": "table_damaged",
    "XX001": "table_damaged",
    "XX002": "table_damaged",
}

ERRORS = Errors(
    codes=SQLSTATES,
    broad=frozenset({"08001", "08003", "08006", "28000", "57014"}),
    narrow=rules(
        ("unexpected_answer", r"lost synchronization with server"),
        ("tls_required", r"no pg_hba\.conf entry .*no encryption"),
        ("host_not_allowed", r"pg_hba\.conf"),
        ("wrong_password", r"password authentication failed"),
        ("wrong_password", r"no password supplied|role .* does not exist"),
        ("unknown_database", r"^(.*FATAL: *)?database .* does not exist"),
        ("too_many_connections", r"remaining connection slots"),
        ("no_privilege", r"permission denied|must be owner of"),
        ("table_missing", r"relation .* does not exist"),
        ("table_exists", r"relation .* already exists"),
        ("statement_killed", r"due to user request"),
    ),
    wide=rules(
        ("server_gone", r"server closed the connection"),
        ("server_gone", r"perhaps the backend died"),  # pgbench
    ),
)
