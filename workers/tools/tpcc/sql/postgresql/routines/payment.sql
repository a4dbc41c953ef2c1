-- profile hammerdb
-- PAYMENT as HammerDB has it on PostgreSQL: a customer, by number or by last name, pays
-- an amount, which lowers the balance.
-- profile spec
-- PAYMENT by clause 2.5 of the TPC-C specification: a customer, by number or by last
-- name, pays an amount, which lowers the balance.
-- both profiles
--
-- profile hammerdb
-- Unlike the specification: c_ytd_payment and c_payment_cnt stay. A customer of bad
-- credit ("BC") has the payment written before the older data.
-- profile spec
-- A customer of bad credit ("BC") has the payment written before the older data.
-- both profiles
CREATE FUNCTION payment(
    warehouse_id INTEGER,
    district_id INTEGER,
    customer_warehouse_id INTEGER,
    customer_district_id INTEGER,
    customer_id INTEGER,
    by_name INTEGER,
    amount NUMERIC,
    last_name VARCHAR,
    OUT committed INTEGER,
    OUT paid_at TIMESTAMP,
    OUT warehouse_address VARCHAR[],
    OUT district_address VARCHAR[],
    OUT found_customer_id INTEGER,
    OUT customer_name VARCHAR[],
    OUT customer_address VARCHAR[],
    OUT phone CHAR,
    OUT since TIMESTAMP,
    OUT credit CHAR,
    OUT credit_limit NUMERIC,
    OUT discount NUMERIC,
    OUT balance NUMERIC,
    OUT data VARCHAR
)
LANGUAGE plpgsql AS $$
DECLARE
    warehouse_name VARCHAR(10);
    district_name VARCHAR(10);
    namesakes INTEGER;
BEGIN
    committed := 1;
    paid_at := localtimestamp(0);
    found_customer_id := customer_id;

    UPDATE warehouse SET w_ytd = w_ytd + amount
    WHERE w_id = warehouse_id
    RETURNING w_name, ARRAY[w_street_1, w_street_2, w_city, w_state, w_zip]
    INTO STRICT warehouse_name, warehouse_address;

    UPDATE district SET d_ytd = d_ytd + amount
    WHERE d_w_id = warehouse_id AND d_id = district_id
    RETURNING d_name, ARRAY[d_street_1, d_street_2, d_city, d_state, d_zip]
    INTO STRICT district_name, district_address;

    IF by_name = 1 THEN
        SELECT count(*) INTO namesakes
        FROM customer
        WHERE c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
            AND c_last = last_name;
        SELECT c_id INTO STRICT found_customer_id
        FROM customer
        WHERE c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
            AND c_last = last_name
        ORDER BY c_first, c_id
        LIMIT 1 OFFSET (greatest(namesakes, 1) - 1) / 2;
    END IF;

    UPDATE customer SET
        c_balance = c_balance - amount,
        -- profile spec
        c_ytd_payment = c_ytd_payment + amount,
        c_payment_cnt = c_payment_cnt + 1,
        -- both profiles
        c_data = CASE
            WHEN c_credit = 'BC'
                THEN left(
                    concat_ws(
                        ' ', found_customer_id, customer_district_id,
                        customer_warehouse_id, district_id, warehouse_id,
                        amount::NUMERIC(6, 2), c_data
                    ),
                    500
                )
            ELSE c_data
        END
    WHERE c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
        AND c_id = found_customer_id
    RETURNING
        ARRAY[c_first, c_middle, c_last],
        ARRAY[c_street_1, c_street_2, c_city, c_state, c_zip],
        c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance,
        CASE WHEN c_credit = 'BC' THEN left(c_data, 200) ELSE '' END
    INTO STRICT
        customer_name, customer_address, phone, since, credit, credit_limit, discount,
        balance, data;

    INSERT INTO history (
        h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data
    ) VALUES (
        found_customer_id, customer_district_id, customer_warehouse_id, district_id,
        warehouse_id, paid_at, amount, warehouse_name || '    ' || district_name
    );
END
$$
