-- Prepares sysbench's own tables where its own command does not do.
--
-- In a database that is not Benchbook's own each table gets --mark as its comment in the
-- statement that creates it (PostgreSQL: in the same implicit transaction), so there is
-- no moment at which a table of ours could not be told from a user's. And a few large
-- tables are filled over several connections. sysbench 1.0.20 has an option for neither.

require("oltp_common")
local parallel = require("benchbook_load")

sysbench.cmdline.options.mark = {"Comment that says whose these tables are", ""}

local function marked(driver, statement, number)
   if sysbench.opt.mark == "" or not statement:find("CREATE TABLE", 1, true) then
      return statement
   end
   if driver:name() == "pgsql" then
      return string.format("%s; COMMENT ON TABLE sbtest%d IS '%s'",
                           statement, number, sysbench.opt.mark)
   end
   return string.format("%s COMMENT='%s'", statement, sysbench.opt.mark)
end

-- By sysbench's own definition, without rows and without the index.
local function create(driver, connection, number)
   local proxy = setmetatable({}, {
      __index = function(_, name)
         return function(_, ...)
            return connection[name](connection, ...)
         end
      end
   })
   function proxy:query(statement)
      return connection:query(marked(driver, statement, number))
   end
   local rows = sysbench.opt.table_size
   sysbench.opt.table_size, sysbench.opt.create_secondary = 0, false
   create_table(driver, proxy, number)
   sysbench.opt.table_size = rows
end

-- Ids are given, so that each connection can fill a range of its own.
local function fill(connection, number, first, last)
   connection:bulk_insert_init(string.format(
      "INSERT INTO sbtest%d (id, k, c, pad) VALUES", number))
   for id = first, last do
      connection:bulk_insert_next(string.format(
         "(%d, %d, '%s', '%s')", id, sysbench.rand.default(1, sysbench.opt.table_size),
         get_c_value(), get_pad_value()))
   end
   connection:bulk_insert_done()
end

local function tables_of(driver, connection)
   return {
      tables = sysbench.opt.tables,
      rows = sysbench.opt.table_size,
      create = function(number)
         create(driver, connection, number)
      end,
      fill = function(number, first, last)
         fill(connection, number, first, last)
      end,
      index = function(number)
         connection:query(string.format(
            "CREATE INDEX k_%d ON sbtest%d(k)", number, number))
         -- The next id that the table counts itself is behind those that were given.
         if driver:name() == "pgsql" and sysbench.opt.table_size > 0 then
            connection:query(string.format(
               "SELECT setval(pg_get_serial_sequence('sbtest%d', 'id'), %d)",
               number, sysbench.opt.table_size))
         end
      end
   }
end

local function prepare()
   parallel.load(tables_of)
end

sysbench.cmdline.commands.prepare = {prepare, sysbench.cmdline.PARALLEL_COMMAND}
