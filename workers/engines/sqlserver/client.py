"""How Benchbook speaks to SQL Server, which sysbench does not."""

from benchruns.engines.sqlserver import FAMILY
from workers.engines.client import Client
from workers.engines.sqlserver.probe import SQLServerProbe

CLIENT = Client(family=FAMILY, probe=SQLServerProbe)
