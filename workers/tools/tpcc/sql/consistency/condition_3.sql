-- Condition 3: the new orders of a district have numbers without gaps, so that there are
-- as many as from the first number to the last.
SELECT
    no_w_id AS warehouse,
    no_d_id AS district,
    MAX(no_o_id) - MIN(no_o_id) + 1 AS expected,
    COUNT(*) AS found
FROM new_order
GROUP BY no_w_id, no_d_id
HAVING COUNT(*) <> MAX(no_o_id) - MIN(no_o_id) + 1
ORDER BY no_w_id, no_d_id
