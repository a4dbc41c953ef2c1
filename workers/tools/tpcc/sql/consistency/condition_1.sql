-- Condition 1: a warehouse's year-to-date sum is that of its districts.
SELECT
    w.w_id AS warehouse,
    NULL AS district,
    w.w_ytd AS expected,
    COALESCE(d.ytd, 0) AS found
FROM warehouse w
LEFT JOIN (
    SELECT
        d_w_id,
        SUM(d_ytd) AS ytd
    FROM district
    GROUP BY d_w_id
) d ON d.d_w_id = w.w_id
WHERE w.w_ytd <> COALESCE(d.ytd, 0)
ORDER BY w.w_id
