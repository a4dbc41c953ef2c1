-- Data and indexes, in pages of 8 KB.
SELECT COALESCE(SUM(CAST(units.used_pages AS bigint)), 0) * 8192 AS bytes
FROM {database}sys.partitions AS parts
INNER JOIN {database}sys.allocation_units AS units
    ON
        units.container_id
        = CASE WHEN units.type = 2 THEN parts.partition_id ELSE parts.hobt_id END
INNER JOIN {database}sys.tables AS tables ON parts.object_id = tables.object_id
WHERE tables.name IN ({names});
