-- One connection and one statement, which a check of an endpoint asks for.

function thread_init()
  connection = sysbench.sql.driver():connect()
end

function event()
  connection:query("SELECT 1")
end

function thread_done()
  connection:disconnect()
end
