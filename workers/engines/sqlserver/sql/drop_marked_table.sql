-- Drops the table if it carries the mark at this moment: its lock, kept to the end of
-- the transaction, keeps everybody from putting another one in its place.
SET XACT_ABORT ON;
BEGIN TRANSACTION;
DECLARE @rows int, @is_marked int;
SELECT @rows = COUNT(*)
FROM (SELECT TOP (1) 1 AS one FROM [{table}] WITH (TABLOCKX, HOLDLOCK)) AS locked;
SELECT @is_marked = COUNT(*)
FROM sys.extended_properties
WHERE
    major_id = OBJECT_ID(N'{table}', N'U')
    AND minor_id = 0
    AND class = 1
    AND name = N'benchbook'
    AND CAST(value AS nvarchar(128)) = N'{mark}';
IF @is_marked = 1 DROP TABLE [{table}];
COMMIT TRANSACTION;
SELECT @is_marked AS is_marked;
