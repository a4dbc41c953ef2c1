"""Which probe speaks to which engine."""

from workers.engines.mysql.probe import MySQLProbe
from workers.engines.postgresql.probe import PostgreSQLProbe
from workers.engines.sqlserver.probe import SQLServerProbe

PROBES: dict[str, type[MySQLProbe] | type[PostgreSQLProbe] | type[SQLServerProbe]] = {
    "mysql": MySQLProbe,
    "mariadb": MySQLProbe,
    "postgresql": PostgreSQLProbe,
    "sqlserver": SQLServerProbe,
}
