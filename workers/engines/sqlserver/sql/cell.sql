SELECT CAST({column} AS bigint) AS value
FROM {table}
WHERE id = {id};
