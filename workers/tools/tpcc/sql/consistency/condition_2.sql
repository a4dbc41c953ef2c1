-- Condition 2: the number before a district's next order is that of its last order, and
-- of its last new order if it has any.
SELECT
    d.d_w_id AS warehouse,
    d.d_id AS district,
    d.d_next_o_id - 1 AS expected,
    CASE
        WHEN COALESCE(o.last_id, 0) <> d.d_next_o_id - 1 THEN COALESCE(o.last_id, 0)
        ELSE n.last_id
    END AS found
FROM district d
LEFT JOIN (
    SELECT
        o_w_id,
        o_d_id,
        MAX(o_id) AS last_id
    FROM orders
    GROUP BY o_w_id, o_d_id
) o ON o.o_w_id = d.d_w_id AND o.o_d_id = d.d_id
LEFT JOIN (
    SELECT
        no_w_id,
        no_d_id,
        MAX(no_o_id) AS last_id
    FROM new_order
    GROUP BY no_w_id, no_d_id
) n ON n.no_w_id = d.d_w_id AND n.no_d_id = d.d_id
WHERE
    COALESCE(o.last_id, 0) <> d.d_next_o_id - 1
    OR n.last_id <> d.d_next_o_id - 1
ORDER BY d.d_w_id, d.d_id
