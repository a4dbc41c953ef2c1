"""How Benchbook speaks to PostgreSQL."""

from benchruns.engines.postgresql import FAMILY
from workers.engines.client import Client
from workers.engines.postgresql.probe import PostgreSQLProbe
from workers.engines.postgresql.sysbench import SYSBENCH

CLIENT = Client(family=FAMILY, probe=PostgreSQLProbe, sysbench=SYSBENCH)
