-- Tables of the current database that carry the mark of a data set.
SELECT CAST(tables.name AS nvarchar(128)) AS name
FROM sys.tables AS tables
INNER JOIN sys.extended_properties AS properties
    ON
        properties.major_id = tables.object_id
        AND properties.minor_id = 0
        AND properties.class = 1
WHERE
    properties.name = N'benchbook'
    AND CAST(properties.value AS nvarchar(128)) = N'{mark}'
    AND tables.name IN ({names})
    AND tables.object_id = OBJECT_ID(tables.name)
ORDER BY tables.name;
