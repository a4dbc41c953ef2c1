-- Condition 4: a district has as many order lines as its orders say.
SELECT
    d.d_w_id AS warehouse,
    d.d_id AS district,
    COALESCE(o.line_count, 0) AS expected,
    COALESCE(l.line_count, 0) AS found
FROM district d
LEFT JOIN (
    SELECT
        o_w_id,
        o_d_id,
        SUM(o_ol_cnt) AS line_count
    FROM orders
    GROUP BY o_w_id, o_d_id
) o ON o.o_w_id = d.d_w_id AND o.o_d_id = d.d_id
LEFT JOIN (
    SELECT
        ol_w_id,
        ol_d_id,
        COUNT(*) AS line_count
    FROM order_line
    GROUP BY ol_w_id, ol_d_id
) l ON l.ol_w_id = d.d_w_id AND l.ol_d_id = d.d_id
WHERE COALESCE(o.line_count, 0) <> COALESCE(l.line_count, 0)
ORDER BY d.d_w_id, d.d_id
