-- profile hammerdb
-- PAYMENT as HammerDB has it on MySQL: a customer, by number or by last name, pays an
-- amount.
-- profile spec
-- PAYMENT by clause 2.5 of the TPC-C specification: a customer, by number or by last
-- name, pays an amount, which lowers the balance.
-- both profiles
--
-- profile hammerdb
-- Unlike the specification: the amount is added to the balance; c_ytd_payment and
-- c_payment_cnt stay. A customer of bad credit ("BC") has the payment written before the
-- older data. Both sums are raised before the first plain read, so that every read is
-- newer.
-- profile spec
-- A customer of bad credit ("BC") has the payment written before the older data. Both
-- sums are raised before the first plain read, so that every read is newer.
-- both profiles
CREATE PROCEDURE payment(
    IN warehouse_id INT,
    IN district_id INT,
    IN customer_warehouse_id INT,
    IN customer_district_id INT,
    IN customer_id INT,
    IN by_name INT,
    IN amount DECIMAL(6, 2),
    IN last_name VARCHAR(16) CHARACTER SET latin1
)
SQL SECURITY INVOKER
MODIFIES SQL DATA
BEGIN
    DECLARE namesakes, before_middle INT;
    DECLARE paid_at DATETIME DEFAULT NOW();
    DECLARE warehouse_name, district_name VARCHAR(10) CHARACTER SET latin1;
    DECLARE EXIT HANDLER FOR NOT FOUND
    BEGIN
        ROLLBACK;
        SIGNAL SQLSTATE '45000'
            SET MESSAGE_TEXT = 'PAYMENT: no such warehouse, district or customer';
    END;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;

    START TRANSACTION;

    UPDATE warehouse SET w_ytd = w_ytd + amount
    WHERE w_id = warehouse_id;

    UPDATE district SET d_ytd = d_ytd + amount
    WHERE d_w_id = warehouse_id AND d_id = district_id;

    SELECT w_name, d_name INTO warehouse_name, district_name
    FROM warehouse, district
    WHERE w_id = warehouse_id AND d_w_id = warehouse_id AND d_id = district_id;

    IF by_name THEN
        SELECT COUNT(*) INTO namesakes
        FROM customer
        WHERE c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
            AND c_last = last_name;
        SET before_middle = (namesakes - 1) DIV 2;
        SELECT c_id INTO customer_id
        FROM customer
        WHERE c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
            AND c_last = last_name
        ORDER BY c_first, c_id
        LIMIT before_middle, 1;
    END IF;

    UPDATE customer SET
        -- profile hammerdb
        c_balance = c_balance + amount,
        -- profile spec
        c_balance = c_balance - amount,
        c_ytd_payment = c_ytd_payment + amount,
        c_payment_cnt = c_payment_cnt + 1,
        -- both profiles
        c_data = IF(
            c_credit = 'BC',
            LEFT(
                CONCAT_WS(
                    ' ', customer_id, customer_district_id, customer_warehouse_id,
                    district_id, warehouse_id, amount, c_data
                ),
                500
            ),
            c_data
        )
    WHERE c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
        AND c_id = customer_id;
    IF ROW_COUNT() = 0 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'PAYMENT: no such customer';
    END IF;

    INSERT INTO history (
        h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data
    ) VALUES (
        customer_id, customer_district_id, customer_warehouse_id, district_id,
        warehouse_id, paid_at, amount, CONCAT(warehouse_name, '    ', district_name)
    );

    SELECT
        1 AS committed, paid_at,
        w_street_1, w_street_2, w_city, w_state, w_zip,
        d_street_1, d_street_2, d_city, d_state, d_zip,
        c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,
        c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance,
        IF(c_credit = 'BC', LEFT(c_data, 200), '') AS c_data
    FROM warehouse, district, customer
    WHERE w_id = warehouse_id AND d_w_id = warehouse_id AND d_id = district_id
        AND c_w_id = customer_warehouse_id AND c_d_id = customer_district_id
        AND c_id = customer_id;

    COMMIT;
END
