-- The tables of Benchbook's own scripts: create, fill, index, drop.
--
-- A script sets `columns` (engine -> column definitions), `tables` and `table_size`, and
-- takes `commands` from here. Each step prints the line that sysbench's own scripts
-- print, for whoever follows the load.

local parallel = require("benchbook_load")

local benchbook = {}

local DIGITS = "###########"
local C = DIGITS .. string.rep("-" .. DIGITS, 9)    -- 119 of 120 characters
local PAD = DIGITS .. string.rep("-" .. DIGITS, 4)  -- 59 of 60

function benchbook.c_value()
   return sysbench.rand.string(C)
end

function benchbook.pad_value()
   return sysbench.rand.string(PAD)
end

function benchbook.name(number)
   return "sbtest" .. number
end

-- The mark is made in the statement that creates the table (PostgreSQL: in the same
-- implicit transaction), so a table of ours can always be told from a user's.
local function creation(engine, name, mark)
   local statement = string.format("CREATE TABLE %s (%s)", name, benchbook.columns[engine])
   if engine == "mysql" then
      statement = statement .. " ENGINE=InnoDB"
   end
   if mark == "" then
      return statement
   elseif engine == "mysql" then
      return string.format("%s COMMENT='%s'", statement, mark)
   end
   return string.format("%s; COMMENT ON TABLE %s IS '%s'", statement, name, mark)
end

-- Ids are given, not left to the server: one that counts in steps would leave gaps.
local function fill(connection, name, first, last)
   connection:bulk_insert_init("INSERT INTO " .. name .. " (id, k, c, pad) VALUES")
   for id = first, last do
      connection:bulk_insert_next(string.format(
         "(%d, %d, '%s', '%s')", id, sysbench.rand.default(1, benchbook.table_size()),
         benchbook.c_value(), benchbook.pad_value()))
   end
   connection:bulk_insert_done()
end

local function tables_of(driver, connection)
   return {
      tables = benchbook.tables(),
      rows = benchbook.table_size(),
      create = function(number)
         local name = benchbook.name(number)
         io.write(string.format("Creating table '%s'...\n", name))
         connection:query(creation(driver:name(), name, sysbench.opt.mark))
      end,
      fill = function(number, first, last)
         fill(connection, benchbook.name(number), first, last)
      end,
      index = function(number)
         connection:query(string.format(
            "CREATE INDEX k_%d ON %s (k)", number, benchbook.name(number)))
      end
   }
end

local function prepare()
   parallel.load(tables_of)
end

local function cleanup()
   local connection = sysbench.sql.driver():connect()
   for number = 1, benchbook.tables() do
      connection:query("DROP TABLE IF EXISTS " .. benchbook.name(number))
   end
   connection:disconnect()
end

benchbook.commands = {
   prepare = {prepare, sysbench.cmdline.PARALLEL_COMMAND},
   cleanup = {cleanup}
}
benchbook.mark_option = {"Comment that says whose the tables are", ""}

return benchbook
