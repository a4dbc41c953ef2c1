-- OSTAT, both profiles (clause 2.6): the last order of a customer, who is named by number
-- or by last name, and its lines. Answers one row a line. Reads only; the COMMIT is
-- counted.
CREATE PROCEDURE ostat(
    IN warehouse_id INT,
    IN district_id INT,
    IN customer_id INT,
    IN by_name INT,
    IN last_name VARCHAR(16) CHARACTER SET latin1
)
SQL SECURITY INVOKER
READS SQL DATA
BEGIN
    DECLARE namesakes, before_middle, order_id, carrier_id INT;
    DECLARE entered_at DATETIME;
    DECLARE balance DECIMAL(12, 2);
    DECLARE first_name VARCHAR(16) CHARACTER SET latin1;
    DECLARE middle_name CHAR(2) CHARACTER SET latin1;
    DECLARE EXIT HANDLER FOR NOT FOUND
    BEGIN
        ROLLBACK;
        SIGNAL SQLSTATE '45000'
            SET MESSAGE_TEXT = 'OSTAT: no such customer, or one without an order';
    END;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;

    START TRANSACTION;

    IF by_name THEN
        SELECT COUNT(*) INTO namesakes
        FROM customer
        WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_last = last_name;
        SET before_middle = (namesakes - 1) DIV 2;
        SELECT c_id INTO customer_id
        FROM customer
        WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_last = last_name
        ORDER BY c_first, c_id
        LIMIT before_middle, 1;
    END IF;

    SELECT c_last, c_first, c_middle, c_balance
    INTO last_name, first_name, middle_name, balance
    FROM customer
    WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_id = customer_id;

    SELECT o_id, o_carrier_id, o_entry_d INTO order_id, carrier_id, entered_at
    FROM orders
    WHERE o_w_id = warehouse_id AND o_d_id = district_id AND o_c_id = customer_id
    ORDER BY o_id DESC
    LIMIT 1;

    -- of the district, so that an order without lines has a row, too
    SELECT
        1 AS committed, customer_id, last_name, first_name, middle_name, balance,
        order_id, entered_at, carrier_id,
        ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
    FROM district
    LEFT JOIN order_line
        ON ol_w_id = warehouse_id AND ol_d_id = district_id AND ol_o_id = order_id
    WHERE d_w_id = warehouse_id AND d_id = district_id
    ORDER BY ol_number;

    COMMIT;
END
