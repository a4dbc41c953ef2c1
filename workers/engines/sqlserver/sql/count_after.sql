SELECT
    COUNT_BIG(*) AS counted,
    CAST(MAX(part.along) AS bigint) AS last_key
FROM (
    SELECT TOP ({most}) {key} AS along
    FROM {table}
    WHERE {key} > {first_id}
    ORDER BY {key}
) AS part;
