"""What speaks to each engine, by its name."""

from collections.abc import Mapping

from benchruns.engines import ENGINES
from workers.engines.client import Client
from workers.engines.mysql.client import CLIENT as MYSQL
from workers.engines.postgresql.client import CLIENT as POSTGRESQL
from workers.engines.sqlserver.client import CLIENT as SQLSERVER

_OF_FAMILY = {client.family: client for client in (MYSQL, POSTGRESQL, SQLSERVER)}
CLIENTS: Mapping[str, Client] = {
    name: _OF_FAMILY[engine.family]
    for name, engine in ENGINES.items()
    if engine.family in _OF_FAMILY
}
