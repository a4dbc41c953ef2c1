-- The options of databases that are created from now on: those of model. Which columns
-- there are depends on the version.
SELECT *
FROM sys.databases
WHERE name = N'model';
