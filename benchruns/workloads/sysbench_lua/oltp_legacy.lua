-- Huawei's sysbench legacy OLTP: 18 statements a transaction between BEGIN and COMMIT.
--
-- Written from the statements, ratios and table definition that the white paper prints.
-- A transaction stays in one table; statements are sent as text, not prepared; ids
-- follow --rand-type, which the paper leaves at sysbench's default ("special").

local tables = require("benchbook_tables")

local POINT_SELECTS = 10
local RANGE_SIZE = 100
local RANGES = {
   "SELECT c FROM %s WHERE id BETWEEN %d AND %d",
   "SELECT SUM(K) FROM %s WHERE id BETWEEN %d AND %d",
   "SELECT c FROM %s WHERE id BETWEEN %d AND %d ORDER BY c",
   "SELECT DISTINCT c FROM %s WHERE id BETWEEN %d AND %d ORDER BY c"
}

sysbench.cmdline.options = {
   tables = {"Number of tables", 64},
   table_size = {"Rows in each table", 10000000},
   skip_trx = {"Leave out BEGIN and COMMIT", false},
   mark = tables.mark_option
}
sysbench.cmdline.commands = tables.commands

-- The paper prints for PostgreSQL what PostgreSQL refuses; this is the same in its words.
tables.columns = {
   mysql = "id INTEGER UNSIGNED NOT NULL AUTO_INCREMENT, "
      .. "k INTEGER UNSIGNED DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "
      .. "pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id)",
   pgsql = "id SERIAL NOT NULL, k INTEGER DEFAULT 0 NOT NULL, "
      .. "c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, "
      .. "PRIMARY KEY (id)"
}

function tables.tables()
   return sysbench.opt.tables
end

function tables.table_size()
   return sysbench.opt.table_size
end

function thread_init()
   connection = sysbench.sql.driver():connect()
end

function thread_done()
   connection:disconnect()
end

local function random_row()
   return sysbench.rand.default(1, sysbench.opt.table_size)
end

local function read(...)
   connection:query(string.format(...)):free()
end

local function write(...)
   connection:query(string.format(...))
end

local function transaction(name)
   for _ = 1, POINT_SELECTS do
      read("SELECT c FROM %s where id=%d", name, random_row())
   end
   for _, statement in ipairs(RANGES) do
      local first = random_row()
      read(statement, name, first, first + RANGE_SIZE - 1)
   end
   write("UPDATE %s SET k=k+1 WHERE id=%d", name, random_row())
   write("UPDATE %s SET c='%s' WHERE id=%d", name, tables.c_value(), random_row())
   local id = random_row()
   write("DELETE FROM %s WHERE id=%d", name, id)
   write("INSERT INTO %s (id, k, c, pad) VALUES (%d,%d,'%s','%s')",
         name, id, random_row(), tables.c_value(), tables.pad_value())
end

function event()
   local name = tables.name(sysbench.rand.uniform(1, sysbench.opt.tables))
   if sysbench.opt.skip_trx then
      transaction(name)
      return
   end
   connection:query("BEGIN")
   transaction(name)
   connection:query("COMMIT")
end
