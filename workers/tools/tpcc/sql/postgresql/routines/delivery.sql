-- profile hammerdb
-- DELIVERY as HammerDB has it on PostgreSQL: the oldest new order of each of the ten
-- districts goes to a carrier; a district that has none is skipped.
-- profile spec
-- DELIVERY by clause 2.7 of the TPC-C specification: the oldest new order of each of the
-- ten districts goes to a carrier; a district that has none is skipped.
-- both profiles
--
-- profile hammerdb
-- Unlike the specification: c_delivery_cnt stays. A new order that another delivery has
-- just taken is gone when the DELETE has waited for it; the next oldest is looked up then.
-- profile spec
-- A new order that another delivery has just taken is gone when the DELETE has waited for
-- it; the next oldest is looked up then.
-- both profiles
CREATE FUNCTION delivery(
    warehouse_id INTEGER,
    carrier_id INTEGER,
    OUT committed INTEGER,
    OUT delivered INTEGER
)
LANGUAGE plpgsql AS $$
DECLARE
    order_id INTEGER;
    customer_id INTEGER;
    total NUMERIC;
    delivered_at TIMESTAMP := localtimestamp(0);
BEGIN
    committed := 1;
    delivered := 0;
    FOR district_id IN 1 .. 10 LOOP
        LOOP
            SELECT no_o_id INTO order_id
            FROM new_order
            WHERE no_w_id = warehouse_id AND no_d_id = district_id
            ORDER BY no_o_id
            LIMIT 1;
            EXIT WHEN NOT FOUND;

            DELETE FROM new_order
            WHERE no_w_id = warehouse_id AND no_d_id = district_id AND no_o_id = order_id;
            EXIT WHEN FOUND;
        END LOOP;
        CONTINUE WHEN order_id IS NULL;

        UPDATE orders SET o_carrier_id = carrier_id
        WHERE o_w_id = warehouse_id AND o_d_id = district_id AND o_id = order_id
        RETURNING o_c_id INTO STRICT customer_id;

        UPDATE order_line SET ol_delivery_d = delivered_at
        WHERE ol_w_id = warehouse_id AND ol_d_id = district_id AND ol_o_id = order_id;

        SELECT sum(ol_amount) INTO total
        FROM order_line
        WHERE ol_w_id = warehouse_id AND ol_d_id = district_id AND ol_o_id = order_id;

        -- profile hammerdb
        UPDATE customer SET c_balance = c_balance + total
        -- profile spec
        UPDATE customer SET
            c_balance = c_balance + total,
            c_delivery_cnt = c_delivery_cnt + 1
        -- both profiles
        WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_id = customer_id;

        delivered := delivered + 1;
    END LOOP;
END
$$
