-- Loads tables over several connections: whole tables while there are enough of them,
-- else each thread a range of ids of every table.
--
-- Threads of sysbench share nothing but the working folder. An empty file in it, with
-- this process's number, says that a thread is done with a step, or that one has failed.

local ffi = require("ffi")
ffi.cdef("int usleep(unsigned int microseconds); int getpid(void);")

local benchbook = {}

local LOOK_MICROSECONDS = 20000
local FAILED = "load.failed"

-- In one write: the lines of threads that say something at once must not mix.
local function say(...)
   io.write(string.format(...) .. "\n")
end

local function path(name)
   return name .. "." .. ffi.C.getpid()
end

local function put(name)
   assert(io.open(path(name), "w")):close()
end

local function is_there(name)
   local file = io.open(path(name))
   if file then
      file:close()
   end
   return file ~= nil
end

-- What the other threads are doing would be in vain.
local function stop_if_one_failed()
   if is_there(FAILED) then
      error("another connection failed", 0)
   end
end

local function await(step, threads)
   for thread = 0, threads - 1 do
      while not is_there(step .. "." .. thread) do
         stop_if_one_failed()
         ffi.C.usleep(LOOK_MICROSECONDS)
      end
   end
end

local function fill(what, number, first, last)
   if first == 1 then
      say("Inserting %d records into 'sbtest%d'", what.rows, number)
   end
   what.fill(number, first, last)
end

local function index(what, number)
   say("Creating a secondary index on 'sbtest%d'...", number)
   what.index(number)
end

local function load_tables(what, thread, threads)
   for number = thread + 1, what.tables, threads do
      stop_if_one_failed()
      what.create(number)
      fill(what, number, 1, what.rows)
      index(what, number)
   end
end

local function load_ranges(what, thread, threads)
   put("connected." .. thread)
   await("connected", threads)
   if thread == 0 then
      for number = 1, what.tables do
         what.create(number)
      end
      put("created.0")
   end
   await("created", 1)
   local first = math.floor(what.rows * thread / threads) + 1
   local last = math.floor(what.rows * (thread + 1) / threads)
   for number = 1, what.tables do
      fill(what, number, first, last)
   end
   put("filled." .. thread)
   await("filled", threads)
   for number = thread + 1, what.tables, threads do
      index(what, number)
   end
end

-- `tables_of(driver, connection)` gives `what`: tables, rows (of each), create(number),
-- which says so, fill(number, first id, last id) and index(number). Called by every
-- thread of a parallel command. All of it, the connection too, is made where a failure
-- is told to the others, who would wait for this thread.
function benchbook.load(tables_of)
   local threads = sysbench.opt.threads
   local thread = sysbench.tid % threads
   local is_done, reason = pcall(function()
      local driver = sysbench.sql.driver()
      local connection = driver:connect()
      local what = tables_of(driver, connection)
      local work = what.tables < threads and load_ranges or load_tables
      work(what, thread, threads)
      connection:disconnect()
   end)
   if not is_done then
      put(FAILED)
      error(reason, 0)
   end
end

return benchbook
