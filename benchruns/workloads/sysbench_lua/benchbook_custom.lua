-- Runs a script of the load generator's own folder on the tables that Benchbook made.
--
-- sysbench refuses an option that a script does not know: the sizes of the tables are
-- known to each by this.

dofile("Benchbook.own.lua")

local options = sysbench.cmdline.options or {}
options.tables = options.tables or {"Number of tables", 1}
options.table_size = options.table_size or {"Rows in each table", 10000}
sysbench.cmdline.options = options
