-- Sessions that a tool has left there are ended with their transactions. The one that may
-- stay is this one, as it is in the database then; the server's own, which updates
-- statistics in the background, would take its place. A USE fails where there is no such
-- database even if it is never reached, so it stands in a batch of its own.
IF DB_ID(N'{space}') IS NOT NULL
BEGIN
    ALTER DATABASE [{space}] SET AUTO_UPDATE_STATISTICS_ASYNC OFF;
    EXEC (N'
        USE [{space}];
        ALTER DATABASE [{space}] SET SINGLE_USER WITH ROLLBACK IMMEDIATE;
        USE master;
        DROP DATABASE [{space}];
    ');
END;
