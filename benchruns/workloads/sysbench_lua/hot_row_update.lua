-- Concurrent updates of one row: BEGIN, UPDATE sbtest1 SET k=k+1 WHERE id=100, COMMIT.
--
-- Written from the statements and the table definition that the white paper prints,
-- without the hints in its UPDATE, which only that vendor's servers know.

local tables = require("benchbook_tables")

local ROWS = 100

sysbench.cmdline.options = {mark = tables.mark_option}
sysbench.cmdline.commands = tables.commands

-- PostgreSQL has no unsigned type; a day of updates is too many for a signed one.
tables.columns = {
   mysql = "id INTEGER UNSIGNED NOT NULL AUTO_INCREMENT, "
      .. "k INTEGER UNSIGNED NOT NULL DEFAULT '0', c CHAR(120) NOT NULL DEFAULT '', "
      .. "pad CHAR(60) NOT NULL DEFAULT '', PRIMARY KEY (id)",
   pgsql = "id SERIAL NOT NULL, k BIGINT NOT NULL DEFAULT 0, "
      .. "c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '', "
      .. "PRIMARY KEY (id)"
}

function tables.tables()
   return 1
end

function tables.table_size()
   return ROWS
end

function thread_init()
   connection = sysbench.sql.driver():connect()
end

function thread_done()
   connection:disconnect()
end

function event()
   connection:query("BEGIN")
   connection:query("UPDATE sbtest1 SET k=k+1 WHERE id=100")
   connection:query("COMMIT")
end
