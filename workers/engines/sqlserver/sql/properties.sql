-- What the server is. Any account may ask.
SELECT
    CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)) AS product_version,
    CAST(SERVERPROPERTY('Edition') AS nvarchar(128)) AS edition,
    CAST(SERVERPROPERTY('EngineEdition') AS int) AS engine_edition,
    CAST(@@VERSION AS nvarchar(300)) AS banner,
    @@MAX_CONNECTIONS AS most_connections;
