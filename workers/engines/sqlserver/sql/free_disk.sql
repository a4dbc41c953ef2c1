-- What is free where new databases go, from 2008 R2 SP1. Needs VIEW SERVER STATE.
SELECT TOP (1) volumes.available_bytes
FROM sys.master_files AS files
CROSS APPLY sys.dm_os_volume_stats(files.database_id, files.file_id) AS volumes
CROSS APPLY (
    SELECT COALESCE(
        CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS nvarchar(260)),
        (SELECT physical_name FROM sys.master_files WHERE database_id = 1 AND file_id = 1)
    ) AS data_path
) AS home
WHERE LEFT(home.data_path, LEN(volumes.volume_mount_point)) = volumes.volume_mount_point
ORDER BY LEN(volumes.volume_mount_point) DESC;
