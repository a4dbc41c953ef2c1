-- Prepares sysbench's own tables in a database that is not Benchbook's own.
--
-- Each table gets --mark as its comment in the statement that creates it (PostgreSQL:
-- in the same implicit transaction), so there is no moment at which a table of ours
-- could not be told from a user's. sysbench 1.0.20 has no option for this.

require("oltp_common")

sysbench.cmdline.options.mark = {"Comment that says whose these tables are", ""}

local create_plain_table = create_table

local function marked(driver, statement, number)
   if not statement:find("CREATE TABLE", 1, true) then
      return statement
   end
   if driver:name() == "pgsql" then
      return string.format("%s; COMMENT ON TABLE sbtest%d IS '%s'",
                           statement, number, sysbench.opt.mark)
   end
   return string.format("%s COMMENT='%s'", statement, sysbench.opt.mark)
end

function create_table(driver, connection, number)
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
   return create_plain_table(driver, proxy, number)
end
