-- profile hammerdb
-- NEWORD as HammerDB has it on MySQL: a customer orders 5 to 15 items.
-- profile spec
-- NEWORD by clause 2.4 of the TPC-C specification: a customer orders 5 to 15 items.
-- both profiles
--
-- profile hammerdb
-- Unlike the specification: items are drawn evenly; 1 of 99 orders names an item that is
-- not there and is rolled back; stock is filled up by the rule "more than ordered";
-- s_ytd, s_order_cnt and s_remote_cnt stay; an amount is a whole number and includes
-- tax and discount; the stock is read without a lock.
-- profile spec
-- Items are drawn by NURand(8191, 1, 100000) with C = 5987; 1 of 100 orders names an item
-- that is not there and is rolled back; stock is filled up by 91 where it would fall
-- under 10. Brand or generic is told for all lines together, as their count of brands.
-- both profiles
-- The district is locked before the first plain read, so that every read is newer.
CREATE PROCEDURE neword(
    IN warehouse_id INT,
    IN max_warehouse_id INT,
    IN district_id INT,
    IN customer_id INT,
    IN line_count INT
)
SQL SECURITY INVOKER
MODIFIES SQL DATA
neword: BEGIN
    DECLARE order_id, line_number, item_id, supply_id, quantity INT;
    DECLARE all_local INT DEFAULT 1;
    DECLARE is_missing INT DEFAULT 0;
    -- profile hammerdb
    DECLARE is_wrong INT DEFAULT FLOOR(1 + RAND() * 99) = 1;
    -- profile spec
    DECLARE is_wrong INT DEFAULT FLOOR(1 + RAND() * 100) = 1;
    -- both profiles
    DECLARE entered_at DATETIME DEFAULT NOW();
    DECLARE discount, warehouse_tax, district_tax DECIMAL(4, 4);
    DECLARE last_name VARCHAR(16) CHARACTER SET latin1;
    DECLARE credit CHAR(2) CHARACTER SET latin1;
    DECLARE price DECIMAL(5, 2);
    DECLARE item_name VARCHAR(24) CHARACTER SET latin1;
    DECLARE item_data, stock_data VARCHAR(50) CHARACTER SET latin1;
    -- profile hammerdb
    DECLARE stock_quantity, amount INT;
    -- profile spec
    DECLARE stock_quantity INT;
    DECLARE brand_count INT DEFAULT 0;
    DECLARE amount DECIMAL(6, 2);
    -- both profiles
    DECLARE total DECIMAL(12, 2) DEFAULT 0;
    DECLARE dist_info CHAR(24) CHARACTER SET latin1;
    DECLARE EXIT HANDLER FOR NOT FOUND
    BEGIN
        ROLLBACK;
        SIGNAL SQLSTATE '45000'
            SET MESSAGE_TEXT = 'NEWORD: no such warehouse, district, customer or stock';
    END;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;

    START TRANSACTION;

    SELECT d_next_o_id, d_tax INTO order_id, district_tax
    FROM district
    WHERE d_w_id = warehouse_id AND d_id = district_id
    FOR UPDATE;

    UPDATE district SET d_next_o_id = d_next_o_id + 1
    WHERE d_w_id = warehouse_id AND d_id = district_id;

    SELECT c_discount, c_last, c_credit, w_tax
    INTO discount, last_name, credit, warehouse_tax
    FROM customer, warehouse
    WHERE w_id = warehouse_id
        AND c_w_id = warehouse_id AND c_d_id = district_id AND c_id = customer_id;

    SET line_number = 1;
    WHILE line_number <= line_count DO
        -- profile hammerdb
        SET item_id = FLOOR(1 + RAND() * 100000);
        -- profile spec
        SET item_id
            = ((FLOOR(RAND() * 8192) | FLOOR(1 + RAND() * 100000)) + 5987) % 100000 + 1;
        -- both profiles
        IF is_wrong AND line_number = line_count THEN
            SET item_id = 100001;
        END IF;

        BEGIN
            DECLARE CONTINUE HANDLER FOR NOT FOUND SET is_missing = 1;
            SELECT i_price, i_name, i_data INTO price, item_name, item_data
            FROM item
            WHERE i_id = item_id;
        END;
        IF is_missing THEN
            ROLLBACK;
            SELECT 0 AS committed;
            LEAVE neword;
        END IF;

        SET supply_id = warehouse_id;
        IF max_warehouse_id > 1 AND FLOOR(1 + RAND() * 100) = 1 THEN
            SET all_local = 0;
            SET supply_id = FLOOR(1 + RAND() * (max_warehouse_id - 1));
            IF supply_id >= warehouse_id THEN
                SET supply_id = supply_id + 1;
            END IF;
        END IF;
        SET quantity = FLOOR(1 + RAND() * 10);

        SELECT
            s_quantity,
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
        INTO stock_quantity, stock_data, dist_info
        FROM stock
        -- profile hammerdb
        WHERE s_w_id = supply_id AND s_i_id = item_id;
        -- profile spec
        WHERE s_w_id = supply_id AND s_i_id = item_id
        FOR UPDATE;
        -- both profiles

        -- profile hammerdb
        IF stock_quantity > quantity THEN
        -- profile spec
        IF stock_quantity >= quantity + 10 THEN
            -- both profiles
            SET stock_quantity = stock_quantity - quantity;
        ELSE
            SET stock_quantity = stock_quantity - quantity + 91;
        END IF;

        -- profile hammerdb
        UPDATE stock SET s_quantity = stock_quantity
        -- profile spec
        UPDATE stock SET
            s_quantity = stock_quantity,
            s_ytd = s_ytd + quantity,
            s_order_cnt = s_order_cnt + 1,
            s_remote_cnt = s_remote_cnt + (supply_id <> warehouse_id)
        -- both profiles
        WHERE s_w_id = supply_id AND s_i_id = item_id;

        -- profile hammerdb
        SET amount = quantity * price * (1 + warehouse_tax + district_tax) * (1 - discount);
        -- profile spec
        SET amount = quantity * price;
        -- both profiles
        SET total = total + amount;
        -- profile spec
        IF item_data LIKE '%ORIGINAL%' AND stock_data LIKE '%ORIGINAL%' THEN
            SET brand_count = brand_count + 1;
        END IF;
        -- both profiles

        INSERT INTO order_line (
            ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,
            ol_delivery_d, ol_quantity, ol_amount, ol_dist_info
        ) VALUES (
            order_id, district_id, warehouse_id, line_number, item_id, supply_id,
            NULL, quantity, amount, dist_info
        );
        SET line_number = line_number + 1;
    END WHILE;

    INSERT INTO orders (
        o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local
    ) VALUES (
        order_id, district_id, warehouse_id, customer_id, entered_at, NULL, line_count,
        all_local
    );
    INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
    VALUES (order_id, district_id, warehouse_id);

    COMMIT;

    SELECT
        1 AS committed, order_id, entered_at, discount, last_name, credit,
        -- profile hammerdb
        district_tax, warehouse_tax, total;
        -- profile spec
        district_tax, warehouse_tax, brand_count,
        total * (1 - discount) * (1 + warehouse_tax + district_tax) AS total;
-- both profiles
END
