-- OSTAT, both profiles (clause 2.6): the last order of a customer, who is named by number
-- or by last name, and its lines. Answers one row a line.
CREATE FUNCTION ostat(
    warehouse_id INTEGER,
    district_id INTEGER,
    customer_id INTEGER,
    by_name INTEGER,
    last_name VARCHAR
)
RETURNS TABLE (
    committed INTEGER,
    found_customer_id INTEGER,
    found_last_name VARCHAR,
    first_name VARCHAR,
    middle_name CHAR,
    balance NUMERIC,
    order_id INTEGER,
    entered_at TIMESTAMP,
    carrier_id SMALLINT,
    item_id INTEGER,
    supply_id INTEGER,
    quantity SMALLINT,
    amount NUMERIC,
    delivered_at TIMESTAMP
)
LANGUAGE plpgsql AS $$
DECLARE
    namesakes INTEGER;
BEGIN
    found_customer_id := customer_id;
    IF by_name = 1 THEN
        SELECT count(*) INTO namesakes
        FROM customer
        WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_last = last_name;
        SELECT c_id INTO STRICT found_customer_id
        FROM customer
        WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_last = last_name
        ORDER BY c_first, c_id
        LIMIT 1 OFFSET (greatest(namesakes, 1) - 1) / 2;
    END IF;

    SELECT c_last, c_first, c_middle, c_balance
    INTO STRICT found_last_name, first_name, middle_name, balance
    FROM customer
    WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_id = found_customer_id;

    SELECT o_id, o_entry_d, o_carrier_id INTO STRICT order_id, entered_at, carrier_id
    FROM orders
    WHERE o_w_id = warehouse_id AND o_d_id = district_id AND o_c_id = found_customer_id
    ORDER BY o_id DESC
    LIMIT 1;

    -- of the district, so that an order without lines has a row, too
    RETURN QUERY SELECT
        1, found_customer_id, found_last_name, first_name, middle_name, balance,
        order_id, entered_at, carrier_id,
        ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
    FROM district
    LEFT JOIN order_line
        ON ol_w_id = warehouse_id AND ol_d_id = district_id AND ol_o_id = order_id
    WHERE d_w_id = warehouse_id AND d_id = district_id
    ORDER BY ol_number;
END
$$
