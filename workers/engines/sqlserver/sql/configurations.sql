-- All of the server's settings in force. Any account may ask; defaults are not told.
SELECT
    CAST(name AS nvarchar(70)) AS name,
    CAST(value_in_use AS nvarchar(40)) AS value_in_use
FROM sys.configurations
ORDER BY name;
