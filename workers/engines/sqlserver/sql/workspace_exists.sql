SELECT DB_ID(N'{space}') AS database_id;
