-- SLEV, both profiles (clause 2.8): how many items of a district's last 20 orders are
-- short, with fewer than so many in stock.
CREATE FUNCTION slev(
    warehouse_id INTEGER,
    district_id INTEGER,
    threshold INTEGER,
    OUT committed INTEGER,
    OUT low_stock INTEGER
)
LANGUAGE plpgsql AS $$
DECLARE
    next_id INTEGER;
BEGIN
    committed := 1;

    SELECT d_next_o_id INTO STRICT next_id
    FROM district
    WHERE d_w_id = warehouse_id AND d_id = district_id;

    SELECT count(DISTINCT s_i_id) INTO low_stock
    FROM order_line, stock
    WHERE ol_w_id = warehouse_id AND ol_d_id = district_id
        AND ol_o_id >= next_id - 20 AND ol_o_id < next_id
        AND s_w_id = warehouse_id AND s_i_id = ol_i_id AND s_quantity < threshold;
END
$$
