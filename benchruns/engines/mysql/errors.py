"""What errors of MySQL and MariaDB mean.

Numbers from 2000 to 2999 are the client's own.
"""

import re
from collections.abc import Mapping

from benchruns.engines.errors import Errors, numbered, rules

CODES: Mapping[int | str, str] = {
    1017: "table_damaged",
    1021: "disk_full",
    1033: "table_damaged",
    1034: "table_damaged",
    1037: "out_of_memory",
    1038: "out_of_memory",
    1040: "too_many_connections",
    1041: "out_of_memory",
    1044: "no_privilege",
    1045: "wrong_password",
    1049: "unknown_database",
    1050: "table_exists",
    1053: "server_starting",
    1114: "disk_full",
    1130: "host_not_allowed",
    1142: "no_privilege",
    1143: "no_privilege",
    1146: "table_missing",
    1194: "table_damaged",
    1195: "table_damaged",
    1203: "too_many_connections",
    1205: "deadlock",
    1213: "deadlock",
    1226: "too_many_connections",
    1227: "no_privilege",
    1290: "server_read_only",
    1317: "statement_killed",
    1370: "no_privilege",
    1461: "too_many_statements",
    1698: "wrong_password",
    1712: "table_damaged",
    1792: "server_read_only",
    1812: "table_damaged",
    1814: "table_damaged",
    1836: "server_read_only",
    1877: "table_damaged",
    1927: "server_gone",
    1932: "table_damaged",
    1969: "statement_timeout",
    2002: "connection_refused",
    2003: "connection_refused",
    2005: "unknown_host",
    2006: "server_gone",
    2012: "connection_timeout",
    2013: "server_gone",
    2026: "tls_failed",
    2055: "server_gone",
    3024: "statement_timeout",
    3118: "wrong_password",
    3159: "tls_required",
}

# How the tools print an error's number. sysbench writes `error 1045:` when it
# connects, `MySQL error: 1146 "..."` later and `, errno = 1213, state` in between.
_PRINTED = re.compile(
    r"(?:MySQL error:|\berror|\bERROR|errno =)\s*\(?(\d{4})\b", re.ASCII
)

ERRORS = Errors(
    codes=CODES,
    broad=frozenset({2002, 2003, 2006, 2012, 2013, 2026}),
    printed=_PRINTED,
    key=numbered,
    narrow=rules(
        ("silent_server", r"waiting for initial communication packet"),
        ("host_not_allowed", r"is not allowed to connect"),
        ("connection_refused", r"can't connect .*\(111\)"),
        ("connection_timeout", r"can't connect .*\(1[14]0\)"),
        ("server_starting", r"server shutdown in progress"),
        ("no_privilege", r"command denied to user"),
    ),
    wide=rules(("server_gone", r"server has gone away|lost connection to")),
)
