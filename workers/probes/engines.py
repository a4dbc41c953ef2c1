"""Which probe speaks to which engine."""

from workers.probes.mysql import MySQLProbe
from workers.probes.postgresql import PostgreSQLProbe
from workers.probes.sqlserver import SQLServerProbe

PROBES: dict[str, type[MySQLProbe] | type[PostgreSQLProbe] | type[SQLServerProbe]] = {
    "mysql": MySQLProbe,
    "mariadb": MySQLProbe,
    "postgresql": PostgreSQLProbe,
    "sqlserver": SQLServerProbe,
}
