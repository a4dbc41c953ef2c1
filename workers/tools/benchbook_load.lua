-- Loads tables over several connections: whole tables while there are enough of them,
-- else each thread a range of ids of every table.
--
-- Threads of sysbench share nothing but the working folder, which is this process's own.
-- An empty file in it says that a thread is done with a step, or that one has failed.

local ffi = require("ffi")
ffi.cdef("int usleep(unsigned int microseconds);")

local benchbook = {}

local LOOK_MICROSECONDS = 20000
local FAILED = "load.failed"

-- In one write: the lines of threads that say something at once must not mix.
local function say(...)
   io.write(string.format(...) .. "\n")
end

local function put(name)
   assert(io.open(name, "w")):close()
end

local function is_there(name)
   local file = io.open(name)
   if file then
      file:close()
   end
   return file ~= nil
end

local function await(step, threads)
   for thread = 0, threads - 1 do
      while not is_there(step .. "." .. thread) do
         if is_there(FAILED) then
            error("another connection failed", 0)
         end
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
      what.create(number)
      fill(what, number, 1, what.rows)
      index(what, number)
   end
end

local function load_ranges(what, thread, threads)
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

-- `what` has tables, rows (of each), create(number), which says so, fill(number, first
-- id, last id) and index(number). Called by every thread of a parallel command.
function benchbook.load(what)
   local threads = sysbench.opt.threads
   local thread = sysbench.tid % threads
   local work = what.tables < threads and load_ranges or load_tables
   local is_done, reason = pcall(work, what, thread, threads)
   if not is_done then
      put(FAILED)
      error(reason, 0)
   end
end

return benchbook
