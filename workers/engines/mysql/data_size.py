"""What tables of MySQL and MariaDB take, by statistics that are made when it is asked.

MySQL 8 answers from a cache of a day; under it lie statistics that are renewed some
seconds after a load, if at all. After ANALYZE data and indexes come within 8 % of the
files, and the same data has the same size on every release.
"""

from collections.abc import Sequence
from contextlib import suppress

import pymysql
from pymysql.cursors import Cursor

OF_TABLES = (
    "SELECT SUM(data_length + index_length) FROM information_schema.tables "
    "WHERE table_schema = %s AND table_name IN %s"
)
_UNCACHED = "SET SESSION information_schema_stats_expiry = 0"
_UNKNOWN_VARIABLE = 1193  # of MariaDB and MySQL 5.7, which cache nothing
_TEXT_KIND, _TEXT = 2, 3  # columns of ANALYZE's answer


def analyse(cursor: Cursor, tables: Sequence[str]) -> bool:
    """Whether all of these (qualified, quoted) have new statistics now.

    Their replicas make their own: nothing is written to the binary log.
    """
    with suppress(pymysql.OperationalError, pymysql.InternalError):
        cursor.execute(_UNCACHED)
    cursor.execute(f"ANALYZE LOCAL TABLE {', '.join(tables)}")
    return all(row[_TEXT_KIND].lower() != "error" for row in cursor.fetchall())
