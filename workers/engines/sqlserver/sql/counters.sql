-- Needs VIEW SERVER STATE. Counters "/sec" are totals since the server started.
SELECT
    RTRIM(counter_name) AS name,
    cntr_value AS value
FROM sys.dm_os_performance_counters
WHERE
    (
        object_name LIKE N'%:Buffer Manager%'
        AND counter_name IN (
            N'Page lookups/sec',
            N'Page reads/sec',
            N'Page writes/sec',
            N'Page life expectancy'
        )
    )
    OR (
        object_name LIKE N'%:Databases%'
        AND counter_name = N'Transactions/sec'
        AND instance_name = N'_Total'
    )
    OR (
        object_name LIKE N'%:SQL Statistics%'
        AND counter_name = N'Batch Requests/sec'
    )
UNION ALL
SELECT
    N'waits for pages' AS name,
    SUM(wait_time_ms) AS value
FROM sys.dm_os_wait_stats
WHERE wait_type LIKE N'PAGEIOLATCH[_]%'
UNION ALL
SELECT
    N'waits for the log' AS name,
    SUM(wait_time_ms) AS value
FROM sys.dm_os_wait_stats
WHERE wait_type = N'WRITELOG'
UNION ALL
SELECT
    N'waits for locks' AS name,
    SUM(wait_time_ms) AS value
FROM sys.dm_os_wait_stats
WHERE wait_type LIKE N'LCK[_]M[_]%'
UNION ALL
SELECT
    N'started' AS name,
    CAST(DATEDIFF(SECOND, '20000101', sqlserver_start_time) AS bigint) AS value
FROM sys.dm_os_sys_info;
