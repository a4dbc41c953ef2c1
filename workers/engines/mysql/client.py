"""How Benchbook speaks to MySQL and MariaDB."""

from benchruns.engines.mysql import FAMILY
from workers.engines.client import Client
from workers.engines.mysql.probe import MySQLProbe
from workers.engines.mysql.sysbench import SYSBENCH

CLIENT = Client(family=FAMILY, probe=MySQLProbe, sysbench=SYSBENCH)
