-- What the server means to take of the machine's memory. Needs VIEW SERVER STATE.
SELECT cntr_value * 1024 AS target_bytes
FROM sys.dm_os_performance_counters
WHERE counter_name = N'Target Server Memory (KB)';
