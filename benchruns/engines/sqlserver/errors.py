"""What errors of SQL Server mean.

Numbers from 20000 to 20099 are FreeTDS's own: the client's side.
"""

from collections.abc import Mapping

from benchruns.engines.errors import Errors, numbered, rules

CODES: Mapping[int | str, str] = {
    208: "table_missing",
    229: "no_privilege",
    230: "no_privilege",
    262: "no_privilege",
    297: "no_privilege",
    300: "no_privilege",
    596: "statement_killed",
    605: "table_damaged",
    701: "out_of_memory",
    802: "out_of_memory",
    823: "table_damaged",
    824: "table_damaged",
    911: "unknown_database",
    916: "no_privilege",
    976: "server_read_only",
    978: "server_read_only",
    1088: "no_privilege",
    1101: "disk_full",
    1105: "disk_full",
    1204: "out_of_memory",
    1205: "deadlock",
    1222: "deadlock",
    2714: "table_exists",
    3906: "server_read_only",
    3908: "server_read_only",
    3960: "deadlock",
    4060: "unknown_database",
    4064: "unknown_database",
    5011: "no_privilege",
    5149: "disk_full",
    6005: "server_starting",
    8645: "out_of_memory",
    9001: "server_gone",
    9002: "disk_full",
    15247: "no_privilege",
    15517: "no_privilege",
    17142: "server_starting",
    17187: "server_starting",
    17809: "too_many_connections",
    17810: "too_many_connections",
    17835: "tls_required",
    18401: "server_starting",
    18452: "wrong_password",
    18456: "wrong_password",
    18470: "wrong_password",
    18486: "wrong_password",
    18487: "wrong_password",
    18488: "wrong_password",
    20002: "server_gone",
    20003: "connection_timeout",
    20004: "server_gone",
    20006: "server_gone",
    20009: "connection_refused",
    20017: "server_gone",
    20047: "server_gone",
}

ERRORS = Errors(
    codes=CODES,
    broad=frozenset({20002, 20009}),
    key=numbered,
    # FreeTDS, when it gave up waiting: "Operation now in progress (115)"
    narrow=rules(("connection_timeout", r"operation now in progress")),
    wide=rules(("server_gone", r"not connected to any MS SQL server")),
)
