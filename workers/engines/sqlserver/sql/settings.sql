-- The server's settings in force that a figure may depend on. Any account may ask.
SELECT
    CAST(name AS nvarchar(70)) AS name,
    CAST(value_in_use AS nvarchar(40)) AS value_in_use
FROM sys.configurations
WHERE name IN (
    N'affinity I/O mask',
    N'affinity mask',
    N'affinity64 I/O mask',
    N'affinity64 mask',
    N'backup compression default',
    N'blocked process threshold (s)',
    N'cost threshold for parallelism',
    N'fill factor (%)',
    N'hardware offload enabled',
    N'index create memory (KB)',
    N'lightweight pooling',
    N'locks',
    N'max degree of parallelism',
    N'max server memory (MB)',
    N'max worker threads',
    N'min memory per query (KB)',
    N'min server memory (MB)',
    N'network packet size (B)',
    N'optimize for ad hoc workloads',
    N'priority boost',
    N'query wait (s)',
    N'recovery interval (min)',
    N'tempdb metadata memory-optimized',
    N'user connections'
)
ORDER BY name;
