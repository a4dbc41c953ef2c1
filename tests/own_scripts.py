"""Scripts as staff put them into the folder of a load generator."""

from pathlib import Path

LUA = """
function thread_init()
   connection = sysbench.sql.driver():connect()
   connection:query("CREATE TABLE IF NOT EXISTS left_" .. sysbench.tid .. " (id INT)")
end

function thread_done()
   connection:disconnect()
end

function event()
   local id = sysbench.rand.uniform(1, sysbench.opt.table_size)
   connection:query("SELECT c FROM sbtest" .. sysbench.opt.tables .. " WHERE id=" .. id)
end
"""
SQL = """\\set aid random(1, 100000 * :scale)
-- reads one account
BEGIN;
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
END;
"""


def put(folder: Path, *, name: str = "custom") -> Path:
    """The folder with one script for each tool."""
    (folder / f"{name}.lua").write_text(LUA)
    (folder / f"{name}.sql").write_text(SQL)
    return folder
