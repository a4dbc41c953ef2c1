-- profile hammerdb
-- NEWORD as HammerDB has it on PostgreSQL: a customer orders 5 to 15 items, which are
-- drawn first and then handled by one statement for the stock and one for the lines.
--
-- Unlike the specification: items are drawn evenly; s_ytd, s_order_cnt and s_remote_cnt
-- stay; an amount includes tax and discount. 1 of 100 orders names an item that is not
-- there and is rolled back.
CREATE FUNCTION neword(
    warehouse_id INTEGER,
    max_warehouse_id INTEGER,
    district_id INTEGER,
    customer_id INTEGER,
    line_count INTEGER,
    OUT committed INTEGER,
    OUT order_id INTEGER,
    OUT entered_at TIMESTAMP,
    OUT discount NUMERIC,
    OUT last_name VARCHAR,
    OUT credit CHAR,
    OUT district_tax NUMERIC,
    OUT warehouse_tax NUMERIC,
    OUT total NUMERIC
)
LANGUAGE plpgsql AS $$
DECLARE
    is_wrong BOOLEAN := floor(1 + random() * 100) = 1;
    item_ids INTEGER[];
    supply_ids INTEGER[];
    quantities INTEGER[];
    supply_id INTEGER;
    all_local INTEGER := 1;
    found_lines INTEGER;
BEGIN
    committed := 1;
    entered_at := localtimestamp(0);
    FOR line_number IN 1 .. line_count LOOP
        supply_id := warehouse_id;
        IF max_warehouse_id > 1 AND floor(1 + random() * 100) = 1 THEN
            all_local := 0;
            supply_id := floor(1 + random() * (max_warehouse_id - 1));
            IF supply_id >= warehouse_id THEN
                supply_id := supply_id + 1;
            END IF;
        END IF;
        item_ids[line_number] := floor(1 + random() * 100000);
        supply_ids[line_number] := supply_id;
        quantities[line_number] := floor(1 + random() * 10);
    END LOOP;
    IF is_wrong THEN
        item_ids[line_count] := 100001;
    END IF;

    BEGIN
        UPDATE district SET d_next_o_id = d_next_o_id + 1
        WHERE d_w_id = warehouse_id AND d_id = district_id
        RETURNING d_next_o_id - 1, d_tax INTO STRICT order_id, district_tax;

        SELECT c_discount, c_last, c_credit, w_tax
        INTO STRICT discount, last_name, credit, warehouse_tax
        FROM customer, warehouse
        WHERE w_id = warehouse_id
            AND c_w_id = warehouse_id AND c_d_id = district_id AND c_id = customer_id;

        INSERT INTO orders (
            o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local
        ) VALUES (
            order_id, district_id, warehouse_id, customer_id, entered_at, NULL, line_count,
            all_local
        );
        INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
        VALUES (order_id, district_id, warehouse_id);

        -- An item that is ordered twice is one row of stock, which takes both quantities.
        UPDATE stock SET
            s_quantity = s_quantity - ordered.quantity
                + CASE WHEN s_quantity < ordered.quantity + 10 THEN 91 ELSE 0 END
        FROM (
            SELECT line.item_id, line.supply_id, sum(line.quantity) AS quantity
            FROM unnest(item_ids, supply_ids, quantities)
                AS line (item_id, supply_id, quantity)
            GROUP BY line.item_id, line.supply_id
        ) AS ordered
        WHERE s_i_id = ordered.item_id AND s_w_id = ordered.supply_id;

        WITH added AS (
            INSERT INTO order_line (
                ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,
                ol_delivery_d, ol_quantity, ol_amount, ol_dist_info
            )
            SELECT
                order_id, district_id, warehouse_id, line.number, line.item_id,
                line.supply_id, NULL, line.quantity,
                line.quantity * i_price * (1 + warehouse_tax + district_tax)
                    * (1 - discount),
                CASE district_id
                    WHEN 1 THEN s_dist_01
                    WHEN 2 THEN s_dist_02
                    WHEN 3 THEN s_dist_03
                    WHEN 4 THEN s_dist_04
                    WHEN 5 THEN s_dist_05
                    WHEN 6 THEN s_dist_06
                    WHEN 7 THEN s_dist_07
                    WHEN 8 THEN s_dist_08
                    WHEN 9 THEN s_dist_09
                    ELSE s_dist_10
                END
            FROM unnest(item_ids, supply_ids, quantities) WITH ORDINALITY
                AS line (item_id, supply_id, quantity, number)
            JOIN item ON i_id = line.item_id
            JOIN stock ON s_i_id = line.item_id AND s_w_id = line.supply_id
            RETURNING ol_amount
        )
        SELECT count(*), sum(ol_amount) INTO found_lines, total FROM added;

        IF found_lines < line_count THEN
            RAISE EXCEPTION 'NEWORD: no such item' USING ERRCODE = 'TC001';
        END IF;
    EXCEPTION
        -- Caught, the work of this block is undone and the server's log stays silent.
        WHEN SQLSTATE 'TC001' THEN
            committed := 0;
    END;
END
$$

-- profile spec
-- NEWORD by clause 2.4 of the TPC-C specification: a customer orders 5 to 15 items.
--
-- Items are drawn by NURand(8191, 1, 100000) with C = 5987; 1 of 100 orders names an item
-- that is not there and is rolled back; stock is filled up by 91 where it would fall
-- under 10. Brand or generic is told for all lines together, as their count of brands.
CREATE FUNCTION neword(
    warehouse_id INTEGER,
    max_warehouse_id INTEGER,
    district_id INTEGER,
    customer_id INTEGER,
    line_count INTEGER,
    OUT committed INTEGER,
    OUT order_id INTEGER,
    OUT entered_at TIMESTAMP,
    OUT discount NUMERIC,
    OUT last_name VARCHAR,
    OUT credit CHAR,
    OUT district_tax NUMERIC,
    OUT warehouse_tax NUMERIC,
    OUT brand_count INTEGER,
    OUT total NUMERIC
)
LANGUAGE plpgsql AS $$
DECLARE
    is_wrong BOOLEAN := floor(1 + random() * 100) = 1;
    all_local INTEGER := 1;
    item_id INTEGER;
    supply_id INTEGER;
    quantity INTEGER;
    amount NUMERIC(6, 2);
    price NUMERIC(5, 2);
    item_data VARCHAR;
    stock_data VARCHAR;
    dist_info CHAR(24);
BEGIN
    committed := 1;
    entered_at := localtimestamp(0);
    brand_count := 0;
    total := 0;

    BEGIN
        UPDATE district SET d_next_o_id = d_next_o_id + 1
        WHERE d_w_id = warehouse_id AND d_id = district_id
        RETURNING d_next_o_id - 1, d_tax INTO STRICT order_id, district_tax;

        SELECT c_discount, c_last, c_credit, w_tax
        INTO STRICT discount, last_name, credit, warehouse_tax
        FROM customer, warehouse
        WHERE w_id = warehouse_id
            AND c_w_id = warehouse_id AND c_d_id = district_id AND c_id = customer_id;

        FOR line_number IN 1 .. line_count LOOP
            item_id := floor(1 + random() * 100000);
            item_id := ((floor(random() * 8192)::INTEGER | item_id) + 5987) % 100000 + 1;
            IF is_wrong AND line_number = line_count THEN
                item_id := 100001;
            END IF;
            supply_id := warehouse_id;
            IF max_warehouse_id > 1 AND floor(1 + random() * 100) = 1 THEN
                all_local := 0;
                supply_id := floor(1 + random() * (max_warehouse_id - 1));
                IF supply_id >= warehouse_id THEN
                    supply_id := supply_id + 1;
                END IF;
            END IF;
            quantity := floor(1 + random() * 10);

            SELECT i_price, i_data INTO price, item_data
            FROM item
            WHERE i_id = item_id;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'NEWORD: no such item' USING ERRCODE = 'TC001';
            END IF;

            UPDATE stock SET
                s_quantity = s_quantity - quantity
                    + CASE WHEN s_quantity < quantity + 10 THEN 91 ELSE 0 END,
                s_ytd = s_ytd + quantity,
                s_order_cnt = s_order_cnt + 1,
                s_remote_cnt = s_remote_cnt + (supply_id <> warehouse_id)::INTEGER
            WHERE s_i_id = item_id AND s_w_id = supply_id
            RETURNING
                s_data,
                CASE district_id
                    WHEN 1 THEN s_dist_01
                    WHEN 2 THEN s_dist_02
                    WHEN 3 THEN s_dist_03
                    WHEN 4 THEN s_dist_04
                    WHEN 5 THEN s_dist_05
                    WHEN 6 THEN s_dist_06
                    WHEN 7 THEN s_dist_07
                    WHEN 8 THEN s_dist_08
                    WHEN 9 THEN s_dist_09
                    ELSE s_dist_10
                END
            INTO STRICT stock_data, dist_info;

            amount := quantity * price;
            total := total + amount;
            IF item_data LIKE '%ORIGINAL%' AND stock_data LIKE '%ORIGINAL%' THEN
                brand_count := brand_count + 1;
            END IF;

            INSERT INTO order_line (
                ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,
                ol_delivery_d, ol_quantity, ol_amount, ol_dist_info
            ) VALUES (
                order_id, district_id, warehouse_id, line_number, item_id, supply_id,
                NULL, quantity, amount, dist_info
            );
        END LOOP;

        INSERT INTO orders (
            o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local
        ) VALUES (
            order_id, district_id, warehouse_id, customer_id, entered_at, NULL, line_count,
            all_local
        );
        INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
        VALUES (order_id, district_id, warehouse_id);

        total := total * (1 - discount) * (1 + warehouse_tax + district_tax);
    EXCEPTION
        -- Caught, the work of this block is undone and the server's log stays silent.
        WHEN SQLSTATE 'TC001' THEN
            committed := 0;
    END;
END
$$
